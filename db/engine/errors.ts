/**
 * SQLite: busy, full, unreadable or unwritable, or a damaged search index, which the server rebuilds. Extended
 * codes have the same prefixes.
 */
const SQLITE_CODE = /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|LOCKED|CORRUPT_VTAB)/;
/** PostgreSQL: connection, resources, operator intervention, serialization, deadlock, lock time-out, standby. */
const POSTGRES_CODE = /^(08...|53...|57...|40...|55P03|25006)$/;
const NETWORK_CODE = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOENT)$/;
/** The disk: full, over quota, read-only, failing; or too many open files. */
const DISK_CODE = /^(ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/;
/** The driver's messages for a lost connection, which have no code. Knex writes the statement before them. */
const LOST_CONNECTION_MESSAGE =
  /(?:^|- )(?:Connection terminated|timeout expired|Client has encountered a connection error|Client was closed)/;

const UNAVAILABLE_CODE = "DEBRIEF_UNAVAILABLE";

/** The database is temporarily unavailable to this process. The code survives a copy between threads. */
export class UnavailableError extends Error {
  readonly code: string = UNAVAILABLE_CODE;
}

/** The process or thread that held the connection has ended. */
export class ConnectionLostError extends UnavailableError {}

/** Returns whether the database raised the error. */
export const isDatabaseError = (error: unknown): boolean =>
  isUnavailable(error) ||
  // pg doesn't export its error class; a severity identifies its errors.
  (error instanceof Error && (error.name === "SqliteError" || "severity" in error));

/** Returns whether the error is temporary: the same request may succeed later. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error.name === "KnexTimeoutError") return true;
  if (LOST_CONNECTION_MESSAGE.test(error.message)) return true;
  const code = (error as Error & { code?: unknown }).code;
  return (
    code === UNAVAILABLE_CODE ||
    (typeof code === "string" &&
      [SQLITE_CODE, POSTGRES_CODE, NETWORK_CODE, DISK_CODE].some((pattern) => pattern.test(code)))
  );
};
