import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { holdAlone } from "../../db/alone.js";
import { SIDES, sync } from "./files.js";

const REPLACED = ".replaced-";

const stamp = (now: number): string => new Date(now).toISOString().replaceAll(/[-:.]/g, "");

const link = (from: string, to: string): void => {
  if (existsSync(from)) linkSync(from, to);
};

/** Second names of the database that a killed restore left: they are no copies, and must not be opened. */
const dropSecondNames = (file: string): void => {
  const { ino } = statSync(file);
  const directory = dirname(file);
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (!name.startsWith(basename(file) + REPLACED) || /(-wal|\.key)$/.test(name)) continue;
    if (statSync(path).ino === ino)
      for (const end of ["", "-wal", ".key"]) rmSync(path + end, { force: true });
  }
};

/**
 * Puts the draft in the place of the database, in an order that is safe to be killed in:
 * 1. Nobody else can open the database, and its log is in the file: what the log held is not lost, and
 *    no log is left that SQLite would apply to the draft. A damaged file keeps its log under the new name.
 * 2. The database and its key get a second name, on the disk.
 * 3. The draft takes the first name in one step, then its key does.
 * The two are of one file system. Returns the replaced database's name, if there was one.
 * @throws InUse
 */
export const replace = (
  file: string,
  draft: string,
  hasKey: boolean,
  now: number,
): string | undefined => {
  const directory = dirname(file);
  const replaced = existsSync(file) ? `${file}${REPLACED}${stamp(now)}` : undefined;
  const held = replaced === undefined ? undefined : holdAlone(file);
  try {
    if (replaced !== undefined) {
      dropSecondNames(file);
      linkSync(file, replaced);
      link(`${file}-wal`, `${replaced}-wal`);
      link(`${file}.key`, `${replaced}.key`);
      sync(directory);
    }
    for (const end of SIDES) rmSync(file + end, { force: true });
    sync(directory);
    renameSync(draft, file);
    if (hasKey) renameSync(`${draft}.key`, `${file}.key`);
    sync(directory);
  } finally {
    held?.release();
  }
  return replaced;
};
