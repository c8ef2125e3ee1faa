import { print, printJson, RefusedError, tell, type Verb } from "../verb.js";

export const doctor: Verb = {
  usage: "doctor [--repair] [--json]",
  about: "check that what is kept agrees with itself; exit 1 where it does not and is not repaired",
  args: 0,
  options: { repair: { type: "boolean" }, json: { type: "boolean" } },
  configured: true,
  run: async ({ flags, config }) => {
    const { checks } = await import("../checks.js");
    const { openProgram } = await import("../program.js");
    const { db } = await openProgram(config());
    try {
      const results = [];
      for (const { name, run } of checks)
        results.push({ name, problems: await run(db, flags["repair"] === true) });
      const ok = results.every(({ problems }) => problems.every(({ repaired }) => repaired));
      if (flags["json"]) printJson({ ok, checks: results });
      else
        for (const { name, problems } of results) {
          if (problems.length === 0) print(`${name}: ok`);
          for (const { organization, message, repaired } of problems)
            print(`${name}: ${message} in ${organization}${repaired ? ": repaired" : ""}`);
        }
      if (!ok) throw new RefusedError("something is wrong; see: debrief doctor --repair");
      if (flags["repair"]) tell("everything is in order now");
    } finally {
      await db.destroy();
    }
  },
};
