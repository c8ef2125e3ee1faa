import { closeSync, openSync, readSync } from "node:fs";

const HEADER = "SQLite format 3\0";

/** Whether the file begins as a SQLite database does, or is empty, as a new one is. */
export const isDatabase = (file: string): boolean => {
  const bytes = Buffer.alloc(HEADER.length);
  const descriptor = openSync(file, "r");
  try {
    const read = readSync(descriptor, bytes);
    return read === 0 || bytes.toString("latin1") === HEADER;
  } finally {
    closeSync(descriptor);
  }
};
