import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const IMPORT = /\b(?:from |import |import\()"(\.[^"]+)"/g;

const listImports = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, path]) => resolve(dirname(file), path!));

/** Returns those of the compiled files that import the goal, directly or through what they import. */
export const findDependents = (files: readonly string[], goal: string): Set<string> => {
  const importers = new Map<string, string[]>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const imported of listImports(file)) {
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
      visit(imported);
    }
  };
  for (const file of files) visit(resolve(file));
  const dependents = new Set([resolve(goal)]);
  // A set is iterated over what is added to it meanwhile.
  for (const file of dependents)
    for (const importer of importers.get(file) ?? []) dependents.add(importer);
  return new Set(files.filter((file) => dependents.has(resolve(file))));
};
