import { randomBytes } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { InUse, isInUse } from "../../db/alone.js";
import { type Checked, checkFile, sealedIn, settleFile } from "../../db/backup.js";
import { migrations } from "../../db/migrations/index.js";
import type { Config } from "../config.js";
import { RefusedError } from "../verb.js";
import { keyIn, SIDES, sqliteFile, sync } from "./files.js";
import { opens } from "./key.js";
import { replace } from "./replace.js";

export interface Restored {
  file: string;
  /** The database that was there, and its key beside it; undefined where there was none. */
  replaced: string | undefined;
  madeAt: number | undefined;
  organizations: number;
  recordings: number;
  /** What `serve` will apply. */
  pending: string[];
}

const POSTGRES = (file: string): string =>
  `a PostgreSQL database is restored by its own tool: pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" '${file}'`;

/**
 * The key that opens the secrets of the backup: its own, else that beside it, else that in use.
 * Undefined where DEBRIEF_SECRET_KEY does, or where nothing is sealed. @throws RefusedError
 */
const keyFor = (
  config: Config,
  file: string,
  backup: string,
  checked: Checked,
): string | undefined => {
  const { sealed, note } = checked;
  if (config.secretKey !== undefined) {
    if (sealed === undefined || opens(config.secretKey, sealed)) return undefined;
    throw new RefusedError(
      "DEBRIEF_SECRET_KEY is not the key that this backup was written with; set that one, or none if the backup has its own",
    );
  }
  const known = [note?.secretKey, keyIn(`${backup}.key`), keyIn(`${file}.key`)].filter(
    (key) => typeof key === "string",
  );
  const found = known.find((key) => sealed === undefined || opens(key, sealed));
  if (found === undefined && sealed !== undefined)
    throw new RefusedError(
      `the backup's secrets are sealed under a key that is not in it; set DEBRIEF_SECRET_KEY, or put the key into ${backup}.key`,
    );
  return found;
};

const refuseIfUsed = (file: string): void => {
  if (existsSync(file) && isInUse(file))
    throw new RefusedError(
      `another process uses ${file}; stop the server first (systemctl stop debrief), then restore`,
    );
};

/** A whole copy of the backup beside the database, on the disk. */
const draftOf = (backup: string, draft: string): Checked => {
  copyFileSync(backup, draft);
  // A database that was copied by hand may have the newest of it in its log.
  if (statSync(`${backup}-wal`, { throwIfNoEntry: false })?.size)
    copyFileSync(`${backup}-wal`, `${draft}-wal`);
  chmodSync(draft, 0o600);
  const checked = settleFile(draft);
  for (const end of SIDES) rmSync(draft + end, { force: true });
  sync(draft);
  return checked;
};

/**
 * Puts a backup in the place of the SQLite database, and the replaced one beside it under a dated name.
 * Nothing is touched before the backup has been checked. Killed at any moment it leaves the one or the
 * other under the database's name, whole; run again, it begins anew.
 * @throws RefusedError, UnusableFile, NewerDatabase
 */
export const restore = (config: Config, backup: string, now: number): Restored => {
  const file = sqliteFile(config);
  if (file === undefined) throw new RefusedError(POSTGRES(backup));
  if (!existsSync(backup)) throw new RefusedError(`there is no file ${backup}`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  refuseIfUsed(file);
  const draft = `${file}.restoring-${randomBytes(4).toString("hex")}`;
  const drafts = [draft, `${draft}.key`, ...SIDES.map((end) => draft + end)];
  try {
    const checked = draftOf(backup, draft);
    const key = keyFor(config, file, backup, checked);
    if (key !== undefined)
      writeFileSync(`${draft}.key`, `${key}\n`, { mode: 0o600, flag: "wx", flush: true });
    const replaced = replace(file, draft, key !== undefined, now);
    return {
      file,
      replaced,
      madeAt: checked.note?.madeAt,
      organizations: checked.organizations,
      recordings: checked.recordings,
      pending: migrations
        .map(({ name }) => name)
        .filter((name) => !checked.migrations.includes(name)),
    };
  } catch (error) {
    if (error instanceof InUse) refuseIfUsed(file);
    throw error;
  } finally {
    for (const path of drafts) rmSync(path, { force: true });
  }
};

/** Brings back the secret key alone, for a database that has lost it. @throws RefusedError */
export const restoreKey = (config: Config, backup: string): string => {
  const file = sqliteFile(config);
  if (file === undefined || config.secretKey !== undefined)
    throw new RefusedError("the key is DEBRIEF_SECRET_KEY here, not a file");
  if (!existsSync(file)) throw new RefusedError(`there is no database at ${file}`);
  const key = checkFile(backup).note?.secretKey ?? keyIn(`${backup}.key`);
  if (key === undefined) throw new RefusedError(`${backup} has no key in it`);
  const sealed = sealedIn(file);
  if (sealed !== undefined && !opens(key, sealed))
    throw new RefusedError(`the key in ${backup} is not the one that ${file} was written with`);
  const draft = `${file}.key.restoring-${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${key}\n`, { mode: 0o600, flag: "wx", flush: true });
  renameSync(draft, `${file}.key`);
  sync(dirname(file));
  return `${file}.key`;
};
