// Builds dist/debrief: the program, SQLite and Node in one file. npm run build:binary; see decisions/0009.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { AUDIO_ASSET_PREFIX, AUDIO_FOLDER } from "../src/demo/recorded/recorded-audio.js";
import { ADDON } from "./binary/addon.js";
import { bundleProgram } from "./binary/bundle.js";
import { listModelFiles, packModelFiles } from "./binary/model-files.js";
import { buildLicenses } from "./binary/licenses.js";
import { trimIcu } from "./binary/trim-icu.js";

const WORK = "build/binary";
const WEB = "build/web";
const OUTPUT = "dist/debrief";
const LICENSES = join(WORK, "LICENSES");

/**
 * Copies Node without its symbols, a fifth of its size, and without languages. Stripping after the injection would
 * break the file.
 */
const copyNode = (): string => {
  const node = join(WORK, "node");
  try {
    execFileSync("strip", ["-o", node, process.execPath]);
  } catch (error) {
    console.warn(`cannot strip Node, so the executable is larger: ${(error as Error).message}`);
    copyFileSync(process.execPath, node);
  }
  const binary = readFileSync(node);
  trimIcu(binary);
  writeFileSync(node, binary);
  return node;
};

const resolveAddon = (): string => {
  const main = createRequire(import.meta.url).resolve("better-sqlite3");
  return join(dirname(main), "../prebuilds", `${process.platform}-${process.arch}.node`);
};

/** Lists the files to embed. src/api/console/console-files.ts decompresses a file that exists only compressed. */
const listWebFiles = (): string[] => {
  const names = readdirSync(WEB);
  return names.filter((name) => !names.includes(`${name}.gz`));
};

rmSync(WORK, { recursive: true, force: true });
mkdirSync(WORK, { recursive: true });
mkdirSync(dirname(OUTPUT), { recursive: true });
const { main, workers } = await bundleProgram(WORK);
const bundles = [main, ...Object.values(workers)];
const webInputs = JSON.parse(readFileSync(`${WEB}.json`, "utf8")) as string[];
const modules = [
  ...bundles.flatMap(({ modules }) => modules),
  ...webInputs.map((file) => resolve(file)),
];
writeFileSync(LICENSES, buildLicenses([...modules, ...listModelFiles()]));
const config = join(WORK, "sea-config.json");
writeFileSync(
  config,
  JSON.stringify({
    main: main.file,
    mainFormat: "module",
    executable: copyNode(),
    output: OUTPUT,
    assets: {
      [ADDON]: resolveAddon(),
      LICENSES,
      ...Object.fromEntries(
        readdirSync(AUDIO_FOLDER).map((name) => [
          AUDIO_ASSET_PREFIX + name,
          join(AUDIO_FOLDER, name),
        ]),
      ),
      ...packModelFiles(join(WORK, "models")),
      ...Object.fromEntries(Object.entries(workers).map(([name, { file }]) => [name, file])),
      ...Object.fromEntries(listWebFiles().map((name) => [`web/${name}`, join(WEB, name)])),
    },
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    // Node warns about url.parse() outside node_modules; in the bundle, the dependencies are also outside.
    execArgv: ["--experimental-vfs", "--disable-warning=DEP0169"],
    execArgvExtension: "none",
  }),
);
execFileSync(process.execPath, ["--build-sea", config], { stdio: ["ignore", "ignore", "inherit"] });
rmSync(join(WORK, "node"));
console.log(`${OUTPUT}: ${(statSync(OUTPUT).size / 1e6).toFixed(1)} MB, Node ${process.version}`);
