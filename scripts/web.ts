// build/web: the console as the files that a browser loads, each also compressed. Part of npm run build.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build, type OutputFile } from "esbuild";

const OUTPUT = "build/web";
const INPUTS = "build/web.json";

const { outputFiles, metafile } = await build({
  entryPoints: { app: "web/main.tsx", icon: "web/icon.svg" },
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["chrome123", "firefox121", "safari17.5"],
  minify: true,
  legalComments: "none",
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".svg": "copy" },
  outdir: OUTPUT,
  write: false,
  metafile: true,
  logLevel: "warning",
});

const [app, { imports, cssBundle }] = Object.entries(metafile.outputs).find(
  ([, { entryPoint }]) => entryPoint === "web/main.tsx",
)!;

// What all screens share is found before the script that asks for it has arrived.
const preloads = imports
  .filter(({ kind }) => kind === "import-statement")
  .map(({ path }) => `<link rel="modulepreload" href="${basename(path)}" />`);

const page = (): string => {
  const parts: Record<string, string> = {
    icon: basename(outputFiles.find(({ path }) => path.endsWith(".svg"))!.path),
    style: basename(cssBundle!),
    preloads: preloads.join("\n    "),
    script: basename(app),
  };
  const template = readFileSync("web/index.html", "utf8");
  return template.replace(/\{(\w+)\}/g, (_, name: string) => parts[name]!);
};

/** A name has the hash of its content: what is there already is right. */
const write = ({ path, contents }: OutputFile): string[] => {
  const names = [path, `${path}.gz`, `${path}.br`];
  if (!names.every((name) => existsSync(name))) {
    writeFileSync(path, contents);
    writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(contents));
  }
  return names.map((name) => basename(name));
};

mkdirSync(OUTPUT, { recursive: true });
const kept = new Set([...outputFiles.flatMap(write), "index.html"]);
writeFileSync(join(OUTPUT, "index.html"), page());
// What it is made of, for the licences of the single executable.
writeFileSync(INPUTS, JSON.stringify(Object.keys(metafile.inputs)));
for (const name of readdirSync(OUTPUT)) if (!kept.has(name)) rmSync(join(OUTPUT, name));
if (process.argv.includes("--sizes"))
  for (const name of Object.keys(metafile.outputs))
    console.log(`${name}: ${gzipSync(readFileSync(name), { level: 9 }).length} bytes of gzip`);
