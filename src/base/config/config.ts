import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { closest } from "fastest-levenshtein";
import type { OpenIdSettings } from "./openid-settings.js";
import { ConfigError } from "./config-error.js";
import { buildOpenIdSettings } from "./openid-config.js";
import {
  aiSettings,
  CLIENT_VARIABLES,
  listFlags,
  openIdSettings,
  programSettings,
  type Setting,
  type SettingGroup,
  type SettingValues,
  settings,
} from "./settings.js";

type Variables = Record<string, string | undefined>;

/** A model of an OpenAI-compatible server. */
export interface ModelSettings {
  /** Without a slash at the end. */
  url: string;
  key: string | undefined;
  model: string;
  /** How many calls it works on at the same time. */
  concurrency: number;
}

/** The model that analyses transcripts. */
export interface ChatSettings extends ModelSettings {
  contextTokens: number;
}

export interface Config extends SettingValues<typeof programSettings> {
  /** Whether a setting chooses the transcriber; otherwise it is the default. */
  isTranscriberSet: boolean;
  /** Undefined unless the analyzer is `ai`. */
  chat: ChatSettings | undefined;
  /** Undefined unless the transcriber is `ai`, and with the analyzer `external`. */
  transcription: ModelSettings | undefined;
  /** The model of meanings on a server; undefined for the one in the program. */
  embedding: ModelSettings | undefined;
  /** Undefined unless users can sign in by OpenID Connect. */
  openId: OpenIdSettings | undefined;
}

type ReadText = (name: string) => string | undefined;

const settingNames = settings.flatMap(({ name, isSecret }) =>
  isSecret ? [name, `${name}_FILE`] : [name],
);
/** Every variable name allowed in .env. Some settings' defaults depend on the last two. */
const fileNames = new Set([...settingNames, ...CLIENT_VARIABLES, "HOME", "XDG_DATA_HOME"]);

const formatUnknown = (name: string, source: string): string =>
  `${name}${source} isn't a debrief setting; did you mean ${closest(name, settingNames)}?`;

/**
 * Describes each unknown DEBRIEF_ variable of the environment. An unknown variable isn't an error: an older version, or
 * another program with that prefix, may share the environment.
 */
export const describeUnknownVariables = (environment: NodeJS.ProcessEnv = process.env): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith("DEBRIEF_") && !fileNames.has(name))
    .map((name) => formatUnknown(name, ""));

/** Checks the names in .env, which only debrief reads. @throws ConfigError for an unknown one */
const validateFileNames = (variables: Variables): void => {
  const unknown = Object.keys(variables).find((name) => !fileNames.has(name));
  if (unknown !== undefined) throw new ConfigError(formatUnknown(unknown, " in .env"));
};

const readSecretFile = (name: string, file: string): string => {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new ConfigError(`${name}_FILE: cannot read ${file} (${(error as Error).message})`);
  }
  if (text === "") throw new ConfigError(`${name}_FILE: ${file} is empty`);
  return text;
};

