import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import type { Config } from "../../base/config/config.js";
import { RefusedError } from "../../base/config/command.js";

/** Suffixes of the files beside a database. SQLite applies them to any file with the database's name. */
export const SIDECAR_SUFFIXES = ["-wal", "-shm", "-journal"];

/** Returns the configured SQLite file; undefined for PostgreSQL. @throws RefusedError for sqlite::memory: */
export const resolveSqliteFile = ({ databaseUrl }: Config): string | undefined => {
  if (!databaseUrl.startsWith("sqlite:")) return undefined;
  const file = databaseUrl.slice("sqlite:".length);
  if (file === ":memory:")
    throw new RefusedError("DATABASE_URL: a database in memory exists only within its process");
  return file;
};

/** Syncs a file, or a directory's entries, to the disk. */
export const fsyncPath = (path: string): void => {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** Renames the draft to the target. Without `force`, fails if the target exists by now. */
export const publishDraft = (draft: string, target: string, force: boolean): void => {
  if (force) return renameSync(draft, target);
  try {
    linkSync(draft, target);
    rmSync(draft);
  } catch (error) {
    // Some file systems have no hard links.
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/.test(String((error as NodeJS.ErrnoException).code)))
      throw error;
    renameSync(draft, target);
  }
};

/** Returns the key in the file, 64 hex digits; undefined if the file or the key is missing. */
export const findKeyInFile = (file: string): string | undefined => {
  try {
    const text = readFileSync(file, "utf8").trim();
    return /^[0-9a-f]{64}$/i.test(text) ? text : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
};
