import { randomBytes } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseInUseError, isDatabaseInUse } from "../../../db/engine/exclusive-lock.js";
import {
  type CheckedDatabase,
  checkDatabaseFile,
  readSealedSecret,
  prepareRestoredFile,
} from "../../../db/schema/backup.js";
import { isInWalMode } from "../../../db/engine/sqlite-file.js";
import { migrations } from "../../../db/migrations/index.js";
import type { Config } from "../../base/config/config.js";
import { RefusedError } from "../../base/config/command.js";
import { writeRestoreMark } from "../../media/restore-mark.js";
import { findKeyInFile, SIDECAR_SUFFIXES, resolveSqliteFile, fsyncPath } from "./sqlite-files.js";
import { canUnseal } from "./can-unseal.js";
import { replaceDatabase } from "./replace-database.js";
import { makeDirectoriesSync } from "../../base/files/make-directories.js";

export interface RestoreResult {
  file: string;
  /** The path of the replaced database; its key is beside it. Undefined if there was none. */
  replaced: string | undefined;
  /** Milliseconds since 1970; undefined for a database that was copied manually. */
  madeAt: number | undefined;
  organizations: number;
  recordings: number;
  /** The migrations that `serve` will apply. */
  pending: string[];
}

const formatPostgresHint = (file: string): string =>
  `restore a PostgreSQL database with its own tool: pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" '${file}'`;

/**
 * Returns the key for the backup's secrets: from the backup, from the file beside it, or the key in use. Undefined if
 * DEBRIEF_SECRET_KEY opens them, or if nothing is sealed. @throws RefusedError
 */
const resolveKey = (
  config: Config,
  file: string,
  backup: string,
  checked: CheckedDatabase,
): string | undefined => {
  const { sealedSecret, metadata } = checked;
  if (config.secretKey !== undefined) {
    if (sealedSecret === undefined || canUnseal(config.secretKey, sealedSecret)) return undefined;
    throw new RefusedError(
      "DEBRIEF_SECRET_KEY is not the key of this backup; set that key, or none if the backup contains it",
    );
  }
  const candidates = [
    metadata?.secretKey,
    findKeyInFile(`${backup}.key`),
    findKeyInFile(`${file}.key`),
  ].filter((key) => typeof key === "string");
  const matching = candidates.find(
    (key) => sealedSecret === undefined || canUnseal(key, sealedSecret),
  );
  if (matching === undefined && sealedSecret !== undefined)
    throw new RefusedError(
      `the backup's secrets are sealed under a key that is not in it; set DEBRIEF_SECRET_KEY, or write the key to ${backup}.key`,
    );
  return matching;
};

const refuseIfInUse = (file: string): void => {
  if (existsSync(file) && isDatabaseInUse(file))
    throw new RefusedError(
      `another process uses ${file}; stop the server first (systemctl stop debrief), then restore`,
    );
};

/** Copies the backup beside the database, checks the copy and syncs it. */
const copyToDraft = (backup: string, draft: string): CheckedDatabase => {
  copyFileSync(backup, draft);
  // In a database copied manually, the newest changes may be in the write-ahead log.
  if (isInWalMode(draft) && statSync(`${backup}-wal`, { throwIfNoEntry: false })?.size)
    copyFileSync(`${backup}-wal`, `${draft}-wal`);
  chmodSync(draft, 0o600);
  const checked = prepareRestoredFile(draft);
  for (const suffix of SIDECAR_SUFFIXES) rmSync(draft + suffix, { force: true });
  fsyncPath(draft);
  return checked;
};

/**
 * Replaces the SQLite database with a backup, and keeps the replaced one beside it under a dated name. Checks the
 * backup first. After a kill, the file is either the old or the new database, complete; a second call starts over.
 * @throws RefusedError, UnusableFileError, NewerDatabaseError
 */
export const restoreBackup = (config: Config, backup: string, now: number): RestoreResult => {
  const file = resolveSqliteFile(config);
  if (file === undefined) throw new RefusedError(formatPostgresHint(backup));
  if (!existsSync(backup)) throw new RefusedError(`no file ${backup}`);
  makeDirectoriesSync(dirname(file));
  refuseIfInUse(file);
  const draft = `${file}.restoring-${randomBytes(4).toString("hex")}`;
  const drafts = [draft, `${draft}.key`, ...SIDECAR_SUFFIXES.map((suffix) => draft + suffix)];
  try {
    const checked = copyToDraft(backup, draft);
    const key = resolveKey(config, file, backup, checked);
    if (key !== undefined)
      writeFileSync(`${draft}.key`, `${key}\n`, { mode: 0o600, flag: "wx", flush: true });
    writeRestoreMark(config.dataDir);
    const replaced = replaceDatabase(file, draft, key !== undefined, now);
    return {
      file,
      replaced,
      madeAt: checked.metadata?.madeAt,
      organizations: checked.organizations,
      recordings: checked.recordings,
      pending: migrations
        .map(({ name }) => name)
        .filter((name) => !checked.migrations.includes(name)),
    };
  } catch (error) {
    if (error instanceof DatabaseInUseError) refuseIfInUse(file);
    throw error;
  } finally {
    for (const path of drafts) rmSync(path, { force: true });
  }
};

/** Restores only the secret key file. Returns its path. @throws RefusedError */
export const restoreSecretKey = (config: Config, backup: string): string => {
  const file = resolveSqliteFile(config);
  if (file === undefined || config.secretKey !== undefined)
    throw new RefusedError("the key is the setting DEBRIEF_SECRET_KEY, not a file");
  if (!existsSync(file)) throw new RefusedError(`no database at ${file}`);
  const key = checkDatabaseFile(backup).metadata?.secretKey ?? findKeyInFile(`${backup}.key`);
  if (key === undefined) throw new RefusedError(`${backup} contains no key`);
  const sealed = readSealedSecret(file);
  if (sealed !== undefined && !canUnseal(key, sealed))
    throw new RefusedError(`the key in ${backup} is not the key of ${file}`);
  const draft = `${file}.key.restoring-${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${key}\n`, { mode: 0o600, flag: "wx", flush: true });
  renameSync(draft, `${file}.key`);
  fsyncPath(dirname(file));
  return `${file}.key`;
};
