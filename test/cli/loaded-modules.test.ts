import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "ava";
import { parseSync } from "oxc-parser";

/** Packages that load in a few milliseconds. */
const SMALL_PACKAGES = ["fastest-levenshtein", "ipaddr.js", "reflect-metadata"];

/** Lists what a file loads at its start, and with it: the packages, and the project's files. */
const listLoaded = (entry: string): { packages: string[]; files: string[] } => {
  const files = new Set([entry]);
  const packages = new Set<string>();
  // A set is iterated over what is added to it meanwhile.
  for (const file of files) {
    const { module } = parseSync(file, readFileSync(file, "utf8"));
    const specifiers = [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
      ),
    ];
    for (const specifier of specifiers)
      if (specifier.startsWith(".")) files.add(join(dirname(file), specifier));
      else if (!specifier.startsWith("node:")) packages.add(specifier);
  }
  return { packages: [...packages].toSorted(), files: [...files] };
};

test("a command that opens no database loads neither GraphQL nor a database driver", (t) => {
  const { packages, files } = listLoaded("build/src/main.js");
  t.deepEqual(packages, SMALL_PACKAGES);
  t.true(files.length > 50);
  t.true(files.includes("build/src/cli/commands/webhooks.js"));
});
