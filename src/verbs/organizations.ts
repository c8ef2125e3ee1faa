import { allOrganizations } from "../../db/organizations.js";
import type { OrganizationPayload } from "../../graph/organizations.js";
import { print, printJson, type Verb } from "../verb.js";

const json = { json: { type: "boolean" } } as const;

/** The payload as `org create --json` prints it. */
export const publicPayload = (payload: OrganizationPayload) => ({
  organization: { id: payload.organization.id, name: payload.organization.name },
  apiKey: payload.apiKey,
  signingSecret: payload.signingSecret,
  dialerUrl: payload.dialerUrl,
  internalToken: payload.internalToken,
});

export const orgCreate: Verb = {
  usage: "org create <name> [--json]",
  about: "make an organization; shows its API key and internal token, once",
  args: 1,
  options: json,
  configured: true,
  run: async ({ args: [name], flags, config }) => {
    const { openProgram } = await import("../program.js");
    const services = await openProgram(config());
    try {
      const { createOrganization } = await import("../../graph/organizations.js");
      const payload = await services.db.transaction((trx) =>
        createOrganization(trx, services, name!),
      );
      const shown = publicPayload(payload);
      if (flags["json"]) return printJson(shown);
      print(`organization    ${shown.organization.id}  ${shown.organization.name}`);
      print(`API key         ${shown.apiKey}`);
      print(`signing secret  ${shown.signingSecret}`);
      print(`dialer URL      ${shown.dialerUrl}`);
      print(`internal token  ${shown.internalToken}`);
    } finally {
      await services.db.destroy();
    }
  },
};

export const orgList: Verb = {
  usage: "org list [--json]",
  about: "list the organizations",
  args: 0,
  options: json,
  configured: true,
  run: async ({ flags, config }) => {
    const { openProgram } = await import("../program.js");
    const services = await openProgram(config());
    try {
      const organizations = (await allOrganizations(services.db)).map((row) => ({
        ...row,
        createdAt: new Date(row.createdAt).toISOString(),
      }));
      if (flags["json"]) return printJson({ organizations });
      for (const { id, name, createdAt } of organizations) print(`${id}  ${createdAt}  ${name}`);
    } finally {
      await services.db.destroy();
    }
  },
};
