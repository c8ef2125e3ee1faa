// Before any decorated class, whichever module a test file imports first.
import "reflect-metadata";
import { registerHooks } from "node:module";
import { basename, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import test from "ava";
import { runInTurn } from "./schedule.js";
import { ScopedFile } from "./scoped-file.js";

const TESTS = resolve("build/test");
const SCOPE = "file";
/** Helpers that register hooks: each file has its own instance. */
const SUITE_HELPER = /\/test\/(?:[\w-]+\/)+(?:\w+-)*suite\.js$/;

const files: ScopedFile[] = [];

/** The file that a module belongs to; undefined if it is shared. */
export const findScopedFile = (url: string | undefined): ScopedFile | undefined => {
  const number = url === undefined ? null : new URL(url).searchParams.get(SCOPE);
  return number === null ? undefined : files[Number(number)];
};

const addScope = (url: string, file: ScopedFile): string => {
  const scoped = new URL(url);
  scoped.searchParams.set(SCOPE, String(files.indexOf(file)));
  return scoped.href;
};

/** Lets each test file, and each suite helper it imports, have its own `ava`. */
const resolveWithinFiles = (): void => {
  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const file = findScopedFile(context.parentURL);
      if (specifier === "ava" && file)
        return {
          url: addScope(new URL("./scoped-ava.js", import.meta.url).href, file),
          shortCircuit: true,
        };
      if (specifier === "ava" && context.parentURL?.startsWith(pathToFileURL(TESTS).href))
        throw new Error(
          `${basename(context.parentURL)} registers tests for all files of the process: name it *-suite.ts`,
        );
      const resolved = nextResolve(specifier, context);
      return file && SUITE_HELPER.test(resolved.url)
        ? { ...resolved, url: addScope(resolved.url, file) }
        : resolved;
    },
  });
};

const load = async (path: string): Promise<void> => {
  const file = new ScopedFile(relative(TESTS, path).replace(/\.test\.js$/, ""));
  files.push(file);
  try {
    await import(addScope(pathToFileURL(path).href, file));
  } catch (error) {
    file.tests.length = 0;
    file.tests.push({
      title: "the file loads",
      isSerial: false,
      isSkipped: false,
      run: () => {
        throw error;
      },
    });
  }
};

const register = (database: string, file: ScopedFile): void => {
  for (const declared of file.tests) {
    const title = `${database} › ${file.name} › ${declared.title}`;
    if (declared.isSkipped) test.skip(title, () => {});
    else test(title, async (t) => runInTurn(file, declared, async () => file.run(t, declared)));
  }
};

/** Runs test files in this process, each with its own hooks, as if ava ran each in its own process. */
export const runFiles = async (database: string, paths: readonly string[]): Promise<void> => {
  resolveWithinFiles();
  for (const path of paths) await load(resolve(path));
  for (const file of files) register(database, file);
};
