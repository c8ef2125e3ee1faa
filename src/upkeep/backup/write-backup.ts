import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  type CheckedDatabase,
  checkDatabaseFile,
  copyDatabase,
  type DamagedParts,
  leaveWalMode,
  UnusableFileError,
  writeBackupMetadata,
} from "../../../db/schema/backup.js";
import { connect } from "../../../db/engine/connect.js";
import { reindex } from "../../../db/engine/doctor.js";
import { listPendingMigrations } from "../../../db/schema/migrate.js";
import { isSqliteFile } from "../../../db/engine/sqlite-file.js";
import type { Config } from "../../base/config/config.js";
import { RefusedError } from "../../base/config/command.js";
import { resolveErasureJournal } from "../erasures/erasure-journal.js";
import { rebuildSearch } from "../maintenance/rebuild-search.js";
import { version } from "../../base/version.js";
import {
  findKeyInFile,
  publishDraft,
  SIDECAR_SUFFIXES,
  resolveSqliteFile,
  fsyncPath,
} from "./sqlite-files.js";
import { canUnseal } from "./can-unseal.js";
import { isReplacedDatabase } from "./replace-database.js";

export interface BackupResult {
  file: string;
  bytes: number;
  seconds: number;
  organizations: number;
  recordings: number;
  migrations: string[];
  /** Where the key of the signing secrets is: in the backup, in DEBRIEF_SECRET_KEY, or nowhere. */
  secretKey: "included" | "setting" | "missing";
  /** What the backup rebuilt because the database is damaged. */
  rebuilt: ("indexes" | "search index")[];
}

const formatPostgresHint = (file: string): string =>
  `back up a PostgreSQL database with its own tool: pg_dump --format=custom --file='${file}' "$DATABASE_URL"
keep DEBRIEF_SECRET_KEY with it; to restore: pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" '${file}'`;

const isSameFile = (first: string, second: string): boolean => {
  if (resolve(first) === resolve(second)) return true;
  const [a, b] = [first, second].map((file) => statSync(file, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
};

const validateTarget = (
  source: string,
  target: string,
  { dataDir }: Config,
  force: boolean,
): void => {
  if (!existsSync(source)) throw new RefusedError(`no database at ${source}`);
  if (["", ".key", ...SIDECAR_SUFFIXES].some((suffix) => isSameFile(target, source + suffix)))
    throw new RefusedError(`${target} is the database itself; choose another file`);
  if (isReplacedDatabase(source, target))
    throw new RefusedError(`${target} is the database before a restore; choose another file`);
  if (isSameFile(target, resolveErasureJournal(dataDir)))
    throw new RefusedError(`${target} is the journal of erasures; choose another file`);
  const existing = statSync(target, { throwIfNoEntry: false });
  if (existing && !existing.isFile()) throw new RefusedError(`${target} is not a file`);
  if (existing && !force)
    throw new RefusedError(`${target} exists already; replace it with --force`);
  if (existing && !isSqliteFile(target))
    throw new RefusedError(`${target} is not a backup; choose another file, or delete this one`);
  if (!existsSync(dirname(target)))
    throw new RefusedError(
      `no directory ${dirname(target)}; create it with: mkdir -p '${dirname(target)}'`,
    );
};

const resolveKeyLocation = (
  { secretKey }: Config,
  key: string | null,
  { sealedSecret }: CheckedDatabase,
): BackupResult["secretKey"] => {
  const activeKey = secretKey ?? key;
  if (sealedSecret !== undefined && (activeKey === null || !canUnseal(activeKey, sealedSecret)))
    return "missing";
  return secretKey === undefined ? "included" : "setting";
};

/** Rebuilds what is damaged in the draft. @throws UnusableFileError if an older debrief wrote it */
const rebuildInDraft = async (
  draft: string,
  { indexes, search }: DamagedParts,
  now: () => number,
): Promise<void> => {
  const db = connect(`sqlite:${draft}`);
  try {
    if (indexes) await reindex(db);
    if (search && (await listPendingMigrations(db)).length > 0)
      throw new UnusableFileError("has a damaged search index; run debrief migrate first");
    // Maintenance marks in the copy concern the original.
    if (search) await rebuildSearch(db, now, () => false);
  } finally {
    await db.destroy();
  }
  leaveWalMode(draft);
};

/**
 * Writes a verified backup of the SQLite database with its secret key; servers may keep writing. The target
 * appears only when it is whole and on the disk. Damaged indexes don't stop it. @throws RefusedError
 */
export const writeBackup = async (
  config: Config,
  target: string,
  force: boolean,
  now: () => number,
): Promise<BackupResult> => {
  const source = resolveSqliteFile(config);
  if (source === undefined) throw new RefusedError(formatPostgresHint(target));
  validateTarget(source, target, config, force);
  const startedAt = performance.now();
  const draft = `${target}.${randomBytes(4).toString("hex")}.part`;
  try {
    const damaged = copyDatabase(source, draft);
    if (damaged.indexes || damaged.search) await rebuildInDraft(draft, damaged, now);
    // A key from the setting stays out of the backup: the operator keeps the two apart on purpose.
    const secretKey =
      config.secretKey === undefined ? (findKeyInFile(`${source}.key`) ?? null) : null;
    writeBackupMetadata(draft, { madeAt: now(), version, secretKey });
    chmodSync(draft, 0o600);
    fsyncPath(draft);
    const checked = checkDatabaseFile(draft);
    const { size } = statSync(draft);
    publishDraft(draft, target, force);
    // SQLite would apply the log of a file that had this name to the backup.
    for (const suffix of SIDECAR_SUFFIXES) rmSync(target + suffix, { force: true });
    fsyncPath(dirname(target));
    return {
      file: target,
      bytes: size,
      seconds: Math.round(performance.now() - startedAt) / 1000,
      organizations: checked.organizations,
      recordings: checked.recordings,
      migrations: checked.migrations,
      secretKey: resolveKeyLocation(config, secretKey, checked),
      rebuilt: [
        ...(damaged.indexes ? ["indexes" as const] : []),
        ...(damaged.search ? ["search index" as const] : []),
      ],
    };
  } catch (error) {
    for (const suffix of ["", ...SIDECAR_SUFFIXES]) rmSync(draft + suffix, { force: true });
    if (!(error instanceof UnusableFileError)) throw error;
    throw new RefusedError(`wrote no backup: ${source} ${error.message}; see: debrief doctor`);
  }
};
