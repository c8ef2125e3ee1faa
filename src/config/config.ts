import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { closest } from "fastest-levenshtein";
import { ConfigError } from "./config-error.js";
import {
  aiSettings,
  CLIENT_VARIABLES,
  listFlags,
  programSettings,
  type Setting,
  type SettingGroup,
  type SettingValues,
  settings,
} from "./settings.js";

type Variables = Record<string, string | undefined>;

/** The models that analyse calls. URLs have no slash at the end. */
export type AiSettings = SettingValues<typeof aiSettings> & { transcriptionUrl: string };

export interface Config extends SettingValues<typeof programSettings> {
  /** Undefined unless the analyzer is `ai`. */
  ai: AiSettings | undefined;
}

const settingNames = settings.flatMap(({ name, isSecret }) =>
  isSecret ? [name, `${name}_FILE`] : [name],
);
/** Every name that a line of .env may have. Defaults of settings depend on the last two. */
const fileNames = new Set([...settingNames, ...CLIENT_VARIABLES, "HOME", "XDG_DATA_HOME"]);

const formatUnknown = (name: string, source: string): string =>
  `${name}${source} isn't a debrief setting; did you mean ${closest(name, settingNames)}?`;

/**
 * Describes each unknown DEBRIEF_ variable of the environment. It is no error: an older version, or another
 * program of that prefix, may share the environment.
 */
export const describeUnknownVariables = (environment: NodeJS.ProcessEnv = process.env): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith("DEBRIEF_") && !fileNames.has(name))
    .map((name) => formatUnknown(name, ""));

/** Checks the names in .env: debrief passes them to no other program. @throws ConfigError for an unknown one */
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

/** Reads texts from flags, then from each source in order. Empty texts count as absent: shells and compose files leave them. */
const createTextReader = (
  flags: Record<string, string | boolean | undefined>,
  sources: readonly Variables[],
) => {
  const settingsByName = new Map(settings.map((setting) => [setting.name, setting]));
  const read = (name: string): string | undefined => {
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
    return typeof setting?.default === "function" ? setting.default(read) : setting?.default;
  };
  return read;
};

const readGroup = <Group extends SettingGroup>(
  group: Group,
  read: (name: string) => string | undefined,
): SettingValues<Group> => {
  const readValue = ({ name, parse, isRequired }: Setting): unknown => {
    const text = read(name);
    if (text !== undefined) return parse(text, name);
    if (isRequired)
      throw new ConfigError(`${name} is required with DEBRIEF_ANALYZER=ai; see docs/analysis.md`);
    return undefined;
  };
  return Object.fromEntries(
    Object.entries(group).map(([key, setting]) => [key, readValue(setting)]),
  ) as SettingValues<Group>;
};

const readAiSettings = (read: (name: string) => string | undefined): AiSettings => {
  const ai = readGroup(aiSettings, read);
  if (ai.transcriptionUrl !== undefined && ai.transcriptionModel === undefined)
    throw new ConfigError(
      `${aiSettings.transcriptionUrl.name} has no effect without ${aiSettings.transcriptionModel.name}; set both`,
    );
  return { ...ai, transcriptionUrl: ai.transcriptionUrl ?? ai.url };
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
  const read = createTextReader(flags, sources);
  const config = readGroup(programSettings, read);
  return { ...config, ai: config.analyzer === "ai" ? readAiSettings(read) : undefined };
};
