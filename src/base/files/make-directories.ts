import { mkdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { isMissing } from "./missing-file.js";

const MODE = 0o700;
const MAX_ATTEMPTS = 3;

const isExisting = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "EEXIST";

const isDirectorySync = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Creates a directory and its parents. Returns the first one that it created; undefined if all existed. Node's recursive
 * mkdir never ends where an existing parent answers ENOENT, as /proc does.
 * @throws errors of the file system; EEXIST if the path or a parent is a file
 */
export const makeDirectoriesSync = (path: string): string | undefined => {
  if (isDirectorySync(path)) return undefined;
  const parent = dirname(path);
  const first = parent === path ? undefined : makeDirectoriesSync(parent);
  try {
    mkdirSync(path, { mode: MODE });
  } catch (error) {
    // Another process can have been first.
    if (!isExisting(error) || !isDirectorySync(path)) throw error;
    return first;
  }
  return first ?? path;
};

const isDirectory = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    // As statSync does: ENOTDIR where a parent is a file, which mkdir then names.
    if (["ENOENT", "ENOTDIR"].includes(String((error as NodeJS.ErrnoException).code))) return false;
    throw error;
  }
};

/** As makeDirectoriesSync, without blocking. Starts again if a job deletes an empty parent meanwhile. */
export const makeDirectories = async (
  path: string,
  attempts = MAX_ATTEMPTS,
): Promise<string | undefined> => {
  if (await isDirectory(path)) return undefined;
  const parent = dirname(path);
  const first = parent === path ? undefined : await makeDirectories(parent);
  try {
    await mkdir(path, { mode: MODE });
  } catch (error) {
    if (isMissing(error) && attempts > 1) return makeDirectories(path, attempts - 1);
    if (!isExisting(error) || !(await isDirectory(path))) throw error;
    return first;
  }
  return first ?? path;
};
