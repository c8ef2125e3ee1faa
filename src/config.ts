import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { closest } from "fastest-levenshtein";
import { readAllowList } from "./notifier/allow-list.js";

/** A setting that cannot be used; the program exits with 78. The message names it and the way out. */
export class ConfigError extends Error {}

export interface Config {
  host: string;
  port: number;
  /** Undefined: the address it listens on. */
  publicUrl: string | undefined;
  databaseUrl: string;
  dataDir: string;
  logLevel: string;
  /** 32 bytes as 64 hex digits; undefined: a file beside the SQLite database. */
  secretKey: string | undefined;
  organizationName: string;
  firstOrganization: boolean;
  /** Destinations of webhooks that may be private, as DEBRIEF_WEBHOOK_ALLOW has them. */
  webhookAllow: string;
  /** How long the delivery log is kept. */
  deliveryDays: number;
}

interface Setting {
  name: string;
  about: string;
  /** The default, as text. */
  default: string;
  /** Also read from the file that the variable with _FILE behind its name gives. */
  secret?: boolean;
  /** Known, so that a configuration for a later version starts, but without effect in this one. */
  later?: boolean;
}

/** Every setting there is: --help and the README say the same. */
export const settings: Setting[] = [
  { name: "HOST", about: "address to listen on", default: "127.0.0.1" },
  { name: "PORT", about: "port to listen on; 0 is any free one", default: "8480" },
  {
    name: "PUBLIC_URL",
    about: "where it is reached from outside; links are made of it",
    default: "the address it listens on",
  },
  {
    name: "DATABASE_URL",
    about: "sqlite:<file>, sqlite::memory: or postgres://…",
    default: "sqlite:<DEBRIEF_DATA_DIR>/debrief.db",
    secret: true,
  },
  {
    name: "DEBRIEF_DATA_DIR",
    about: "directory of the database and what belongs to it",
    default: "$XDG_DATA_HOME/debrief",
  },
  { name: "LOG_LEVEL", about: "trace, debug, info, warn, error or silent", default: "info" },
  {
    name: "DEBRIEF_SECRET_KEY",
    about: "64 hex digits that signing secrets are encrypted under; required with PostgreSQL",
    default: "a file beside the SQLite database",
    secret: true,
  },
  {
    name: "DEBRIEF_ORG_NAME",
    about: "name of the organization that the first start makes",
    default: "My organization",
  },
  { name: "DEBRIEF_FIRST_ORG", about: "off: make none at the first start", default: "on" },
  {
    name: "DEBRIEF_WEBHOOK_ALLOW",
    about: "host[:port] and CIDR, comma-separated, that webhooks may go to though not public",
    default: "none",
  },
  {
    name: "DEBRIEF_DELIVERY_DAYS",
    about: "days that the delivery log is kept",
    default: "30",
  },
  { name: "DEBRIEF_RATE_LIMIT", about: "requests a minute", default: "0", later: true },
  { name: "DEBRIEF_TRUST_PROXY", about: "proxies in front", default: "", later: true },
];

/** The flag of a setting: DEBRIEF_DATA_DIR is --data-dir. */
export const flagOf = (name: string): string =>
  name
    .replace(/^DEBRIEF_/, "")
    .toLowerCase()
    .replaceAll("_", "-");

const MOST_NAME = 1024;
const MOST_DAYS = 3650;
const LEVELS = ["trace", "debug", "info", "warn", "error", "silent"];

const checkNames = (env: NodeJS.ProcessEnv): void => {
  const known = settings.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
  for (const name of Object.keys(env))
    if (name.startsWith("DEBRIEF_") && !known.includes(name))
      throw new ConfigError(
        `${name} is no setting of debrief; did you mean ${closest(name, known)}?`,
      );
};

const fromFile = (name: string, file: string): string => {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new ConfigError(`${name}_FILE: cannot read ${file} (${(error as Error).message})`);
  }
  if (text === "") throw new ConfigError(`${name}_FILE: ${file} is empty`);
  return text;
};

const dotenv = (directory: string): Record<string, string | undefined> => {
  const file = join(directory, ".env");
  if (!existsSync(file)) return {};
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ConfigError(`cannot read ${file} (${(error as Error).message})`);
  }
};

const url = (name: string, text: string): string => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigError(`${name} must be an http or https URL, not "${text}"`);
  return text.replace(/\/+$/, "");
};

