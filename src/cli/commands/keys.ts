import { print, printJson, UsageError, type Command } from "../../base/config/command.js";
import { resolveOrganizationId } from "./resolve-organization-id.js";
import { jsonFlag, orgFlag } from "./shared-flags.js";

export const keyRefresh: Command = {
  usage: "key refresh <organization> [--json]",
  description: "replace an organization's API key",
  details:
    "The old key stops working at once. Prints the new key, the signing secret and the dialer URL.",
  requiredArgs: 1,
  options: jsonFlag,
  takesSettings: true,
  run: async ({ args: [organization], flags, readConfig }) => {
    const { openProgram } = await import("../../program.js");
    const services = await openProgram(readConfig());
    try {
      const id = await resolveOrganizationId(services, organization!);
      const { issueApiKey } = await import("../../../graph/organizations/keys.js");
      const { COMMAND_LINE_ACTOR } = await import("../../../graph/core/actor.js");
      const { writeAuditEntry } = await import("../../../graph/access/audit.js");
      const { write } = await import("../../../db/engine/write.js");
      const { apiKey, signingSecret, dialerUrl } = await write(services.db, id, async (trx) => {
        await writeAuditEntry(trx, services, id, COMMAND_LINE_ACTOR, { action: "key.refreshed" });
        return issueApiKey(trx, services, id);
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

export const tokenCreate: Command = {
  usage: "token create (--org <organization> --role internal | --operator) [--json]",
  description: "create a token for /graphql",
  details: "Prints the token once.",
  requiredArgs: 0,
  options: {
    ...orgFlag,
    role: {
      type: "string",
      value: "internal",
      description: "the token's role; required with --org",
    },
    operator: {
      type: "boolean",
      description: "create an operator token instead, which can create organizations",
    },
    ...jsonFlag,
  },
  takesSettings: true,
  run: async ({ flags, readConfig }) => {
    const { org, role, operator } = flags;
    if (operator ? org !== undefined || role !== undefined : role !== "internal" || !org)
      throw new UsageError("use either --org <organization> --role internal, or --operator alone");
    const { openProgram } = await import("../../program.js");
    const services = await openProgram(readConfig());
    try {
      const id = operator ? null : await resolveOrganizationId(services, String(org));
      const { issueToken } = await import("../../../graph/organizations/keys.js");
      const { COMMAND_LINE_ACTOR } = await import("../../../graph/core/actor.js");
      const { writeAuditEntry } = await import("../../../graph/access/audit.js");
      const { transact } = await import("../../../db/engine/write.js");
      const token = await transact(services.db, async (trx) => {
        if (id !== null)
          await writeAuditEntry(trx, services, id, COMMAND_LINE_ACTOR, { action: "token.created" });
        return issueToken(trx, services, id);
      });
      if (flags["json"]) printJson({ token, role: operator ? "operator" : "internal" });
      else print(token);
    } finally {
      await services.db.destroy();
    }
  },
};
