import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import type { Config } from "../config.js";
import { RefusedError } from "../verb.js";

/** What SQLite keeps beside a database, and would apply to whatever bears the database's name. */
export const SIDES = ["-wal", "-shm", "-journal"];

/** The file of the configured SQLite database; undefined for PostgreSQL. @throws RefusedError in memory */
export const sqliteFile = ({ databaseUrl }: Config): string | undefined => {
  if (!databaseUrl.startsWith("sqlite:")) return undefined;
  const file = databaseUrl.slice("sqlite:".length);
  if (file === ":memory:") throw new RefusedError("a database in memory ends with its process");
  return file;
};

/** The file, or a directory's list of names, is on the disk when this returns. */
export const sync = (path: string): void => {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** Gives the draft its name. Without `force` a file that came there meanwhile is left alone. */
export const publish = (draft: string, target: string, force: boolean): void => {
  if (force) return renameSync(draft, target);
  try {
    linkSync(draft, target);
    rmSync(draft);
  } catch (error) {
    // Some file systems have no links.
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/.test(String((error as NodeJS.ErrnoException).code)))
      throw error;
    renameSync(draft, target);
  }
};

/** The key in the file: 64 hex digits; undefined where there is none. */
export const keyIn = (file: string): string | undefined => {
  try {
    const text = readFileSync(file, "utf8").trim();
    return /^[0-9a-f]{64}$/i.test(text) ? text : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
};
