import { transact, write } from "../../db/write.js";
import { print, printJson, UsageError, type Verb } from "../verb.js";
import { organizationId } from "./organization.js";

const json = { json: { type: "boolean" } } as const;

export const keyRefresh: Verb = {
  usage: "key refresh <organization> [--json]",
  about: "replace an organization's API key; the old one ends at once",
  args: 1,
  options: json,
  configured: true,
  run: async ({ args: [organization], flags, config }) => {
    const { openProgram } = await import("../program.js");
    const services = await openProgram(config());
    try {
      const id = await organizationId(services, organization!);
      const { issueKey } = await import("../../graph/keys.js");
      const { COMMAND_LINE, note } = await import("../../graph/auditing.js");
      const { apiKey, signingSecret, dialerUrl } = await write(services.db, id, async (trx) => {
        await note(trx, services, id, COMMAND_LINE, { action: "key.refreshed" });
        return issueKey(trx, services, id);
      });
      if (flags["json"]) return printJson({ apiKey, signingSecret, dialerUrl });
      print(`API key         ${apiKey}`);
      print(`signing secret  ${signingSecret}`);
      print(`dialer URL      ${dialerUrl}`);
    } finally {
      await services.db.destroy();
    }
  },
};

export const tokenCreate: Verb = {
  usage: "token create (--org <organization> --role internal | --operator) [--json]",
  about: "make a token for /graphql; shown once",
  args: 0,
  options: {
    ...json,
    org: { type: "string" },
    role: { type: "string" },
    operator: { type: "boolean" },
  },
  configured: true,
  run: async ({ flags, config }) => {
    const { org, role, operator } = flags;
    if (operator ? org !== undefined || role !== undefined : role !== "internal" || !org)
      throw new UsageError("give --org <organization> --role internal, or --operator alone");
    const { openProgram } = await import("../program.js");
    const services = await openProgram(config());
    try {
      const id = operator ? null : await organizationId(services, String(org));
      const { issueToken } = await import("../../graph/keys.js");
      const { COMMAND_LINE, note } = await import("../../graph/auditing.js");
      const token = await transact(services.db, async (trx) => {
        if (id !== null) await note(trx, services, id, COMMAND_LINE, { action: "token.created" });
        return issueToken(trx, services, id);
      });
      if (flags["json"]) printJson({ token, role: operator ? "operator" : "internal" });
      else print(token);
    } finally {
      await services.db.destroy();
    }
  },
};
