// Runs `npm run build` unless the last build had the same sources. Plain JavaScript, for any Node.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMP = join(ROOT, "build/sources.sha256");
const PROGRAM = join(ROOT, "build/bundle/node/program/main.js");
const { include } = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8"));
const SOURCES = [...include, "docs", "web", "tsconfig.json", "package.json", "package-lock.json"];

const listFiles = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => listFiles(join(path, name)))
    : [path];

/** Hashes path, size and time of each source: an edit, a checkout or an install changes one of them. */
const hashSources = () => {
  const hash = createHash("sha256");
  for (const path of SOURCES.flatMap((name) => listFiles(join(ROOT, name)))) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest("hex");
};

const isBuilt = (sources) =>
  existsSync(PROGRAM) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources;

// Hashed before the build: a file that changes during the build counts as changed at the next start.
const sources = hashSources();
if (!isBuilt(sources)) {
  const startedAt = Date.now();
  console.error(
    "Building the program and the console: once, and again after a change of the sources …",
  );
  const { status } = spawnSync("npm", ["run", "--silent", "build"], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, sources);
  console.error(`Built in ${Math.round((Date.now() - startedAt) / 1000)} s. Starting the server …`);
}
