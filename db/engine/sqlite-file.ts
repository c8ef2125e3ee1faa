import { closeSync, openSync, readSync } from "node:fs";

const SQLITE_HEADER = "SQLite format 3\0";
// The byte of the header that holds the write version; 2 is WAL. https://sqlite.org/fileformat.html
const JOURNAL_MODE_OFFSET = 18;
const WAL_MODE = 2;

/** Reads the file's first bytes: fewer than asked for from a shorter file. */
const readHead = (file: string, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  const descriptor = openSync(file, "r");
  try {
    return bytes.subarray(0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
};

/** Returns whether the file starts with SQLite's header, or is empty like a new database. */
export const isSqliteFile = (file: string): boolean => {
  const head = readHead(file, SQLITE_HEADER.length);
  return head.length === 0 || head.toString("latin1") === SQLITE_HEADER;
};

/**
 * Returns whether a database is in WAL mode, without opening it; undefined for another file. Outside WAL mode, a
 * write-ahead log beside the file belongs to an earlier database with the same name.
 */
export const isInWalMode = (file: string): boolean | undefined => {
  const head = readHead(file, JOURNAL_MODE_OFFSET + 1);
  if (head.length <= JOURNAL_MODE_OFFSET || !head.toString("latin1").startsWith(SQLITE_HEADER))
    return undefined;
  return head[JOURNAL_MODE_OFFSET] === WAL_MODE;
};
