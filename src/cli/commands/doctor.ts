import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import {
  print,
  printJson,
  RefusedError,
  printToStderr,
  type Command,
} from "../../base/config/command.js";
import { jsonFlag } from "./shared-flags.js";

export const doctor: Command = {
  usage: "doctor [--repair] [--json]",
  description: "check the database, its files and model servers",
  details: "The exit code is 1 if a problem remains.",
  requiredArgs: 0,
  options: {
    repair: { type: "boolean", description: "repair the problems that debrief can repair" },
    ...jsonFlag,
  },
  takesSettings: true,
  run: async ({ flags, readConfig }) => {
    const config = readConfig();
    const repair = flags["repair"] === true;
    const { runChecks } = await import("../../upkeep/doctor/doctor.js");
    const { describeCalls } = await import("../../upkeep/doctor/describe-calls.js");
    const { describeModelServers } = await import("../../analyzer/ai/describe-servers.js");
    const { connect } = await import("../../../db/engine/connect.js");
    const { resolveSqliteFile } = await import("../../upkeep/backup/sqlite-files.js");
    const file = resolveSqliteFile(config);
    if (file !== undefined && !existsSync(file))
      throw new RefusedError(`no database at ${file}; create one with: debrief serve`);
    const room = file === undefined ? undefined : statfsSync(dirname(file));
    const db = connect(config.databaseUrl, { readOnly: !repair });
    try {
      const results = await runChecks({
        db,
        config,
        file,
        now: Date.now,
        freeBytes: room ? room.bavail * room.bsize : Infinity,
        repair,
      });
      const calls = await describeCalls({ db, config }, results);
      const models = await describeModelServers(config);
      const ok = results.every(({ problems }) => problems.every(({ repaired }) => repaired));
      if (flags["json"]) printJson({ ok, checks: results, calls, models });
      else {
        for (const { name, problems } of results) {
          if (problems.length === 0) print(`${name}: ok`);
          for (const { organization, message, fix, repaired } of problems) {
            const where = organization === undefined ? "" : ` in ${organization}`;
            print(`${name}: ${message}${where}${repaired ? ": repaired" : `\n  fix: ${fix}`}`);
          }
        }
        for (const line of calls) print(`calls: ${line}`);
        // No problem of the database: they don't change the exit status.
        for (const line of models) print(`models: ${line}`);
      }
      if (!ok) throw new RefusedError('found problems; run the command after each "fix:"');
      if (repair) printToStderr("all problems are repaired");
    } finally {
      await db.destroy();
    }
  },
};
