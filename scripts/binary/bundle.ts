import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The scripts of the worker threads and child processes in build/src, each bundled under its own name. */
export const WORKER_SCRIPTS = [
  "base/workers/reader-worker.js",
  "api/export/export-worker.js",
  "analyzer/basic/rules-worker.js",
  "analyzer/trackers/trackers-worker.js",
  "base/workers/redaction-worker.js",
  "media/duration-process.js",
  "analyzer/embedded/speech-process.js",
  "calendars/calendar-process.js",
  "meaning/meaning-process.js",
  "media/wav-process.js",
  "media/peaks-process.js",
];

/** Optional dependencies of dependencies, for features that debrief doesn't use. */
export const external = ["sqlite3", "class-validator"];

/** Knex imports the dialects of all databases by name. debrief passes SQLite's as a class. */
export const KNEX_DIALECTS = {
  id: /[\\/]knex[\\/]lib[\\/]dialects[\\/]index\.js$/,
  code: `exports.getDialectByNameOrAlias = () => require("./postgres");`,
};

const createReplacement = (name: string, id: RegExp, code: string): Plugin => ({
  name,
  load: { filter: { id }, handler: () => code },
});

const plugins = [
  createReplacement(
    "addon",
    /[\\/]better-sqlite3[\\/]lib[\\/]binding\.js$/,
    `export { getBinding } from ${JSON.stringify(resolvePath("addon.js"))};`,
  ),
  createReplacement("dialects", KNEX_DIALECTS.id, KNEX_DIALECTS.code),
];

/** A bundle and its source files. */
export interface Bundle {
  file: string;
  modules: string[];
}

/**
 * Bundles a compiled file with everything that it imports. Keeps names, because GraphQL type names come from
 * classes. @throws if an import cannot be resolved
 */
const buildBundle = async (input: string, file: string, format: "esm" | "cjs"): Promise<Bundle> => {
  const build = await rolldown({
    input,
    platform: "node",
    external,
    plugins,
    checks: { eval: false },
    onLog: (_, { message }) => {
      throw new Error(message);
    },
  });
  const { output } = await build.write({
    file,
    format,
    codeSplitting: false,
    keepNames: true,
    comments: false,
    // Keep line breaks: for an uncaught error, Node prints the whole line that threw it.
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: false } },
  });
  await build.close();
  const [chunk] = output as [OutputChunk];
  return { file, modules: chunk.moduleIds };
};

/** Writes the program as one module and its workers as scripts to a directory. */
export const bundleProgram = async (
  directory: string,
): Promise<{ main: Bundle; workers: Record<string, Bundle> }> => {
  const workers: Record<string, Bundle> = {};
  for (const script of WORKER_SCRIPTS) {
    const name = basename(script);
    const file = `${directory}/${name}`;
    workers[name] = await buildBundle(resolvePath(`../../src/${script}`), file, "cjs");
  }
  const main = await buildBundle(resolvePath("entry.js"), `${directory}/main.mjs`, "esm");
  return { main, workers };
};
