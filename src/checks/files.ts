import { closeSync, openSync, readdirSync, readSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { truncateLog } from "../../db/health.js";
import type { Check, Problem } from "../checks.js";
import { quoted } from "./quoted.js";

const MIB = 1024 * 1024;
const LEAST_FREE = 256 * MIB;
const MOST_LOG = 64 * MIB;

const stat = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

const inMib = (bytes: number): string => `${Math.floor(bytes / MIB)} MiB`;

const tooOpen = (path: string, forbidden: number, mend: string): Problem[] => {
  const found = stat(path);
  if (!found || (found.mode & forbidden) === 0) return [];
  const message = `${path} is open to others (mode ${(found.mode & 0o777).toString(8)})`;
  return [{ message, mend, repaired: false }];
};

/** What is in these files is nobody else's to read, and the directory nobody else's to change. */
export const permissions: Check = {
  name: "permissions",
  run: async ({ file, config }) => {
    const first = join(config.dataDir, "first-organization.json");
    const ofFirst = tooOpen(first, 0o077, `chmod 600 ${quoted(first)}`);
    if (file === undefined) return ofFirst;
    const directory = dirname(file);
    // Who opens the database makes its log, with the same mode.
    const all = `chmod 600 ${quoted(file)}*`;
    return [
      ...["", "-wal", ".key"].flatMap((end) => tooOpen(file + end, 0o077, all)),
      ...ofFirst,
      ...tooOpen(directory, 0o022, `chmod 700 ${quoted(directory)}`),
    ];
  },
};

/** Room for the database once more, as a backup or a restore needs it. */
export const disk: Check = {
  name: "disk space",
  run: async ({ file, freeBytes }) => {
    if (file === undefined) return [];
    const needed = Math.max(LEAST_FREE, (stat(file)?.size ?? 0) + (stat(`${file}-wal`)?.size ?? 0));
    if (freeBytes >= needed) return [];
    const message = `${inMib(freeBytes)} are free where the database is, ${inMib(needed)} should be; make room`;
    return [{ message, mend: `du -ah ${quoted(dirname(file))} | sort -h`, repaired: false }];
  },
};

const left = (paths: string[], what: string): Problem[] =>
  paths.map((path) => ({
    message: `${path} ${what}`,
    mend: `rm ${quoted(path)}`,
    repaired: false,
  }));

/** What a killed restore has left: drafts, and a second name of the database itself. */
export const leftovers: Check = {
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
    const second = paths.filter((path) => path.includes(".replaced-") && stat(path)?.ino === ino);
    return [
      ...left(drafts, "was left by a restore that did not end"),
      ...left(
        second,
        "is no copy but a second name of the database, left by a restore that did not end",
      ),
    ];
  },
};

// Where SQLite keeps whether a database has a write-ahead log, and what it is then.
const JOURNAL_BYTE = 18;
const WAL = 2;

/** A restore takes the database out of WAL for a moment. To be looked at before the file is opened. */
export const journal: Check = {
  name: "journal mode",
  run: async ({ file }) => {
    if (file === undefined) return [];
    const bytes = Buffer.alloc(JOURNAL_BYTE + 1);
    const descriptor = openSync(file, "r");
    const read = readSync(descriptor, bytes);
    closeSync(descriptor);
    const isDatabase =
      read > JOURNAL_BYTE && bytes.toString("latin1").startsWith("SQLite format 3");
    if (!isDatabase || bytes[JOURNAL_BYTE] === WAL) return [];
    const message =
      "the database has no write-ahead log: it was copied here, or a restore did not end";
    return [{ message, mend: "debrief migrate", repaired: false }];
  },
};

/** The log shrinks whenever nobody reads an old part of it. */
export const log: Check = {
  name: "log",
  run: async ({ db, file, repair }) => {
    const size = file === undefined ? 0 : (stat(`${file}-wal`)?.size ?? 0);
    if (size <= MOST_LOG) return [];
    const repaired = repair && (await truncateLog(db));
    const message = `the write-ahead log has ${inMib(size)}: something has been reading for long, or nothing has tidied up`;
    return [{ message, mend: "debrief doctor --repair", repaired }];
  },
};
