import { print, printJson, tell, type Verb } from "../verb.js";
import { told } from "./told.js";

export const backup: Verb = {
  usage: "backup <file> [--force] [--json]",
  about: "write a verified backup of the SQLite database and its key, while it is used",
  args: 1,
  options: { force: { type: "boolean" }, json: { type: "boolean" } },
  configured: true,
  run: async ({ args: [file], flags, config }) => {
    const { backUp } = await import("../backup/backup.js");
    const made = told(file!, () => backUp(config(), file!, flags["force"] === true, Date.now()));
    if (made.secretKey === "missing")
      tell(
        "the key of the signing secrets is not in it: it is missing or wrong; see: debrief doctor",
      );
    if (made.secretKey === "setting") tell("DEBRIEF_SECRET_KEY is not in it: keep it too");
    if (flags["json"]) printJson(made);
    else
      print(
        `${made.file}  ${made.bytes} bytes  ${made.seconds} s  ${made.organizations} organizations, ${made.recordings} recordings, verified`,
      );
  },
};
