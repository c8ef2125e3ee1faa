import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { print, printJson, RefusedError, tell, type Verb } from "../verb.js";
import { progress } from "./progress.js";

export const importVerb: Verb = {
  usage: "import [file] [--json]",
  about: "make the organization of an export, under the ids it had",
  args: 0,
  optionalArgs: 1,
  options: { json: { type: "boolean" } },
  configured: true,
  run: async ({ args: [file], flags, config }) => {
    const { openProgram } = await import("../program.js");
    const { importLines } = await import("../transfer/import.js");
    const { BadImport } = await import("../transfer/lines.js");
    const input = file === undefined ? process.stdin : createReadStream(file);
    // Before it is read: an error of the stream would have nobody to go to.
    const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
    const services = await openProgram(config());
    const shown = progress();
    try {
      const all = { [Symbol.asyncIterator]: () => lines };
      const { organization, rows, made } = await importLines(services, all, shown.show);
      shown.end();
      if (flags["json"]) return printJson({ organization, rows, ...made });
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      print(`organization    ${organization.id}  ${organization.name}  ${total} rows`);
      if (!made) return;
      print(`API key         ${made.apiKey}`);
      print(`signing secret  ${made.signingSecret}`);
      print(`dialer URL      ${made.dialerUrl}`);
      print(`internal token  ${made.internalToken}`);
      tell("the export has no keys: these are new, and so are the secrets of its webhooks");
    } catch (error) {
      shown.end();
      if (error instanceof BadImport || (error as NodeJS.ErrnoException).syscall !== undefined)
        throw new RefusedError((error as Error).message);
      throw error;
    } finally {
      await services.db.destroy();
    }
  },
};
