import { isIP } from "node:net";
import { parseTrustedProxies, type TrustedProxies } from "../net/trusted-proxies.js";
import { parseAllowList } from "../net/allow-list.js";
import { parseWatchSetting, type WatchOptions, WatchOptionsError } from "./watch-options.js";
import {
  type MailSender,
  parseMailSender,
  parseSmtpServer,
  type SmtpServer,
} from "./mail-settings.js";
import {
  parseAllowedDomains as parseDomainMap,
  parseDomains,
  parseIssuer,
  parseRoleValues as parseRoles,
} from "./openid-settings.js";
import { ConfigError } from "./config-error.js";

/** Turns a setting's text into its value. @throws ConfigError whose message starts with `name` */
export type Parser<T> = (text: string, name: string) => T;

const MAX_NAME_CHARACTERS = 1024;

export const parseText: Parser<string> = (text) => text;

export const parseOneOf =
  <T extends string>(...values: T[]): Parser<T> =>
  (text, name) => {
    const match = values.find((value) => value === text);
    if (match === undefined)
      throw new ConfigError(`${name} must be one of ${values.join(", ")}, not "${text}"`);
    return match;
  };

export const parseOnOff: Parser<boolean> = (text, name) =>
  parseOneOf("on", "off")(text, name) === "on";

export const parseInteger =
  (min: number, max: number): Parser<number> =>
  (text, name) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max))
      throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
    return number;
  };

export const parseWatch: Parser<WatchOptions[]> = (text, name) => {
  try {
    return parseWatchSetting(text);
  } catch (error) {
    if (error instanceof WatchOptionsError) throw new ConfigError(`${name}: ${error.message}`);
    throw error;
  }
};

export const parseName: Parser<string> = (text, name) => {
  if (text.trim() === "" || text.length > MAX_NAME_CHARACTERS)
    throw new ConfigError(
      `${name} must have 1 to ${MAX_NAME_CHARACTERS} characters, not only spaces`,
    );
  return text;
};

export const parseHost: Parser<string> = (text, name) => {
  const host = text.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host.replace(/%\w+$/, "")) === 0 && !/^[\w-]+(\.[\w-]+)*\.?$/.test(host))
    throw new ConfigError(
      `${name} must be an address or a name without a port, such as 127.0.0.1 or ::, not "${text}"; the port is PORT`,
    );
  return host;
};

/**
 * Parses an http or https URL to which paths are appended; removes the slash at its end.
 * The text can contain a password, so messages do not repeat it.
 */
export const parseBaseUrl =
  (example: string, userHint: string): Parser<string> =>
  (text, name) => {
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol))
      throw new ConfigError(`${name} must be an http or https URL such as ${example}`);
    if (url.search || url.hash || url.username || url.password)
      throw new ConfigError(`${name} must have no user, query or fragment: ${userHint}`);
    return text.replace(/\/+$/, "");
  };

// The text can contain a password, so messages do not repeat it.
export const parseDatabaseUrl: Parser<string> = (text, name) => {
  const isPostgres = /^postgres(ql)?:\/\//.test(text);
  if (!isPostgres && !/^sqlite:./.test(text))
    throw new ConfigError(`${name} must be sqlite:<file>, sqlite::memory: or postgres://…`);
  if (isPostgres && (/\s/.test(text) || !URL.canParse(text)))
    throw new ConfigError(
      `${name} is not a valid URL; write postgres://user:password@host:5432/database, with / @ : # ? and % in a password as %2F %40 %3A %23 %3F %25`,
    );
  return text;
};

// The text can contain a password, so messages do not repeat it.
export const parseSmtpUrl: Parser<SmtpServer> = (text, name) => {
  const server = parseSmtpServer(text);
  if (!server)
    throw new ConfigError(
      `${name} must be smtp:// or smtps://user:password@host:port; write / @ : # ? and % in a password as %2F %40 %3A %23 %3F %25`,
    );
  return server;
};

export const parseMailFrom: Parser<MailSender> = (text, name) => {
  const sender = parseMailSender(text);
  if (!sender)
    throw new ConfigError(
      `${name} must be an e-mail address such as calls@example.com or Our calls <calls@example.com>`,
    );
  return sender;
};

export const parseSecretKey: Parser<string> = (text, name) => {
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new ConfigError(`${name} must be 64 hex digits; create one with: openssl rand -hex 32`);
  return text;
};

/** Parses a value for an HTTP header. @throws ConfigError for characters that a header doesn't allow. */
export const parseHeaderValue: Parser<string> = (text, name) => {
  if (!/^[\x21-\x7e]+$/.test(text))
    throw new ConfigError(`${name} must be printable ASCII without spaces`);
  return text;
};

const withSettingName = <T>(name: string, parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    throw new ConfigError(`${name}: ${(error as Error).message}`);
  }
};

/** Checks the allow-list and returns its text. */
export const parseWebhookAllow: Parser<string> = (text, name) => {
  withSettingName(name, () => parseAllowList(text));
  return text;
};

export const parseTrustProxy: Parser<TrustedProxies> = (text, name) =>
  withSettingName(name, () => parseTrustedProxies(text));

const parseValue =
  <T>(parse: (text: string) => T): Parser<T> =>
  (text, name) => {
    try {
      return parse(text);
    } catch (error) {
      throw new ConfigError(`${name} ${(error as Error).message}`);
    }
  };

export const parseIssuerUrl = parseValue(parseIssuer);

export const parseAllowedDomains: Parser<ReturnType<typeof parseDomainMap>> = (text, name) =>
  withSettingName(name, () => parseDomainMap(text));

export const parseTrustedDomains: Parser<ReturnType<typeof parseDomains>> = (text, name) =>
  withSettingName(name, () => parseDomains(text));

export const parseRoleValues: Parser<ReturnType<typeof parseRoles>> = (text, name) =>
  withSettingName(name, () => parseRoles(text));
