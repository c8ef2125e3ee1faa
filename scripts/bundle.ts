// build/bundle: the compiled program in few files. They start in 80 % of the time that a thousand files take. Uses
// esbuild, because rolldown 1 used a name twice within a chunk; the executable has no chunks.
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { build, type Plugin } from "esbuild";
import { external, KNEX_DIALECTS, WORKER_SCRIPTS } from "./binary/bundle.js";

const SOURCE = "build/src";
// As deep as build/src/api/console, from where the program finds build/web.
const OUTPUT = "build/bundle/node/program";

const knexDialects: Plugin = {
  name: "knex-dialects",
  setup: (bundler) =>
    bundler.onLoad({ filter: KNEX_DIALECTS.id }, () => ({ contents: KNEX_DIALECTS.code })),
};

/** Code that a chunk runs before its modules, whose order is undefined. */
const banner = `import "reflect-metadata";
import { createRequire as createBundleRequire } from "node:module";
process.env["NODE_ENV"] ??= "production";
// CommonJS packages require Node's modules at run time.
const require = createBundleRequire(import.meta.url);
const keepFunction = (value) => value;`;

/**
 * Drops the names of nested functions. esbuild keeps such a name by a call whenever the function is created, which
 * takes a sixth of a request's time. Classes (a call in their body) and module-level functions keep their names.
 */
const unnameInnerFunctions = (code: string): string =>
  code.replaceAll(/^[ \t].*__name\(.*$/gm, (line) =>
    line.replaceAll(/\b__name\((?!this,)/g, "keepFunction("),
  );

const { metafile, outputFiles } = await build({
  entryPoints: ["main.js", ...WORKER_SCRIPTS].map((script) => `${SOURCE}/${script}`),
  entryNames: "[name]",
  outdir: OUTPUT,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  mainFields: ["module", "main"],
  target: "node26",
  // Stack traces and GraphQL types show the names of functions and classes.
  keepNames: true,
  // Node warns of parseurl's url.parse() wherever it isn't in node_modules. The sentence model's library looks for files
  // beside itself.
  external: [
    ...external,
    "@energetic-ai/core",
    "@energetic-ai/embeddings",
    "better-sqlite3",
    "parseurl",
    "reflect-metadata",
  ],
  plugins: [knexDialects],
  banner: { js: banner },
  metafile: true,
  write: false,
  logLevel: "warning",
});
mkdirSync(OUTPUT, { recursive: true });
for (const { path, text } of outputFiles) writeFileSync(path, unnameInnerFunctions(text));
const written = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const path of globSync(`${OUTPUT}/*.js`)) if (!written.has(basename(path))) rmSync(path);
