// Bundles the console, /docs and /graphiql into build/web, each file also compressed, and renders the pages of docs/.
// Part of npm run build.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, type OutputFile } from "esbuild";
import { formatGuideFile, NOT_FOUND_FILE } from "../src/api/console/paths.js";
import { renderGuides } from "./docs/guides.js";

const OUTPUT = "build/web";
const INPUTS = "build/web.json";
// Above this size, the best compression takes seconds to save a tenth.
const LARGE_BYTES = 500_000;

/** The entry script of each page. */
const pages = {
  index: "web/main.tsx",
  docs: "web/docs/main.ts",
  graphiql: "web/graphiql/main.ts",
};
const monaco = "node_modules/monaco-editor/esm/vs";

const buildBundle = async (entryPoints: Record<string, string>) =>
  build({
    entryPoints,
    bundle: true,
    splitting: true,
    format: "esm",
    target: ["chrome123", "firefox121", "safari17.5"],
    minify: true,
    legalComments: "none",
    entryNames: "[name]-[hash]",
    chunkNames: "part-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".svg": "copy", ".ttf": "file" },
    outdir: OUTPUT,
    write: false,
    metafile: true,
    logLevel: "warning",
  });

// Two builds: with shared chunks, the console would load code that only the other pages need.
const bundles = [
  await buildBundle({ app: pages.index, icon: "web/icon.svg", plain: "web/plain/page.css" }),
  await buildBundle({
    docs: pages.docs,
    graphiql: pages.graphiql,
    // The web workers of GraphiQL's editor.
    "editor-worker": `${monaco}/editor/editor.worker.js`,
    "json-worker": `${monaco}/language/json/json.worker.js`,
    "graphql-worker": "node_modules/monaco-graphql/esm/graphql.worker.js",
  }),
];
const outputFiles = bundles.flatMap(({ outputFiles }) => outputFiles);
const outputs = bundles.flatMap(({ metafile }) => Object.entries(metafile.outputs));

/** The output files of the entry points by name: `icon`, `editor-worker`. */
const entryFiles = Object.fromEntries(
  outputs.flatMap(([path, { entryPoint }]) =>
    entryPoint === undefined ? [] : [[basename(path).replace(/-[^-]+$/, ""), basename(path)]],
  ),
);

const fillTemplate = (name: string, values: Record<string, string>): string =>
  readFileSync(`web/${name}.html`, "utf8").replace(
    /\{([\w-]+)\}/g,
    (_, key: string) => ({ ...entryFiles, ...values })[key]!,
  );

const buildPage = (name: string, entry: string): string => {
  const [script, { imports, cssBundle }] = outputs.find(
    ([, { entryPoint }]) => entryPoint === entry,
  )!;
  // The browser loads shared chunks without waiting for the script that imports them.
  const preloads = imports
    .filter(({ kind }) => kind === "import-statement")
    .map(({ path }) => `<link rel="modulepreload" href="${basename(path)}" />`)
    .join("\n    ");
  return fillTemplate(name, { style: basename(cssBundle!), script: basename(script), preloads });
};

const compressBrotli = (contents: Uint8Array): Buffer =>
  brotliCompressSync(contents, {
    params: { [constants.BROTLI_PARAM_QUALITY]: contents.length > LARGE_BYTES ? 9 : 11 },
  });

/** Writes a file and its compressed forms. Skips existing files, because the name contains the content's hash. */
const writeCompressed = ({ path, contents }: OutputFile): string[] => {
  const names = [path, `${path}.gz`, `${path}.br`];
  if (!names.every((name) => existsSync(name))) {
    writeFileSync(path, contents);
    writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
    writeFileSync(`${path}.br`, compressBrotli(contents));
  }
  return names.map((name) => basename(name));
};

mkdirSync(OUTPUT, { recursive: true });
const currentFiles = new Set(outputFiles.flatMap(writeCompressed));
const writePage = (name: string, html: string): void => {
  currentFiles.add(name);
  writeFileSync(join(OUTPUT, name), html);
};
for (const [name, entry] of Object.entries(pages))
  writePage(`${name}.html`, buildPage(name, entry));
writePage(NOT_FOUND_FILE, fillTemplate("not-found", {}));
const guides = renderGuides();
const guideList = guides
  .map(({ path, title }) => `<li><a href="docs/${path}">${title}</a></li>`)
  .join("\n            ");
for (const { path, title, html } of guides)
  writePage(
    formatGuideFile(path),
    fillTemplate("guide", { title, list: guideList, content: html }),
  );
// The source files, for the licences of the single executable.
writeFileSync(
  INPUTS,
  JSON.stringify(bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs))),
);
for (const name of readdirSync(OUTPUT)) if (!currentFiles.has(name)) rmSync(join(OUTPUT, name));
if (process.argv.includes("--sizes"))
  for (const [name] of outputs)
    console.log(`${name}: ${gzipSync(readFileSync(name), { level: 9 }).length} bytes of gzip`);