const readDotenv = (directory: string): Variables => {
  const file = join(directory, ".env");
  if (!existsSync(file)) return {};
  try {
    return parseEnv(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ConfigError(`cannot read ${file} (${(error as Error).message})`);
  }
};

/**
 * Reads texts from flags, then from each source in order. Empty texts count as absent: shells and compose files may
 * leave them.
 */
const createTextReader = (
  flags: Record<string, string | boolean | undefined>,
  sources: readonly Variables[],
) => {
  const settingsByName = new Map(settings.map((setting) => [setting.name, setting]));
  const find = (name: string): string | undefined => {
    const setting = settingsByName.get(name);
    for (const flag of setting ? listFlags(setting) : []) {
      const text = flags[flag];
      if (typeof text === "string" && text !== "") return text;
    }
    for (const source of sources) {
      const file = setting?.isSecret ? source[`${name}_FILE`] : undefined;
      const text = source[name] || (file && readSecretFile(name, file));
      if (text) return text;
    }
    return undefined;
  };
  const read = (name: string): string | undefined => {
    const fallback = settingsByName.get(name)?.default;
    return find(name) ?? (typeof fallback === "function" ? fallback(read) : fallback);
  };
  return { read, isSet: (name: string): boolean => find(name) !== undefined };
};

const pick = <Group extends SettingGroup, Key extends keyof Group>(
  group: Group,
  keys: readonly Key[],
): Pick<Group, Key> => Object.fromEntries(keys.map((key) => [key, group[key]])) as Pick<Group, Key>;

const readGroup = <Group extends SettingGroup>(
  group: Group,
  read: ReadText,
): SettingValues<Group> => {
  const readValue = ({ name, parse }: Setting): unknown => {
    const text = read(name);
    return text === undefined ? undefined : parse(text, name);
  };
  return Object.fromEntries(
    Object.entries(group).map(([key, setting]) => [key, readValue(setting)]),
  ) as SettingValues<Group>;
};

/** Returns the value of a setting that is required because of `reason`. @throws ConfigError if it is absent */
const requireValue = <T>(value: T | undefined, names: string, reason: string): T => {
  if (value === undefined)
    throw new ConfigError(`${names} is required with ${reason}; see docs/analysis.md`);
  return value;
};

const readChat = (read: ReadText): ChatSettings => {
  const { url, chatModel } = aiSettings;
  const reason = `${programSettings.analyzer.name}=ai`;
  const values = readGroup(
    pick(aiSettings, ["url", "key", "chatModel", "contextTokens", "concurrency"]),
    read,
  );
  return {
    url: requireValue(values.url, url.name, reason),
    key: values.key,
    model: requireValue(values.chatModel, chatModel.name, reason),
    contextTokens: values.contextTokens,
    concurrency: values.concurrency,
  };
};

/** Reads the server of an embedding model; undefined without one. */
const readEmbedding = (
  read: ReadText,
  isSet: (name: string) => boolean,
): ModelSettings | undefined => {
  const { url, embeddingUrl, embeddingModel } = aiSettings;
  const values = readGroup(
    pick(aiSettings, ["embeddingUrl", "key", "embeddingModel", "concurrency"]),
    read,
  );
  const { embeddingModel: model, key, concurrency } = values;
  if (model === undefined) {
    if (isSet(embeddingUrl.name))
      throw new ConfigError(
        `${embeddingUrl.name} has no effect without ${embeddingModel.name}; set both`,
      );
    return undefined;
  }
  const server = values.embeddingUrl ?? readGroup({ url }, read).url;
  const names = `${url.name} or ${embeddingUrl.name}`;
  return { url: requireValue(server, names, embeddingModel.name), key, model, concurrency };
};

const readTranscription = (read: ReadText, isDefault: boolean): ModelSettings => {
  const { url, transcriptionUrl, transcriptionModel } = aiSettings;
  const { name } = programSettings.transcriber;
  const reason = `${name}=ai${isDefault ? `, the default with ${transcriptionModel.name}` : ""}`;
  const values = readGroup(
    pick(aiSettings, ["transcriptionUrl", "key", "transcriptionModel", "concurrency"]),
    read,
  );
  // A chat server's URL isn't checked if another server transcribes.
  const server = values.transcriptionUrl ?? readGroup({ url }, read).url;
  return {
    url: requireValue(server, `${url.name} or ${transcriptionUrl.name}`, reason),
    key: values.key,
    model: requireValue(values.transcriptionModel, transcriptionModel.name, reason),
    concurrency: values.concurrency,
  };
};

/**
 * Reads the configuration. Flags win over the environment, the environment over the file .env. Ignores unknown
 * variables of the environment. @throws ConfigError
 */
export const readConfig = (
  flags: Record<string, string | boolean | undefined>,
  environment: NodeJS.ProcessEnv = process.env,
  directory = process.cwd(),
): Config => {
  const dotenv = readDotenv(directory);
  validateFileNames(dotenv);
  const sources = [environment, dotenv];
  const { read, isSet } = createTextReader(flags, sources);
  const openId = buildOpenIdSettings(readGroup(openIdSettings, read));
  const config = { ...readGroup(programSettings, read), openId };
  const { smtpServer, mailFrom } = programSettings;
  if (config.smtpServer && !config.mailFrom)
    throw new ConfigError(`${mailFrom.name} is required with ${smtpServer.name}`);
  const isTranscriberSet = isSet(programSettings.transcriber.name);
  const chat = config.analyzer === "ai" ? readChat(read) : undefined;
  const embedding = config.meaning ? readEmbedding(read, isSet) : undefined;
  // An external worker transcribes in its own way.
  if (config.analyzer === "external")
    return { ...config, isTranscriberSet, chat, transcription: undefined, embedding };
  if (!isTranscriberSet && config.transcriber !== "ai" && isSet(aiSettings.transcriptionUrl.name))
    throw new ConfigError(
      `${aiSettings.transcriptionUrl.name} has no effect without ${aiSettings.transcriptionModel.name}; set both`,
    );
  const transcription =
    config.transcriber === "ai" ? readTranscription(read, !isTranscriberSet) : undefined;
  return { ...config, isTranscriberSet, chat, transcription, embedding };
};
