import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const IMPORT = /\b(?:from |import |import\()"(\.[^"]+)"/g;

const listImports = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, path]) => resolve(dirname(file), path!));

/** Returns the compiled files that import the goal, directly or indirectly. */
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
  // Iterating a set also visits items added meanwhile.
  for (const file of dependents)
    for (const importer of importers.get(file) ?? []) dependents.add(importer);
  return new Set(files.filter((file) => dependents.has(resolve(file))));
};
