/** A setting that cannot be used; the program exits with 78. The message names it and the way out. */
export class ConfigError extends Error {}

interface Setting {
  name: string;
  about: string;
  /** The default, as text. */
  default: string;
  /** Also read from the file that the variable with _FILE behind its name gives. */
  secret?: boolean;
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
  { name: "LOG_FORMAT", about: "json or text", default: "text on a terminal, else json" },
  {
    name: "DEBRIEF_SECRET_KEY",
    about: "64 hex digits that signing secrets are encrypted under; required with PostgreSQL",
    default: "a file beside the SQLite database",
    secret: true,
  },
  {
    name: "DEBRIEF_API_KEY",
    about: "API key by which a command asks a running server",
    default: "none",
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
  {
    name: "DEBRIEF_ANALYZER",
    about:
      "who analyses calls: external (your own worker), basic (debrief, by rules) or ai (models)",
    default: "external",
  },
  {
    name: "DEBRIEF_AI_URL",
    about: "OpenAI-compatible server of the models, such as http://127.0.0.1:11434/v1",
    default: "none; required with DEBRIEF_ANALYZER=ai",
  },
  {
    name: "DEBRIEF_AI_KEY",
    about: "API key of that server, if it has one",
    default: "none",
    secret: true,
  },
  {
    name: "DEBRIEF_AI_CHAT_MODEL",
    about: "model that reads transcripts",
    default: "none; required with DEBRIEF_ANALYZER=ai",
  },
  {
    name: "DEBRIEF_AI_TRANSCRIPTION_MODEL",
    about: "model that writes down what is said; none: only calls with a transcript are analysed",
    default: "none",
  },
  {
    name: "DEBRIEF_AI_TRANSCRIPTION_URL",
    about: "server of that model, if it is another one; it is sent the same key",
    default: "DEBRIEF_AI_URL",
  },
  {
    name: "DEBRIEF_AI_CONTEXT_TOKENS",
    about: "tokens that the chat model takes at once, its answer included; longer calls are split",
    default: "8192",
  },
  {
    name: "DEBRIEF_AI_CONCURRENCY",
    about: "calls that are analysed by models at once",
    default: "2",
  },
  {
    name: "DEBRIEF_UPLOAD_MAX_MB",
    about: "megabytes (1,000,000 bytes) that an uploaded file may have",
    default: "512",
  },
  {
    name: "DEBRIEF_RATE_LIMIT",
    about: "requests a minute that each credential may make; 0 is any number",
    default: "0",
  },
  {
    name: "DEBRIEF_TRUST_PROXY",
    about: "proxies in front: how many, or their addresses and CIDRs, comma-separated",
    default: "none",
  },
];

/** The flag of a setting: DEBRIEF_DATA_DIR is --data-dir. */
export const flagOf = (name: string): string =>
  name
    .replace(/^DEBRIEF_/, "")
    .toLowerCase()
    .replaceAll("_", "-");
