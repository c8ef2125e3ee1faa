import { isIP } from "node:net";
import { readAllowList } from "./notifier/allow-list.js";
import { type Proxies, readProxies } from "./proxies.js";
import { ConfigError } from "./settings.js";

export const MOST_NAME = 1024;
const MOST_DAYS = 3650;
const MOST_A_MINUTE = 1_000_000;
/** A length is 32 bits in GraphQL. */
const MOST_MB = 2_000;
const LEVELS = ["trace", "debug", "info", "warn", "error", "silent"];
const FORMATS = ["json", "text"] as const;

const ANALYZERS = ["external", "basic", "ai"] as const;

export type AnalyzerName = (typeof ANALYZERS)[number];
export type LogFormat = (typeof FORMATS)[number];

// Each reads the text of one setting. @throws ConfigError that names it and the way out

const oneOf = <T extends string>(name: string, values: readonly T[], text: string): T => {
  const found = values.find((value) => value === text);
  if (found === undefined)
    throw new ConfigError(`${name} must be one of ${values.join(", ")}, not "${text}"`);
  return found;
};

export const wholeNumber = (name: string, text: string, least: number, most: number): number => {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${text}"`);
  return number;
};

/** A list whose reader says what is wrong with it. */
const list = <T>(name: string, text: string, read: (text: string) => T): T => {
  try {
    return read(text);
  } catch (error) {
    throw new ConfigError(`${name}: ${(error as Error).message}`);
  }
};

export const hostOf = (text: string): string => {
  const host = text.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host.replace(/%\w+$/, "")) === 0 && !/^[\w-]+(\.[\w-]+)*\.?$/.test(host))
    throw new ConfigError(
      `HOST must be an address or a name without a port, such as 127.0.0.1 or ::, not "${text}"; the port is PORT`,
    );
  return host;
};

export const portOf = (text: string): number => wholeNumber("PORT", text, 0, 65_535);

export const publicUrlOf = (text: string): string => {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(
      `PUBLIC_URL must be an http or https URL such as https://calls.example.com, not "${text}"`,
    );
  if (url.search || url.hash || url.username || url.password)
    throw new ConfigError(
      "PUBLIC_URL must have no user, query or fragment: paths are written behind it",
    );
  return text.replace(/\/+$/, "");
};

// Its text may have a password in it, so no message repeats it.
export const databaseUrlOf = (text: string): string => {
  const isServer = /^postgres(ql)?:\/\//.test(text);
  if (!isServer && !/^sqlite:./.test(text))
    throw new ConfigError("DATABASE_URL must be sqlite:<file>, sqlite::memory: or postgres://…");
  if (isServer && (/\s/.test(text) || !URL.canParse(text)))
    throw new ConfigError(
      "DATABASE_URL is no URL; write it as postgres://user:password@host:5432/database, with / @ : # ? and % in a password as %2F %40 %3A %23 %3F %25",
    );
  return text;
};

export const secretKeyOf = (text: string): string => {
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new ConfigError(
      "DEBRIEF_SECRET_KEY must be 64 hex digits; make one with: openssl rand -hex 32",
    );
  return text;
};

export const logLevelOf = (text: string): string => oneOf("LOG_LEVEL", LEVELS, text);

export const logFormatOf = (text: string): LogFormat => oneOf("LOG_FORMAT", FORMATS, text);

export const firstOrganizationOf = (text: string): boolean =>
  oneOf("DEBRIEF_FIRST_ORG", ["on", "off"], text) === "on";

export const organizationNameOf = (text: string): string => {
  if (text.trim() === "" || text.length > MOST_NAME)
    throw new ConfigError(`DEBRIEF_ORG_NAME must be a name of at most ${MOST_NAME} characters`);
  return text;
};

export const webhookAllowOf = (text: string): string => {
  list("DEBRIEF_WEBHOOK_ALLOW", text, readAllowList);
  return text;
};

export const deliveryDaysOf = (text: string): number =>
  wholeNumber("DEBRIEF_DELIVERY_DAYS", text, 1, MOST_DAYS);

export const analyzerOf = (text: string): AnalyzerName =>
  oneOf("DEBRIEF_ANALYZER", ANALYZERS, text);

export const uploadMaxOf = (text: string): number =>
  wholeNumber("DEBRIEF_UPLOAD_MAX_MB", text, 1, MOST_MB);

export const rateLimitOf = (text: string): number =>
  wholeNumber("DEBRIEF_RATE_LIMIT", text, 0, MOST_A_MINUTE);

export const trustProxyOf = (text: string): Proxies =>
  list("DEBRIEF_TRUST_PROXY", text, readProxies);