/** Where a user's programs keep their data. A user of a container may have no home at all. */
const dataHome = (env: Record<string, string | undefined>): string => {
  if (env["XDG_DATA_HOME"]) return env["XDG_DATA_HOME"];
  try {
    return join(env["HOME"] || homedir(), ".local", "share");
  } catch {
    throw new ConfigError("DEBRIEF_DATA_DIR is needed: this user has no home directory");
  }
};

const portOf = (text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new ConfigError(`PORT must be from 0 to 65535, not "${text}"`);
  return port;
};

const allowListOf = (text: string): string => {
  try {
    readAllowList(text);
    return text;
  } catch (error) {
    throw new ConfigError(`DEBRIEF_WEBHOOK_ALLOW: ${(error as Error).message}`);
  }
};

const daysOf = (text: string): number => {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > MOST_DAYS)
    throw new ConfigError(`DEBRIEF_DELIVERY_DAYS must be from 1 to ${MOST_DAYS}, not "${text}"`);
  return days;
};

/**
 * Reads the configuration: flags win over the environment, the environment over the file .env.
 * The only reader of either. @throws ConfigError
 */
export const readConfig = (
  flags: Record<string, string | undefined>,
  environment: NodeJS.ProcessEnv = process.env,
  directory = process.cwd(),
): Config => {
  const sources = [environment, dotenv(directory)];
  for (const source of sources) checkNames(source);
  const env = { ...sources[1], ...environment };
  const get = (name: string): string | undefined => {
    const flag = flags[flagOf(name)];
    if (flag) return flag;
    const isSecret = settings.some((setting) => setting.name === name && setting.secret);
    // An empty variable is none, as a shell or a compose file may leave it.
    for (const source of sources) {
      const file = isSecret ? source[`${name}_FILE`] : undefined;
      const text = source[name] || (file && fromFile(name, file));
      if (text) return text;
    }
    return undefined;
  };
  const dataDir = get("DEBRIEF_DATA_DIR") ?? join(dataHome(env), "debrief");
  const logLevel = get("LOG_LEVEL") ?? "info";
  if (!LEVELS.includes(logLevel))
    throw new ConfigError(`LOG_LEVEL must be one of ${LEVELS.join(", ")}, not "${logLevel}"`);
  const databaseUrl = get("DATABASE_URL") ?? `sqlite:${join(dataDir, "debrief.db")}`;
  if (!/^(sqlite:.|postgres(ql)?:\/\/)/.test(databaseUrl))
    throw new ConfigError("DATABASE_URL must be sqlite:<file>, sqlite::memory: or postgres://…");
  const secretKey = get("DEBRIEF_SECRET_KEY");
  if (secretKey !== undefined && !/^[0-9a-f]{64}$/i.test(secretKey))
    throw new ConfigError(
      "DEBRIEF_SECRET_KEY must be 64 hex digits; make one with: openssl rand -hex 32",
    );
  const first = get("DEBRIEF_FIRST_ORG") ?? "on";
  if (first !== "on" && first !== "off")
    throw new ConfigError(`DEBRIEF_FIRST_ORG must be on or off, not "${first}"`);
  const organizationName = get("DEBRIEF_ORG_NAME") ?? "My organization";
  if (organizationName.trim() === "" || organizationName.length > MOST_NAME)
    throw new ConfigError(`DEBRIEF_ORG_NAME must be a name of at most ${MOST_NAME} characters`);
  const publicUrl = get("PUBLIC_URL");
  return {
    host: get("HOST") ?? "127.0.0.1",
    port: portOf(get("PORT") ?? "8480"),
    publicUrl: publicUrl === undefined ? undefined : url("PUBLIC_URL", publicUrl),
    databaseUrl,
    dataDir,
    logLevel,
    secretKey,
    organizationName,
    firstOrganization: first === "on",
    webhookAllow: allowListOf(get("DEBRIEF_WEBHOOK_ALLOW") ?? ""),
    deliveryDays: daysOf(get("DEBRIEF_DELIVERY_DAYS") ?? "30"),
  };
};

/** The names of settings that are set and have no effect in this version. */
export const withoutEffect = (environment: NodeJS.ProcessEnv = process.env): string[] =>
  settings.filter(({ name, later }) => later && environment[name]).map(({ name }) => name);
