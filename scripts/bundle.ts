// build/bundle: the compiled program in few files. Node starts them in 80 % of the time of a thousand. By esbuild,
// because rolldown 1 gave one name twice to a chunk; the executable has no chunks.
import { globSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { build, type Plugin } from "esbuild";
import { external, KNEX_DIALECTS, WORKER_SCRIPTS } from "./binary/bundle.js";

const SOURCE = "build/src";
// As deep as build/src/console, from where the program finds build/web.
const OUTPUT = "build/bundle/program";

const knexDialects: Plugin = {
  name: "knex-dialects",
  setup: (bundler) =>
    bundler.onLoad({ filter: KNEX_DIALECTS.id }, () => ({ contents: KNEX_DIALECTS.code })),
};

const { metafile } = await build({
  entryPoints: [`${SOURCE}/main.js`, ...WORKER_SCRIPTS.map((name) => `${SOURCE}/workers/${name}`)],
  entryNames: "[name]",
  outdir: OUTPUT,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node26",
  // Stack traces and GraphQL's types show the names of functions and classes.
  keepNames: true,
  // Node warns of parseurl's url.parse() wherever it isn't in node_modules.
  external: [...external, "better-sqlite3", "parseurl", "reflect-metadata"],
  plugins: [knexDialects],
  // Chunks run in an order of their own, and decorators need the polyfill before any of them. CommonJS packages
  // require Node's modules at run time.
  banner: {
    js: `import "reflect-metadata"; import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);`,
  },
  metafile: true,
  logLevel: "warning",
});
const written = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const path of globSync(`${OUTPUT}/*.js`)) if (!written.has(basename(path))) rmSync(path);
