import { type Config, ConfigError } from "./config.js";
import { databaseFile } from "./place.js";
import { RefusedError } from "./verb.js";

/** What is told of a server's URL: never the password. */
const serverOf = (databaseUrl: string) => {
  const { hostname, port, pathname, username, searchParams } = new URL(databaseUrl);
  const user = decodeURIComponent(username);
  const database = decodeURIComponent(pathname.slice(1));
  const host = searchParams.get("host") ?? (decodeURIComponent(hostname) || "localhost");
  return { user, database: database || user, host, port: port || "5432" };
};

/** Where the data is, for people. */
export const placeOf = (config: Config): string => {
  if (config.databaseUrl === "sqlite::memory:") return "SQLite, in memory";
  const file = databaseFile(config);
  if (file !== undefined) return `SQLite, ${file}`;
  const { user, database, host, port } = serverOf(config.databaseUrl);
  return `PostgreSQL, "${database}" at ${host} port ${port}, as "${user}"`;
};

const wrong = (text: string): ConfigError => new ConfigError(`DATABASE_URL: ${text}`);

const ofServer = (config: Config, error: Error & { code?: string }): Error => {
  const { user, database, host, port } = serverOf(config.databaseUrl);
  const at = `PostgreSQL at ${host} port ${port}`;
  switch (error.code ?? "") {
    case "28P01":
    case "28000":
      return wrong(
        `${at} does not let the user "${user}" in (${error.message}); correct the user and the password`,
      );
    case "3D000":
      return wrong(
        `${at} has no database "${database}"; correct the name, or run: createdb -h ${host} -p ${port} -U ${user} ${database}`,
      );
    case "42501":
      return wrong(
        `the user "${user}" may not make tables in the database "${database}"; as its owner run: GRANT CREATE, USAGE ON SCHEMA public TO "${user}"`,
      );
    default:
  }
  if (/password must be a (non-empty )?string/.test(error.message))
    return wrong(`${at} asks for a password and there is none: postgres://user:password@host/…`);
  if (/SSL|certificate/i.test(error.message))
    return wrong(`${at}: ${error.message}; sslmode in the URL says what is asked for`);
  // It may be there in a moment, so this is no wrong configuration: a supervisor tries again.
  if (
    /^(E[A-Z_]+|57P0\d|53300)$/.test(error.code ?? "") ||
    /timeout|terminated/i.test(error.message)
  )
    return new RefusedError(
      `${at} does not answer (${error.message || error.code}); start it, or correct host and port in DATABASE_URL`,
    );
  return error;
};

/** Why the database could not be opened: what is wrong, and what to do. */
export const databaseProblem = (config: Config, thrown: unknown): unknown => {
  if (!(thrown instanceof Error) || thrown instanceof ConfigError) return thrown;
  const error = thrown as Error & { code?: string; errors?: Error[] };
  // A name with several addresses fails once for each.
  if (!config.databaseUrl.startsWith("sqlite:"))
    return ofServer(config, error.message === "" && error.errors?.[0] ? error.errors[0] : error);
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR|FULL|BUSY|READONLY|CANTOPEN)/.test(error.code ?? ""))
    return new RefusedError(`${databaseFile(config)}: ${error.message} (${error.code})`);
  return thrown;
};

/** Why the address could not be had. */
export const addressProblem = ({ host, port }: Config, thrown: unknown): unknown => {
  switch ((thrown as { code?: unknown }).code) {
    case "EADDRINUSE":
      return new RefusedError(
        `PORT: another program listens on ${host} port ${port}; end it (ss -ltnp 'sport = :${port}' shows which), or set PORT to another one`,
      );
    case "EACCES":
      return new ConfigError(
        `PORT: user ${process.getuid?.()} may not listen on port ${port}; set PORT to one from 1024 on, with a reverse proxy in front`,
      );
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
    case "EINVAL":
      return new ConfigError(
        `HOST: ${host} is no address of this machine; 127.0.0.1 is reached from this machine alone, 0.0.0.0 and :: from others as well`,
      );
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new ConfigError(
        `HOST: no address is known for the name ${host}; set HOST to an address of this machine`,
      );
    default:
      return thrown;
  }
};
