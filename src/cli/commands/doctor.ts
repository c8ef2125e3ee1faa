import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { print, printJson, RefusedError, tell, type Verb } from "../verb.js";

export const doctor: Verb = {
  usage: "doctor [--repair] [--json]",
  about:
    "check the database and what is around it; exit 1 where something is wrong and not repaired",
  args: 0,
  options: { repair: { type: "boolean" }, json: { type: "boolean" } },
  configured: true,
  run: async ({ flags, config: read }) => {
    const config = read();
    const repair = flags["repair"] === true;
    const { examine } = await import("../checks.js");
    const { connect } = await import("../../db/connect.js");
    const { sqliteFile } = await import("../backup/files.js");
    const file = sqliteFile(config);
    if (file !== undefined && !existsSync(file))
      throw new RefusedError(`there is no database at ${file}; debrief serve makes one`);
    const room = file === undefined ? undefined : statfsSync(dirname(file));
    const db = connect(config.databaseUrl, { readOnly: !repair });
    try {
      const results = await examine({
        db,
        config,
        file,
        now: Date.now(),
        freeBytes: room ? room.bavail * room.bsize : Infinity,
        repair,
      });
      const ok = results.every(({ problems }) => problems.every(({ repaired }) => repaired));
      if (flags["json"]) printJson({ ok, checks: results });
      else
        for (const { name, problems } of results) {
          if (problems.length === 0) print(`${name}: ok`);
          for (const { organization, message, mend, repaired } of problems) {
            const where = organization === undefined ? "" : ` in ${organization}`;
            print(`${name}: ${message}${where}${repaired ? ": repaired" : `\n  mend: ${mend}`}`);
          }
        }
      if (!ok)
        throw new RefusedError("something is wrong; the command under each finding mends it");
      if (repair) tell("everything is in order now");
    } finally {
      await db.destroy();
    }
  },
};
