import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { closest } from "fastest-levenshtein";
import { type AiSettings, aiOf } from "./ai-settings.js";
import type { Proxies } from "./proxies.js";
import * as values from "./setting-values.js";
import { ConfigError, flagOf, settings } from "./settings.js";

export { ConfigError, flagOf, settings };

export interface Config {
  host: string;
  port: number;
  /** Undefined: the address it listens on. */
  publicUrl: string | undefined;
  databaseUrl: string;
  dataDir: string;
  logLevel: string;
  /** Undefined: text on a terminal, else json. */
  logFormat: values.LogFormat | undefined;
  /** 32 bytes as 64 hex digits; undefined: a file beside the SQLite database. */
  secretKey: string | undefined;
  /** Of the organization for which a command asks a running server. */
  apiKey: string | undefined;
  organizationName: string;
  firstOrganization: boolean;
  /** Destinations of webhooks that may be private, as DEBRIEF_WEBHOOK_ALLOW has them. */
  webhookAllow: string;
  /** How long the delivery log is kept. */
  deliveryDays: number;
  /** Who analyses calls. */
  analyzer: values.AnalyzerName;
  /** Undefined where no model analyses calls. */
  ai: AiSettings | undefined;
  /** Megabytes that an uploaded file may have. */
  uploadMaxMb: number;
  /** Requests a minute that each credential may make; 0 is any number. */
  rateLimit: number;
  /** Undefined: nothing is said of them. */
  trustProxy: Proxies | undefined;
}

/** Of whoever asks a server, such as debrief listen and the examples: they may share a shell with it. */
const OF_CALLERS = new Set(["DEBRIEF_URL", "DEBRIEF_SIGNING_SECRET"]);

const checkNames = (env: NodeJS.ProcessEnv): void => {
  const known = settings.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
  for (const name of Object.keys(env))
    if (name.startsWith("DEBRIEF_") && !known.includes(name) && !OF_CALLERS.has(name))
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

/** Where a user's programs keep their data. A user of a container may have no home at all. */
const dataHome = (env: Record<string, string | undefined>): string => {
  if (env["XDG_DATA_HOME"]) return env["XDG_DATA_HOME"];
  try {
    return join(env["HOME"] || homedir(), ".local", "share");
  } catch {
    throw new ConfigError("DEBRIEF_DATA_DIR is needed: this user has no home directory");
  }
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
  const given = <T>(name: string, read: (text: string) => T): T | undefined => {
    const text = get(name);
    return text === undefined ? undefined : read(text);
  };
  const analyzer = values.analyzerOf(get("DEBRIEF_ANALYZER") ?? "external");
  return {
    host: values.hostOf(get("HOST") ?? "127.0.0.1"),
    port: values.portOf(get("PORT") ?? "8480"),
    publicUrl: given("PUBLIC_URL", values.publicUrlOf),
    databaseUrl: values.databaseUrlOf(
      get("DATABASE_URL") ?? `sqlite:${join(dataDir, "debrief.db")}`,
    ),
    dataDir,
    logLevel: values.logLevelOf(get("LOG_LEVEL") ?? "info"),
    logFormat: given("LOG_FORMAT", values.logFormatOf),
    secretKey: given("DEBRIEF_SECRET_KEY", values.secretKeyOf),
    apiKey: get("DEBRIEF_API_KEY"),
    organizationName: values.organizationNameOf(get("DEBRIEF_ORG_NAME") ?? "My organization"),
    firstOrganization: values.firstOrganizationOf(get("DEBRIEF_FIRST_ORG") ?? "on"),
    webhookAllow: values.webhookAllowOf(get("DEBRIEF_WEBHOOK_ALLOW") ?? ""),
    deliveryDays: values.deliveryDaysOf(get("DEBRIEF_DELIVERY_DAYS") ?? "30"),
    analyzer,
    ai: analyzer === "ai" ? aiOf(get) : undefined,
    uploadMaxMb: values.uploadMaxOf(get("DEBRIEF_UPLOAD_MAX_MB") ?? "512"),
    rateLimit: values.rateLimitOf(get("DEBRIEF_RATE_LIMIT") ?? "0"),
    trustProxy: given("DEBRIEF_TRUST_PROXY", values.trustProxyOf),
  };
};
