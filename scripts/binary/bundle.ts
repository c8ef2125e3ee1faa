import { fileURLToPath } from "node:url";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The files that src/thread.ts starts, each a bundle of its own. */
const THREAD_SCRIPTS = ["reader-worker.js", "export-worker.js", "duration-worker.js"];

/** Loaded by their users only where they are installed, and nobody here uses what needs them. */
const external = ["sqlite3", "class-validator"];

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
  // Knex names the dialects of every database there is; SQLite's is given to it as a class.
  createReplacement(
    "dialects",
    /[\\/]knex[\\/]lib[\\/]dialects[\\/]index\.js$/,
    `exports.getDialectByNameOrAlias = () => require("./postgres");`,
  ),
];

/** A bundle, and the files that went into it. */
export interface Bundle {
  file: string;
  modules: string[];
}

/**
 * Makes one file of a compiled file and all that it imports. Names are kept, since GraphQL takes its
 * types' names from classes. @throws where something that is imported cannot be found
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
    // Lines are kept: of an uncaught error Node prints the whole line that threw it.
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: false } },
  });
  await build.close();
  const [chunk] = output as [OutputChunk];
  return { file, modules: chunk.moduleIds };
};

/** The program as one module, and its threads as scripts, in a directory. */
export const bundleProgram = async (
  directory: string,
): Promise<{ main: Bundle; threads: Record<string, Bundle> }> => {
  const threads: Record<string, Bundle> = {};
  for (const name of THREAD_SCRIPTS)
    threads[name] = await buildBundle(
      resolvePath(`../../src/workers/${name}`),
      `${directory}/${name}`,
      "cjs",
    );
  const main = await buildBundle(resolvePath("entry.js"), `${directory}/main.mjs`, "esm");
  return { main, threads };
};
