import type { Flags } from "../../base/config/command.js";

export const jsonFlag = {
  json: { type: "boolean", description: "print JSON instead of text" },
} as const satisfies Flags;

export const orgFlag = {
  org: { type: "string", value: "<organization>", description: "the organization, by name or id" },
} as const satisfies Flags;

/** The flags of every command that runs in an organization and can print JSON. */
export const organizationFlags = { ...orgFlag, ...jsonFlag };
