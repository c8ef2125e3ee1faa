import { print, printJson, type Command } from "../../base/config/command.js";
import { resolveOrganizationId } from "./resolve-organization-id.js";
import { organizationFlags } from "./shared-flags.js";

export const clockConfirm: Command = {
  usage: "clock confirm [--org <organization>] [--json]",
  description: "accept the machine's time after a clock jump",
  details: "Deletion by age then continues. The default is all organizations.",
  requiredArgs: 0,
  options: organizationFlags,
  takesSettings: true,
  run: async ({ flags, readConfig }) => {
    const { openProgram } = await import("../../program.js");
    const { listOrganizations } = await import("../../../db/organizations/organization.js");
    const { createContext } = await import("../../../graph/context/context.js");
    const { confirmClock } = await import("../../../graph/retention/clock-state.js");
    const program = await openProgram(readConfig());
    try {
      const { org } = flags;
      const ids =
        typeof org === "string"
          ? [await resolveOrganizationId(program, org)]
          : (await listOrganizations(program.db)).map(({ id }) => id);
      const confirmed = [];
      for (const organizationId of ids) {
        const credential = { role: "internal", organizationId } as const;
        const jump = await confirmClock(createContext(program, credential, program.newId()));
        if (jump) confirmed.push({ organization: organizationId, ...jump });
      }
      if (flags["json"])
        return printJson({
          confirmed: confirmed.map(({ organization, now, lastHeartbeatAt }) => ({
            organization,
            now: new Date(now).toISOString(),
            lastHeartbeatAt: new Date(lastHeartbeatAt).toISOString(),
          })),
        });
      print(`the clock shows ${new Date(program.now()).toISOString()}`);
      for (const { organization, lastHeartbeatAt } of confirmed)
        print(
          `confirmed ${organization}  last heartbeat ${new Date(lastHeartbeatAt).toISOString()}`,
        );
      if (confirmed.length === 0) print("nothing to confirm: the clock did not jump");
    } finally {
      await program.reader.close();
      await program.db.destroy();
    }
  },
};
