import { print, printJson, printToStderr, type Command } from "../command.js";
import { rethrowAsRefusedError } from "./file-errors.js";

export const restore: Command = {
  usage: "restore <file> [--key-only] [--json]",
  description:
    "replace the database with a backup and keep the replaced one; --key-only: restore only the secret key",
  requiredArgs: 1,
  options: { "key-only": { type: "boolean" }, json: { type: "boolean" } },
  takesSettings: true,
  run: async ({ args: [backup], flags, readConfig }) => {
    const { restoreBackup, restoreSecretKey } = await import("../../backup/restore-backup.js");
    if (flags["key-only"]) {
      const file = await rethrowAsRefusedError(backup!, () =>
        restoreSecretKey(readConfig(), backup!),
      );
      return flags["json"] ? printJson({ key: file }) : print(`restored ${file}`);
    }
    const restored = await rethrowAsRefusedError(backup!, () =>
      restoreBackup(readConfig(), backup!, Date.now()),
    );
    const { file, replaced, organizations, recordings, pending } = restored;
    if (flags["json"])
      printJson({
        ...restored,
        replaced: replaced ?? null,
        madeAt: restored.madeAt === undefined ? null : new Date(restored.madeAt).toISOString(),
      });
    else print(`${file}  ${organizations} organizations, ${recordings} recordings`);
    if (pending.length > 0) printToStderr("an older debrief wrote this backup; serve migrates it");
    if (replaced !== undefined)
      printToStderr(
        `the replaced database is kept as ${replaced}\nto undo: debrief restore '${replaced}'`,
      );
  },
};
