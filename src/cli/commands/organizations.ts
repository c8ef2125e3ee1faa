import { print, printJson, RefusedError, type Command } from "../../base/config/command.js";
import { toPublicPayload } from "../public-payload.js";
import { jsonFlag } from "./shared-flags.js";

export const orgCreate: Command = {
  usage: "org create <name> [--json]",
  description: "create an organization and print its keys",
  details: "Prints the API key and the internal token once. Each organization needs its own name.",
  requiredArgs: 1,
  options: jsonFlag,
  takesSettings: true,
  run: async ({ args: [name], flags, readConfig }) => {
    const { openProgram } = await import("../../program.js");
    const services = await openProgram(readConfig());
    try {
      const { claimOrganizationName } = await import("../../../db/organizations/organization.js");
      const { createOrganization } = await import("../../../graph/organizations/organization.js");
      const payload = await services.db.transaction(async (trx) => {
        // Commands name an organization: a second one of the name would need its id from then on.
        const existing = await claimOrganizationName(trx, name!);
        if (existing)
          throw new RefusedError(
            `organization "${existing.name}" exists already (${existing.id}); choose another name, or create a key for it: debrief key create --help`,
          );
        return createOrganization(trx, services, name!);
      });
      const output = toPublicPayload(payload);
      if (flags["json"]) return printJson(output);
      print(`organization    ${output.organization.id}  ${output.organization.name}`);
      print(`API key         ${output.apiKey}`);
      print(`signing secret  ${output.signingSecret}`);
      print(`dialer URL      ${output.dialerUrl}`);
      print(`internal token  ${output.internalToken}`);
    } finally {
      await services.db.destroy();
    }
  },
};

export const orgList: Command = {
  usage: "org list [--json]",
  description: "list the organizations",
  requiredArgs: 0,
  options: jsonFlag,
  takesSettings: true,
  run: async ({ flags, readConfig }) => {
    const { openProgram } = await import("../../program.js");
    const services = await openProgram(readConfig());
    try {
      const { listOrganizations } = await import("../../../db/organizations/organization.js");
      const organizations = (await listOrganizations(services.db)).map((row) => ({
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
