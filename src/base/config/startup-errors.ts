import { dirname } from "node:path";
import type { Config } from "./config.js";
import { ConfigError } from "./config-error.js";
import { resolveDatabaseFile } from "./data-dir.js";
import { RefusedError } from "./command.js";

/** Returns a PostgreSQL URL for messages: everything except the password. */
const parseServerUrl = (databaseUrl: string) => {
  const { hostname, port, pathname, username, searchParams } = new URL(databaseUrl);
  const user = decodeURIComponent(username);
  const database = decodeURIComponent(pathname.slice(1));
  const host = searchParams.get("host") ?? (decodeURIComponent(hostname) || "localhost");
  return { user, database: database || user, host, port: port || "5432" };
};

/** Describes where the data is stored, for the start-up text. */
export const formatDataLocation = (config: Config): string => {
  if (config.databaseUrl === "sqlite::memory:") return "SQLite, in memory";
  const file = resolveDatabaseFile(config);
  if (file !== undefined) return `SQLite, ${file}`;
  const { user, database, host, port } = parseServerUrl(config.databaseUrl);
  return `PostgreSQL, "${database}" at ${host} port ${port}, as "${user}"`;
};

const databaseUrlError = (text: string): ConfigError => new ConfigError(`DATABASE_URL: ${text}`);

const toServerError = (config: Config, error: Error & { code?: string }): Error => {
  const { user, database, host, port } = parseServerUrl(config.databaseUrl);
  const server = `PostgreSQL at ${host} port ${port}`;
  switch (error.code ?? "") {
    case "28P01":
    case "28000":
      return databaseUrlError(
        `${server} rejects user "${user}" (${error.message}); correct the user and the password`,
      );
    case "3D000":
      return databaseUrlError(
        `${server} has no database "${database}"; correct the name, or run: createdb -h ${host} -p ${port} -U ${user} ${database}`,
      );
    case "42501":
      return databaseUrlError(
        `user "${user}" must not create tables in database "${database}"; as the owner, run: GRANT CREATE, USAGE ON SCHEMA public TO "${user}"`,
      );
    default:
  }
  if (/password must be a (non-empty )?string/.test(error.message))
    return databaseUrlError(`${server} requires a password; write postgres://user:password@host/…`);
  if (/SSL|certificate/i.test(error.message))
    return databaseUrlError(`${server}: ${error.message}; check sslmode in the URL`);
  // The database server may come back, so this isn't a configuration error: a supervisor should restart the process.
  if (
    /^(E[A-Z_]+|57P0\d|53300)$/.test(error.code ?? "") ||
    /timeout|terminated/i.test(error.message)
  )
    return new RefusedError(
      `${server} does not answer (${error.message || error.code}); start it, or correct host and port in DATABASE_URL`,
    );
  return error;
};

/** Explains why the database did not open, and the next step. Returns other errors unchanged. */
export const toDatabaseError = (config: Config, thrown: unknown): unknown => {
  if (!(thrown instanceof Error) || thrown instanceof ConfigError) return thrown;
  const error = thrown as Error & { code?: string; errors?: Error[] };
  // A host name with several addresses fails with one error for each.
  if (!config.databaseUrl.startsWith("sqlite:"))
    return toServerError(
      config,
      error.message === "" && error.errors?.[0] ? error.errors[0] : error,
    );
  if (error.code?.startsWith("SQLITE_BUSY"))
    return new RefusedError(
      `${resolveDatabaseFile(config)}: another process is changing it, such as debrief copy; try again when it has ended`,
    );
  if (error.code === "SQLITE_FULL")
    return new RefusedError(
      `the disk of ${resolveDatabaseFile(config)} is full; free some space: du -ah '${dirname(resolveDatabaseFile(config)!)}' | sort -h`,
    );
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR|READONLY|CANTOPEN)/.test(error.code ?? ""))
    // Knex puts the statement before SQLite's message.
    return new RefusedError(
      `${resolveDatabaseFile(config)}: ${error.message.split(" - ").at(-1)} (${error.code})`,
    );
  return thrown;
};

/** Explains why the server cannot listen on its address. Returns other errors unchanged. */
export const toAddressError = ({ host, port }: Config, thrown: unknown): unknown => {
  switch ((thrown as { code?: unknown }).code) {
    case "EADDRINUSE":
      return new RefusedError(
        `PORT: ${port} is already in use on ${host}; choose another with --port, or stop the program that this shows: ss -ltnp 'sport = :${port}'`,
      );
    case "EACCES":
      return new ConfigError(
        `PORT: user ${process.getuid?.()} must not listen on port ${port}; choose a port from 1024 with --port, behind a reverse proxy`,
      );
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
    case "EINVAL":
      return new ConfigError(
        `HOST: ${host} isn't an address of this machine; 127.0.0.1 accepts local connections only, 0.0.0.0 and :: accept all`,
      );
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new ConfigError(
        `HOST: the name ${host} has no address; choose an address of this machine with --host`,
      );
    default:
      return thrown;
  }
};
