import { print, printJson, tell, type Verb } from "../verb.js";
import { told } from "./told.js";

export const restore: Verb = {
  usage: "restore <file> [--key] [--json]",
  about: "put a backup in the database's place, kept beside it; --key: its secret key alone",
  args: 1,
  options: { key: { type: "boolean" }, json: { type: "boolean" } },
  configured: true,
  run: async ({ args: [backup], flags, config }) => {
    const { restore: restoreAll, restoreKey } = await import("../backup/restore.js");
    if (flags["key"]) {
      const file = told(backup!, () => restoreKey(config(), backup!));
      return flags["json"] ? printJson({ key: file }) : print(`${file} is back`);
    }
    const restored = told(backup!, () => restoreAll(config(), backup!, Date.now()));
    const { file, replaced, organizations, recordings, pending } = restored;
    if (flags["json"])
      printJson({
        ...restored,
        replaced: replaced ?? null,
        madeAt: restored.madeAt === undefined ? null : new Date(restored.madeAt).toISOString(),
      });
    else print(`${file}  ${organizations} organizations, ${recordings} recordings`);
    if (pending.length > 0) tell("the backup is of an older debrief: serve brings it up to date");
    if (replaced !== undefined)
      tell(`the replaced database is ${replaced}\nto undo: debrief restore '${replaced}'`);
  },
};
