import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const IMPORT = /\b(?:from|import) ?\(?"(\.[^"]+)"/g;

/** Whether a compiled file imports the other, itself or through what it imports. */
export const reaches = (file: string, goal: string, seen = new Set<string>()): boolean => {
  if (file === goal) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  return readFileSync(file, "utf8")
    .matchAll(IMPORT)
    .some(([, path]) => reaches(resolve(dirname(file), path!), goal, seen));
};
