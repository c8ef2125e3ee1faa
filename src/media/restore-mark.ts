import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectoriesSync } from "../base/files/make-directories.js";

const resolveMark = (dataDir: string): string => join(dataDir, "database-restored");

/**
 * Marks the data directory before a restore replaces the database. The next sweep of media then removes nothing:
 * files that the restored database lacks may belong to the replaced one.
 */
export const writeRestoreMark = (dataDir: string): void => {
  makeDirectoriesSync(dataDir);
  writeFileSync(resolveMark(dataDir), "", { mode: 0o600, flush: true });
};

export const hasRestoreMark = (dataDir: string): boolean => existsSync(resolveMark(dataDir));

export const deleteRestoreMark = (dataDir: string): void =>
  rmSync(resolveMark(dataDir), { force: true });
