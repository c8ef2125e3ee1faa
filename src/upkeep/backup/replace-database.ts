import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { acquireExclusiveLock } from "../../../db/engine/exclusive-lock.js";
import { SIDECAR_SUFFIXES, fsyncPath } from "./sqlite-files.js";

const REPLACED_INFIX = ".replaced-";

/** Returns whether a restore gave this path to the database it replaced, or to a file beside it. */
export const isReplacedDatabase = (database: string, path: string): boolean =>
  resolve(path).startsWith(resolve(database) + REPLACED_INFIX);

const formatStamp = (now: number): string => new Date(now).toISOString().replaceAll(/[-:.]/g, "");

const linkIfExists = (from: string, to: string): void => {
  if (existsSync(from)) linkSync(from, to);
};

/** Deletes hard links to the database that a killed restore left. Opening one would open the database itself. */
const deleteHardLinks = (file: string): void => {
  const { ino } = statSync(file);
  const directory = dirname(file);
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (!name.startsWith(basename(file) + REPLACED_INFIX) || /(-wal|\.key)$/.test(name)) continue;
    if (statSync(path).ino === ino)
      for (const suffix of ["", "-wal", ".key"]) rmSync(path + suffix, { force: true });
  }
};

/**
 * Replaces the database with the draft, in an order that survives a kill at any step: 1. Locks the database and merges
 * its write-ahead log into the file. No log remains that SQLite could apply
 * to the draft. A damaged file keeps its log under the new name. 2. Links the database and its key to a second name,
 * and syncs the directory. 3. Renames the draft to the database's name, then the draft's key. Both must be on one file
 * system. Returns the path of the replaced database, if there was one.
 * @throws DatabaseInUseError
 */
export const replaceDatabase = (
  file: string,
  draft: string,
  hasKey: boolean,
  now: number,
): string | undefined => {
  const directory = dirname(file);
  const replaced = existsSync(file) ? `${file}${REPLACED_INFIX}${formatStamp(now)}` : undefined;
  const lock = replaced === undefined ? undefined : acquireExclusiveLock(file);
  try {
    if (replaced !== undefined) {
      deleteHardLinks(file);
      linkSync(file, replaced);
      linkIfExists(`${file}-wal`, `${replaced}-wal`);
      linkIfExists(`${file}.key`, `${replaced}.key`);
      fsyncPath(directory);
    }
    for (const suffix of SIDECAR_SUFFIXES) rmSync(file + suffix, { force: true });
    fsyncPath(directory);
    renameSync(draft, file);
    if (hasKey) renameSync(`${draft}.key`, `${file}.key`);
    fsyncPath(directory);
  } finally {
    lock?.release();
  }
  return replaced;
};
