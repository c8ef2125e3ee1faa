/** SQLite: busy, full, unreadable or unwritable. The extended codes begin with the same words. */
const SQLITE = /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN|PROTOCOL|LOCKED)/;
/** PostgreSQL: connection, resources, operator intervention, serialization and deadlock. */
const POSTGRES = /^(08...|53...|57...|40...)$/;
const NETWORK = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOENT)$/;
/** The disk that files are on: full, over a quota, read-only, failing; or too many files open. */
const DISK = /^(ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/;

/** Whatever held the connection is gone. */
export class ConnectionLost extends Error {}

/** Whether the error is the database's own, whatever it is about. */
export const isOfDatabase = (error: unknown): boolean =>
  isUnavailable(error) ||
  // pg's own class is not exported; all of its errors have a severity, and no others.
  (error instanceof Error && (error.name === "SqliteError" || "severity" in error));

/** Whether the database could not serve just now: the same request may succeed later. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error.name === "KnexTimeoutError" || error instanceof ConnectionLost) return true;
  if (
    /^(Connection terminated|timeout expired|Client has encountered a connection error)/.test(
      error.message,
    )
  )
    return true;
  const code = (error as Error & { code?: unknown }).code;
  return (
    typeof code === "string" && [SQLITE, POSTGRES, NETWORK, DISK].some((known) => known.test(code))
  );
};
