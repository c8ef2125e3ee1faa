import { homedir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "./config-error.js";
import * as parsers from "./parsers.js";

/** Returns the text of a setting or another variable, the default included. */
type ReadText = (name: string) => string | undefined;

export interface Setting {
  /** The environment variable. The flag's name follows from it. */
  name: string;
  /** The description in help and docs. */
  description: string;
  parse: parsers.Parser<unknown>;
  /** The text to parse if the setting is absent; without a default the value is undefined. */
  default?: string | ((read: ReadText) => string);
  /** The default as help and docs show it, if it is not `default` itself. */
  defaultText?: string;
  /** The program can also read it from the file that `<name>_FILE` names. */
  isSecret?: boolean;
}

/** The settings of a group, by their property in the configuration. */
export type SettingGroup = Record<string, Setting>;

type SettingValue<S extends Setting> =
  | ReturnType<S["parse"]>
  | (S extends { default: unknown } ? never : undefined);

export type SettingValues<Group extends SettingGroup> = {
  -readonly [Key in keyof Group]: SettingValue<Group[Key]>;
};

const resolveDataHome = (read: ReadText): string => {
  try {
    return read("XDG_DATA_HOME") ?? join(read("HOME") ?? homedir(), ".local", "share");
  } catch {
    // A container's user may have no home directory.
    throw new ConfigError("DEBRIEF_DATA_DIR is required: this user has no home directory");
  }
};

export const DEFAULT_HOST = "127.0.0.1";
export const DEFAULT_PORT = "8480";

// GraphQL's Int is signed and has 32 bits.
const MAX_UPLOAD_MB = 2_000;

const TRANSCRIPTION_MODEL = "DEBRIEF_AI_TRANSCRIPTION_MODEL";

export const programSettings = {
  host: {
    name: "HOST",
    default: DEFAULT_HOST,
    parse: parsers.parseHost,
    description: "address to listen on",
  },
  port: {
    name: "PORT",
    default: DEFAULT_PORT,
    parse: parsers.parseInteger(0, 65_535),
    description: "port to listen on; 0 selects a free port",
  },
  publicUrl: {
    name: "PUBLIC_URL",
    defaultText: "the address that the server listens on",
    parse: parsers.parseBaseUrl("https://calls.example.com", "debrief appends paths to it"),
    description: "URL at which clients reach the server; links start with it",
  },
  databaseUrl: {
    name: "DATABASE_URL",
    default: (read) => `sqlite:${join(read("DEBRIEF_DATA_DIR")!, "debrief.db")}`,
    defaultText: "sqlite:<DEBRIEF_DATA_DIR>/debrief.db",
    parse: parsers.parseDatabaseUrl,
    description: "database: sqlite:<file>, sqlite::memory: or postgres://…",
    isSecret: true,
  },
  dataDir: {
    name: "DEBRIEF_DATA_DIR",
    default: (read) => join(resolveDataHome(read), "debrief"),
    defaultText: "$XDG_DATA_HOME/debrief",
    parse: parsers.parseText,
    description: "directory of the SQLite database, its key and the media files",
  },
  logLevel: {
    name: "LOG_LEVEL",
    default: "info",
    parse: parsers.parseOneOf("trace", "debug", "info", "warn", "error", "silent"),
    description: "trace, debug, info, warn, error or silent",
  },
  logFormat: {
    name: "LOG_FORMAT",
    defaultText: "text on a terminal, else json",
    parse: parsers.parseOneOf("json", "text"),
    description: "json or text",
  },
  secretKey: {
    name: "DEBRIEF_SECRET_KEY",
    defaultText: "a file beside the SQLite database",
    parse: parsers.parseSecretKey,
    description: "64 hex digits that encrypt signing secrets; required with PostgreSQL",
    isSecret: true,
  },
  apiKey: {
    name: "DEBRIEF_API_KEY",
    parse: parsers.parseText,
    description: "API key that debrief mcp and debrief listen send to a running server",
    isSecret: true,
  },
  organizationName: {
    name: "DEBRIEF_ORG_NAME",
    default: "My organization",
    parse: parsers.parseName,
    description: "name of the organization that the first start creates",
  },
  firstOrganization: {
    name: "DEBRIEF_FIRST_ORG",
    default: "on",
    parse: parsers.parseOnOff,
    description: "whether the first start creates an organization: on or off",
  },
  webhookAllow: {
    name: "DEBRIEF_WEBHOOK_ALLOW",
    default: "",
    defaultText: "none",
    parse: parsers.parseWebhookAllow,
    description: "webhook destinations that may be private: host[:port] and CIDR, comma-separated",
  },
  smtpServer: {
    name: "DEBRIEF_SMTP_URL",
    defaultText: "none; invitations are links to copy",
    parse: parsers.parseSmtpUrl,
    description:
      "mail server for invitations, new passwords and weekly mails: smtp(s)://user:password@host:port",
    isSecret: true,
  },
  mailFrom: {
    name: "DEBRIEF_MAIL_FROM",
    defaultText: "none; required with DEBRIEF_SMTP_URL",
    parse: parsers.parseMailFrom,
    description: "sender of mails, such as Our calls <calls@example.com>",
  },
  deliveryDays: {
    name: "DEBRIEF_DELIVERY_DAYS",
    default: "30",
    parse: parsers.parseInteger(1, 3650),
    description: "days to keep the delivery log",
  },
  transcriber: {
    name: "DEBRIEF_TRANSCRIBER",
    default: (read) => (read(TRANSCRIPTION_MODEL) === undefined ? "embedded" : "ai"),
    defaultText: `embedded; ai with ${TRANSCRIPTION_MODEL}`,
    parse: parsers.parseOneOf("embedded", "ai", "none"),
    description: "what transcribes audio: embedded (debrief itself), ai (a model server) or none",
  },
  analyzer: {
    name: "DEBRIEF_ANALYZER",
    // The database stores the default: a database from an earlier version keeps external.
    defaultText: "basic; external in a database of an earlier version",
    parse: parsers.parseOneOf("basic", "ai", "external"),
    description: "what analyses calls: basic (rules), ai (a chat model) or external (your worker)",
  },
  meaning: {
    name: "DEBRIEF_MEANING",
    default: "on",
    parse: parsers.parseOnOff,
    description:
      "whether the analysis by rules compares what was meant, not only words: on or off; takes 340 MiB while calls are analysed",
  },
  fetchMedia: {
    name: "DEBRIEF_FETCH_RECORDINGS",
    // The only default location, for new and existing data directories.
    default: "on",
    parse: parsers.parseOnOff,
    description: "whether debrief fetches the recording_url of new calls: on or off",
  },
  watch: {
    name: "DEBRIEF_WATCH",
    default: "",
    defaultText: "none",
    parse: parsers.parseWatch,
    description:
      "folders to ingest calls from: `folder,pattern=freepbx,zone=Europe/Berlin`, separated by `;`",
  },
  uploadMaxMb: {
    name: "DEBRIEF_UPLOAD_MAX_MB",
    default: "512",
    parse: parsers.parseInteger(1, MAX_UPLOAD_MB),
    description: "maximum size of an uploaded or fetched file in megabytes (1,000,000 bytes)",
  },
  rateLimit: {
    name: "DEBRIEF_RATE_LIMIT",
    default: "0",
    parse: parsers.parseInteger(0, 1_000_000),
    description: "requests per minute for each credential; 0 turns the limit off",
  },
  trustProxy: {
    name: "DEBRIEF_TRUST_PROXY",
    parse: parsers.parseTrustProxy,
    description:
      "reverse proxies in front of debrief: their number, or addresses and CIDR, comma-separated",
  },
} as const satisfies SettingGroup;

const AI_KEY_HINT = "set the key with DEBRIEF_AI_KEY or DEBRIEF_AI_KEY_FILE";
const AI_URL_EXAMPLE = "http://127.0.0.1:11434/v1, without /chat/completions";

/** Settings that the program reads only if DEBRIEF_TRANSCRIBER or DEBRIEF_ANALYZER is `ai`, or with an embedding model. */
export const aiSettings = {
  url: {
    name: "DEBRIEF_AI_URL",
    defaultText: "none; required with DEBRIEF_ANALYZER=ai or DEBRIEF_TRANSCRIBER=ai",
    parse: parsers.parseBaseUrl(AI_URL_EXAMPLE, AI_KEY_HINT),
    description: "OpenAI-compatible model server, such as http://127.0.0.1:11434/v1",
  },
  key: {
    name: "DEBRIEF_AI_KEY",
    parse: parsers.parseHeaderValue,
    description: "API key of the model server, if it needs one",
    isSecret: true,
  },
  chatModel: {
    name: "DEBRIEF_AI_CHAT_MODEL",
    defaultText: "none; required with DEBRIEF_ANALYZER=ai",
    parse: parsers.parseName,
    description: "model that analyses transcripts",
  },
  transcriptionModel: {
    name: TRANSCRIPTION_MODEL,
    defaultText: "none; required with DEBRIEF_TRANSCRIBER=ai",
    parse: parsers.parseName,
    description: "model that transcribes audio",
  },
  transcriptionUrl: {
    name: "DEBRIEF_AI_TRANSCRIPTION_URL",
    defaultText: "DEBRIEF_AI_URL",
    parse: parsers.parseBaseUrl(AI_URL_EXAMPLE, AI_KEY_HINT),
    description: "server of the transcription model, if it differs; it receives the same key",
  },
  embeddingModel: {
    name: "DEBRIEF_AI_EMBEDDING_MODEL",
    defaultText: "none; the model of debrief, for English",
    parse: parsers.parseName,
    description: "model that compares what was meant, for calls in other languages",
  },
  embeddingUrl: {
    name: "DEBRIEF_AI_EMBEDDING_URL",
    defaultText: "DEBRIEF_AI_URL",
    parse: parsers.parseBaseUrl(AI_URL_EXAMPLE, AI_KEY_HINT),
    description: "server of the embedding model, if it differs; it receives the same key",
  },
  contextTokens: {
    name: "DEBRIEF_AI_CONTEXT_TOKENS",
    default: "8192",
    parse: parsers.parseInteger(2048, 10_000_000),
    description: "context length of the chat model, its answer included; longer calls are split",
  },
  concurrency: {
    name: "DEBRIEF_AI_CONCURRENCY",
    default: "2",
    parse: parsers.parseInteger(1, 100),
    description: "maximum number of calls at the model servers at the same time",
  },
} as const satisfies SettingGroup;

/** Settings of the sign-in provider. The first one enables the others. */
export const openIdSettings = {
  issuer: {
    name: "DEBRIEF_OIDC_ISSUER",
    defaultText: "none; users sign in with passwords",
    parse: parsers.parseIssuerUrl,
    description: "OpenID Connect provider to sign in with, such as https://accounts.google.com",
  },
  clientId: {
    name: "DEBRIEF_OIDC_CLIENT_ID",
    defaultText: "none; required with DEBRIEF_OIDC_ISSUER",
    parse: parsers.parseHeaderValue,
    description: "client id that the provider issued when you registered debrief",
  },
  clientSecret: {
    name: "DEBRIEF_OIDC_CLIENT_SECRET",
    defaultText: "none; required with DEBRIEF_OIDC_ISSUER",
    parse: parsers.parseText,
    description: "client secret from the provider",
    isSecret: true,
  },
  name: {
    name: "DEBRIEF_OIDC_NAME",
    defaultText: "Google, Microsoft, or the issuer's host",
    parse: parsers.parseName,
    description: "provider's name on the sign-in button",
  },
  allowedDomains: {
    name: "DEBRIEF_OIDC_ALLOWED_DOMAINS",
    default: "",
    defaultText: "none; users need an invitation",
    parse: parsers.parseAllowedDomains,
    description:
      "e-mail domains whose users may join without an invitation: domain=organization, comma-separated",
  },
  trustedDomains: {
    name: "DEBRIEF_OIDC_TRUSTED_DOMAINS",
    default: "",
    defaultText: "none; the provider must send email_verified",
    parse: parsers.parseTrustedDomains,
    description:
      "e-mail domains to trust without email_verified, such as the domains of your Entra tenant",
  },
  roleClaim: {
    name: "DEBRIEF_OIDC_ROLE_CLAIM",
    defaultText: "none; users who join are reps",
    parse: parsers.parseName,
    description: "claim that sets the role at each sign-in, such as groups or realm_access.roles",
  },
  roles: {
    name: "DEBRIEF_OIDC_ROLES",
    defaultText: "none; required with DEBRIEF_OIDC_ROLE_CLAIM",
    parse: parsers.parseRoleValues,
    description: "role for each value of the claim: sales-leads=manager,staff=rep",
  },
} as const satisfies SettingGroup;

/** Every setting, in the order of help and docs. */
export const settings: readonly Setting[] = [programSettings, openIdSettings, aiSettings].flatMap(
  (group) => Object.values<Setting>(group),
);

/**
 * Variables that clients of a server read: `debrief listen`, the examples and the console's curl commands. They can share
 * a shell with the server. The API key's variable, DEBRIEF_API_KEY, is a setting.
 */
export const CLIENT_VARIABLES: readonly string[] = [
  "DEBRIEF_URL",
  "DEBRIEF_TOKEN",
  "DEBRIEF_SIGNING_SECRET",
];

const toKebabCase = (name: string): string => name.toLowerCase().replaceAll("_", "-");

/** Returns a setting's flags, the short form first: data-dir and debrief-data-dir. */
export const listFlags = ({ name }: Pick<Setting, "name">): [string, string] => [
  toKebabCase(name.replace(/^DEBRIEF_/, "")),
  toKebabCase(name),
];

/** Formats the default as help and docs show it. */
export const formatDefault = ({ default: value, defaultText }: Setting): string =>
  defaultText ?? (typeof value === "string" ? value : "none");
