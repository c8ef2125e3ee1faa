import { readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { truncateWal } from "../../../db/engine/doctor.js";
import { isInWalMode } from "../../../db/engine/sqlite-file.js";
import type { Check, CheckProblem } from "./check.js";
import { quoteForShell } from "./quote-for-shell.js";

const MIB_BYTES = 1024 * 1024;
const MIN_FREE_BYTES = 256 * MIB_BYTES;
const MAX_WAL_BYTES = 64 * MIB_BYTES;

const findStats = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

const formatMib = (bytes: number): string => `${Math.floor(bytes / MIB_BYTES)} MiB`;

/** Finds a path with any of the mode bits `forbiddenBits`. */
const findTooOpen = (path: string, forbiddenBits: number, fix: string): CheckProblem[] => {
  const stats = findStats(path);
  if (!stats || (stats.mode & forbiddenBits) === 0) return [];
  const message = `${path} is accessible to other users (mode ${(stats.mode & 0o777).toString(8)})`;
  return [{ message, fix, repaired: false }];
};

/** Checks that other users can't read the files or write to the directory. */
export const permissionsCheck: Check = {
  name: "permissions",
  run: async ({ file, config }) => {
    const firstOrganizationFile = join(config.dataDir, "first-organization.json");
    const firstOrganizationProblems = findTooOpen(
      firstOrganizationFile,
      0o077,
      `chmod 600 ${quoteForShell(firstOrganizationFile)}`,
    );
    if (file === undefined) return firstOrganizationProblems;
    const directory = dirname(file);
    // SQLite creates the write-ahead log with the database's mode.
    const chmodAll = `chmod 600 ${quoteForShell(file)}*`;
    return [
      ...["", "-wal", ".key"].flatMap((suffix) => findTooOpen(file + suffix, 0o077, chmodAll)),
      ...firstOrganizationProblems,
      ...findTooOpen(directory, 0o022, `chmod 700 ${quoteForShell(directory)}`),
    ];
  },
};

/** Checks the space for a second copy of the database, which a backup or a restore needs. */
export const diskSpaceCheck: Check = {
  name: "disk space",
  run: async ({ file, freeBytes }) => {
    if (file === undefined) return [];
    const needed = Math.max(
      MIN_FREE_BYTES,
      (findStats(file)?.size ?? 0) + (findStats(`${file}-wal`)?.size ?? 0),
    );
    if (freeBytes >= needed) return [];
    const message = `${formatMib(freeBytes)} are free on the database's file system, ${formatMib(needed)} are needed; free some space`;
    return [{ message, fix: `du -ah ${quoteForShell(dirname(file))} | sort -h`, repaired: false }];
  },
};

const buildLeftoverProblems = (paths: string[], description: string): CheckProblem[] =>
  paths.map((path) => ({
    message: `${path} ${description}`,
    fix: `rm ${quoteForShell(path)}`,
    repaired: false,
  }));

/** Finds files left by a killed restore: drafts, and hard links to the database. */
export const leftoversCheck: Check = {
  name: "leftovers",
  run: async ({ file }) => {
    if (file === undefined) return [];
    const directory = dirname(file);
    const name = basename(file);
    const paths = readdirSync(directory)
      .filter((entry) => entry.startsWith(`${name}.`))
      .map((entry) => join(directory, entry));
    const { ino } = statSync(file);
    const drafts = paths.filter((path) => /(\.key)?\.restoring-/.test(path));
    const hardLinks = paths.filter(
      (path) => path.includes(".replaced-") && findStats(path)?.ino === ino,
    );
    return [
      ...buildLeftoverProblems(drafts, "was left by an interrupted restore"),
      ...buildLeftoverProblems(
        hardLinks,
        "is not a copy but a hard link to the database, left by an interrupted restore",
      ),
    ];
  },
};

/** Checks that the file is in WAL mode, which a restore turns off briefly. Runs before SQLite opens the file. */
export const journalModeCheck: Check = {
  name: "journal mode",
  run: async ({ file }) => {
    if (file === undefined) return [];
    if (isInWalMode(file) !== false) return [];
    const message =
      "the database has no write-ahead log: it was copied manually, or a restore was interrupted";
    return [{ message, fix: "debrief migrate", repaired: false }];
  },
};

/** Checks the write-ahead log's size. SQLite can't shrink it while a connection reads an old snapshot. */
export const walSizeCheck: Check = {
  name: "write-ahead log",
  run: async ({ db, file, repair }) => {
    const size = file === undefined ? 0 : (findStats(`${file}-wal`)?.size ?? 0);
    if (size <= MAX_WAL_BYTES) return [];
    const repaired = repair && (await truncateWal(db));
    const message = `the write-ahead log has ${formatMib(size)}: a connection reads an old snapshot, or no server has run since`;
    return [{ message, fix: "debrief doctor --repair", repaired }];
  },
};
