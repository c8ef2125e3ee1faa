import { existsSync, globSync } from "node:fs";

const toSource = (compiled: string): string =>
  compiled.replace(/^build\//, "").replace(/\.js$/, ".ts");

/** Omits leftovers of renamed or deleted files in build/, and the groups that a run writes there. */
const listFiles = (pattern: string): string[] =>
  globSync(pattern)
    .filter((file) => existsSync(toSource(file)))
    .toSorted();

/** `users`, `people/users`, `test/people/users.test.ts` or its compiled file. */
const toName = (argument: string): string =>
  argument.replace(/^(?:build\/)?test\//, "").replace(/(?:\.test)?\.[jt]s$/, "");

/** An argument that names no test. */
export class UnknownTestError extends Error {}

/**
 * Returns the compiled test files that an argument names: a concept (a folder) or a file.
 * @throws UnknownTestError
 */
const findFiles = (argument: string): string[] => {
  const name = toName(argument);
  const found = [
    `build/test/${name}/**/*.test.js`,
    `build/test/${name}.test.js`,
    `build/test/**/${name}.test.js`,
  ]
    .map(listFiles)
    .find((files) => files.length > 0);
  if (!found) throw new UnknownTestError(`no test file or folder of test/ is named "${argument}"`);
  return found;
};

/** Returns the compiled test files to run: all of them without arguments. */
export const selectFiles = (names: readonly string[]): string[] =>
  names.length === 0
    ? listFiles("build/test/**/*.test.js")
    : [...new Set(names.flatMap(findFiles))];
