import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import {
  print,
  printJson,
  RefusedError,
  printToStderr,
  type Command,
} from "../../base/config/command.js";
import { createProgress } from "./progress.js";
import { jsonFlag } from "./shared-flags.js";

export const importCommand: Command = {
  usage: "import [file] [--json]",
  description: "create an organization from an export",
  details: "Keeps all ids. Reads stdin unless you name a file. See docs/backup.md.",
  requiredArgs: 0,
  optionalArgs: 1,
  options: jsonFlag,
  takesSettings: true,
  run: async ({ args: [file], flags, readConfig }) => {
    const { openProgram } = await import("../../program.js");
    const { openLog } = await import("../../base/config/open-log.js");
    const { reapplyErasures } = await import("../../upkeep/erasures/reapply-erasures.js");
    const { importLines } = await import("../../upkeep/transfer/import-lines.js");
    const { ImportError } = await import("../../upkeep/transfer/parse-line.js");
    const input = file === undefined ? process.stdin : createReadStream(file);
    // Before the first await: an error of the stream needs a listener.
    const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
    const config = readConfig();
    const log = openLog(config);
    const services = await openProgram(config, log);
    const progress = createProgress();
    try {
      const all = { [Symbol.asyncIterator]: () => lines };
      const { organization, rows, newCredentials } = await importLines(
        services,
        all,
        progress.show,
      );
      progress.end();
      // An export can be older than erasures, like a backup.
      await reapplyErasures(services, services.erasures, log);
      if (flags["json"]) return printJson({ organization, rows, ...newCredentials });
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      print(`organization    ${organization.id}  ${organization.name}  ${total} rows`);
      if (!newCredentials) return;
      print(`API key         ${newCredentials.apiKey}`);
      print(`signing secret  ${newCredentials.signingSecret}`);
      print(`dialer URL      ${newCredentials.dialerUrl}`);
      print(`internal token  ${newCredentials.internalToken}`);
      printToStderr(
        "the export contains no keys: the import created these, and new signing secrets for the webhooks",
      );
    } catch (error) {
      progress.end();
      if (error instanceof ImportError || (error as NodeJS.ErrnoException).syscall !== undefined)
        throw new RefusedError((error as Error).message);
      throw error;
    } finally {
      await services.db.destroy();
    }
  },
};
