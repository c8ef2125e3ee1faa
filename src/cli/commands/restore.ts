import { existsSync } from "node:fs";
import type { Config } from "../../base/config/config.js";
import { print, printJson, printToStderr, type Command } from "../../base/config/command.js";
import { rethrowAsRefusedError } from "./file-errors.js";
import { jsonFlag } from "./shared-flags.js";

/** Erases in the restored database what was erased since the backup, if anything ever was. */
const openRestored = async (config: Config): Promise<void> => {
  const { resolveErasureJournal } = await import("../../upkeep/erasures/erasure-journal.js");
  if (!existsSync(resolveErasureJournal(config.dataDir))) return;
  const { openProgram } = await import("../../program.js");
  const program = await openProgram(config);
  await program.reader.close();
  await program.db.destroy();
};

export const restore: Command = {
  usage: "restore <file> [--key-only] [--json]",
  description: "replace the database with a backup",
  details: "Keeps the replaced database in a file. See docs/backup.md.",
  requiredArgs: 1,
  options: {
    "key-only": { type: "boolean", description: "restore only the secret key" },
    ...jsonFlag,
  },
  takesSettings: true,
  run: async ({ args: [backup], flags, readConfig }) => {
    const { restoreBackup, restoreSecretKey } =
      await import("../../upkeep/backup/restore-backup.js");
    if (flags["key-only"]) {
      const file = await rethrowAsRefusedError(backup!, () =>
        restoreSecretKey(readConfig(), backup!),
      );
      return flags["json"] ? printJson({ key: file }) : print(`restored ${file}`);
    }
    const config = readConfig();
    const restored = await rethrowAsRefusedError(backup!, () =>
      restoreBackup(config, backup!, Date.now()),
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
    // An older backup has to be migrated first; then the server does this at its start.
    if (pending.length === 0) await openRestored(config);
  },
};
