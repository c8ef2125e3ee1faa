import { closeSync, openSync, readSync } from "node:fs";

const SQLITE_HEADER = "SQLite format 3\0";

/** Returns whether the file starts with SQLite's header, or is empty like a new database. */
export const isSqliteFile = (file: string): boolean => {
  const bytes = Buffer.alloc(SQLITE_HEADER.length);
  const descriptor = openSync(file, "r");
  try {
    const read = readSync(descriptor, bytes);
    return read === 0 || bytes.toString("latin1") === SQLITE_HEADER;
  } finally {
    closeSync(descriptor);
  }
};
