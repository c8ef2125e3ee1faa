import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Checked, checkFile, copyDatabase, UnusableFile, writeNote } from "../../db/backup.js";
import type { Config } from "../config.js";
import { RefusedError } from "../verb.js";
import { version } from "../version.js";
import { keyIn, publish, SIDES, sqliteFile, sync } from "./files.js";
import { opens } from "./key.js";

export interface BackupMade {
  file: string;
  bytes: number;
  seconds: number;
  organizations: number;
  recordings: number;
  migrations: string[];
  /** Where the key of the signing secrets is: in the backup, in DEBRIEF_SECRET_KEY, or lost. */
  secretKey: "included" | "setting" | "missing";
}

const POSTGRES = (file: string): string =>
  `a PostgreSQL database is backed up by its own tool: pg_dump --format=custom --file='${file}' "$DATABASE_URL"
keep DEBRIEF_SECRET_KEY with it; back: pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" '${file}'`;

const isSame = (one: string, other: string): boolean => {
  if (resolve(one) === resolve(other)) return true;
  const [a, b] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
};

const checkTarget = (source: string, target: string, force: boolean): void => {
  if (!existsSync(source)) throw new RefusedError(`there is no database at ${source}`);
  if (["", ".key", ...SIDES].some((end) => isSame(target, source + end)))
    throw new RefusedError(`${target} is the database itself; give another file`);
  const found = statSync(target, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new RefusedError(`${target} is not a file`);
  if (found && !force)
    throw new RefusedError(`${target} is there already; --force puts the new backup in its place`);
  if (!existsSync(dirname(target)))
    throw new RefusedError(
      `there is no directory ${dirname(target)}; mkdir -p '${dirname(target)}'`,
    );
};

const whereIsKey = (
  { secretKey }: Config,
  key: string | null,
  { sealed }: Checked,
): BackupMade["secretKey"] => {
  const inForce = secretKey ?? key;
  if (sealed !== undefined && (inForce === null || !opens(inForce, sealed))) return "missing";
  return secretKey === undefined ? "included" : "setting";
};

/**
 * Writes a verified backup of the SQLite database, with its secret key, while servers may write to it.
 * It has its name once it is whole and on the disk. @throws RefusedError
 */
export const backUp = (config: Config, target: string, force: boolean, now: number): BackupMade => {
  const source = sqliteFile(config);
  if (source === undefined) throw new RefusedError(POSTGRES(target));
  checkTarget(source, target, force);
  const began = performance.now();
  const draft = `${target}.${randomBytes(4).toString("hex")}.part`;
  try {
    copyDatabase(source, draft);
    // A key that is a setting is kept apart by whoever set it; it is not for us to write it down.
    const secretKey = config.secretKey === undefined ? (keyIn(`${source}.key`) ?? null) : null;
    writeNote(draft, { madeAt: now, version, secretKey });
    chmodSync(draft, 0o600);
    sync(draft);
    const checked = checkFile(draft);
    const { size } = statSync(draft);
    publish(draft, target, force);
    sync(dirname(target));
    return {
      file: target,
      bytes: size,
      seconds: Math.round(performance.now() - began) / 1000,
      organizations: checked.organizations,
      recordings: checked.recordings,
      migrations: checked.migrations,
      secretKey: whereIsKey(config, secretKey, checked),
    };
  } catch (error) {
    for (const end of ["", ...SIDES]) rmSync(draft + end, { force: true });
    if (!(error instanceof UnusableFile)) throw error;
    throw new RefusedError(
      `no backup was written, since ${source} ${error.message}; see: debrief doctor`,
    );
  }
};
