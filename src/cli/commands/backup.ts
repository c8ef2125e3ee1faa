import { print, printJson, printToStderr, type Command } from "../../base/config/command.js";
import { rethrowAsRefusedError } from "./file-errors.js";
import { jsonFlag } from "./shared-flags.js";

export const backup: Command = {
  usage: "backup <file> [--force] [--json]",
  description: "write a verified backup of the SQLite database",
  details:
    "The backup includes the secret key's file. The server can keep running. See docs/backup.md.",
  requiredArgs: 1,
  options: { force: { type: "boolean", description: "replace an existing file" }, ...jsonFlag },
  takesSettings: true,
  run: async ({ args: [file], flags, readConfig }) => {
    const { writeBackup } = await import("../../upkeep/backup/write-backup.js");
    const { recordBackup } = await import("../../upkeep/backup/last-backup.js");
    const written = await rethrowAsRefusedError(file!, () =>
      writeBackup(readConfig(), file!, flags["force"] === true, Date.now),
    );
    await recordBackup(readConfig().dataDir, Date.now()).catch((error: Error) =>
      printToStderr(`the console won't show this backup: ${error.message}`),
    );
    if (written.rebuilt.length > 0)
      printToStderr(
        `the database is damaged; the backup has rebuilt ${written.rebuilt.join(" and ")}; see: debrief doctor`,
      );
    if (written.secretKey === "missing")
      printToStderr(
        "the backup does not contain the secret key, because the key is missing or wrong; see: debrief doctor",
      );
    if (written.secretKey === "setting")
      printToStderr("the backup does not contain DEBRIEF_SECRET_KEY; store the key separately");
    if (flags["json"]) printJson(written);
    else
      print(
        `${written.file}  ${written.bytes} bytes  ${written.seconds} s  ${written.organizations} organizations, ${written.recordings} recordings, verified`,
      );
  },
};
