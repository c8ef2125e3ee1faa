import { resolve } from "node:path";
import { buildNamePattern, type NamePattern, PatternError } from "./name-patterns.js";

/** How a folder is watched, as the operator wrote it. */
export interface WatchOptions {
  folder: string;
  /** A phone system's name, or an expression with named groups. */
  pattern: string;
  /** The zone of local times in names and sidecars. */
  zone: string;
  /** An id or a name; undefined if there is only one. */
  organization: string | undefined;
  /** The e-mail of the user whose calls these are, if a call names no user. */
  user: string | undefined;
  /** What happens to an ingested file. */
  keep: "move" | "leave";
  /** The side whose audio came from the rep's phone: what Asterisk received (r) or transmitted (t). */
  rep: "r" | "t";
  /** How often the folder is read. */
  pollSeconds: number;
  /** How long a file must not change before it is ingested. */
  settleSeconds: number;
  /** How long a side waits for the other one, and a call for its sidecar. */
  pairMinutes: number;
  /** Whether each call has a sidecar, for which the watcher waits. */
  sidecar: "wait" | "use";
}

/** Options that can't be used. */
export class WatchOptionsError extends Error {}

const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const readZone = (zone: string): string => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new WatchOptionsError(`zone must be a time zone such as Europe/Berlin, not "${zone}"`);
  }
};

const readChoice = <T extends string>(name: string, value: string, ...choices: T[]): T => {
  const choice = choices.find((known) => known === value);
  if (choice === undefined)
    throw new WatchOptionsError(`${name} must be ${choices.join(" or ")}, not "${value}"`);
  return choice;
};

const readUser = (user: string): string => {
  if (/^[^\s@]+@[^\s@]+$/.test(user)) return user;
  throw new WatchOptionsError(`user must be a user's e-mail, not "${user}"`);
};

const readNumber = (name: string, text: string, min: number, max: number): number => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new WatchOptionsError(`${name} must be a whole number from ${min} to ${max}`);
  return value;
};

const OPTION_NAMES = [
  "folder",
  "pattern",
  "zone",
  "organization",
  "user",
  "keep",
  "rep",
  "poll",
  "settle",
  "pair",
  "sidecar",
] as const;

type OptionName = (typeof OPTION_NAMES)[number];

export type OptionTexts = Partial<Record<OptionName, string>>;

/** Reads the options of one folder. @throws WatchOptionsError */
export const readWatchOptions = (texts: OptionTexts): WatchOptions => {
  const { folder, pattern } = texts;
  if (!folder) throw new WatchOptionsError("names no folder");
  if (!pattern) throw new WatchOptionsError(`${folder}: add pattern=freepbx, or another pattern`);
  return {
    folder,
    pattern,
    zone: texts.zone === undefined ? localZone() : readZone(texts.zone),
    organization: texts.organization,
    user: texts.user === undefined ? undefined : readUser(texts.user),
    keep: readChoice("keep", texts.keep ?? "move", "move", "leave"),
    rep: readChoice("rep", texts.rep ?? "r", "r", "t"),
    pollSeconds: readNumber("poll", texts.poll ?? "5", 1, 3_600),
    settleSeconds: readNumber("settle", texts.settle ?? "10", 0, 3_600),
    pairMinutes: readNumber("pair", texts.pair ?? "10", 0, 1_440),
    sidecar: readChoice("sidecar", texts.sidecar ?? "use", "wait", "use"),
  };
};

/** Builds the pattern of the options. @throws WatchOptionsError */
export const buildPattern = async ({ pattern }: WatchOptions): Promise<NamePattern> => {
  try {
    return await buildNamePattern(pattern);
  } catch (error) {
    if (error instanceof PatternError)
      throw new WatchOptionsError(`pattern ${JSON.stringify(pattern)} ${error.message}`);
    throw error;
  }
};

const isOptionName = (name: string): name is OptionName =>
  (OPTION_NAMES as readonly string[]).includes(name);

const checkName = (name: string): OptionName => {
  if (isOptionName(name)) return name;
  throw new WatchOptionsError(`unknown option "${name}"; known are ${OPTION_NAMES.join(", ")}`);
};

const parseShort = (text: string): OptionTexts => {
  const [folder, ...options] = text.split(",");
  return {
    folder: folder!.trim(),
    ...Object.fromEntries(
      options.map((option) => {
        const at = option.indexOf("=");
        return [checkName(option.slice(0, Math.max(at, 0)).trim()), option.slice(at + 1).trim()];
      }),
    ),
  };
};

const parseJson = (text: string): OptionTexts[] => {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new WatchOptionsError(`isn't JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(list)) throw new WatchOptionsError("must be a list of objects");
  return list.map((item: unknown) => {
    if (typeof item !== "object" || item === null)
      throw new WatchOptionsError("must be a list of objects");
    return Object.fromEntries(
      Object.entries(item).map(([name, value]) => [checkName(name), String(value)]),
    );
  });
};

/**
 * Parses the setting: folders with options, `<folder>,pattern=freepbx,zone=Europe/Berlin;<folder>,…`, or a JSON list
 * of objects, for paths and patterns that have commas or semicolons. @throws WatchOptionsError
 */
export const parseWatchSetting = (text: string): WatchOptions[] => {
  const all = text.trimStart().startsWith("[")
    ? parseJson(text)
    : text
        .split(";")
        .filter((part) => part.trim() !== "")
        .map(parseShort);
  const folders = all.map(readWatchOptions);
  const paths = folders.map(({ folder }) => resolve(folder));
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new WatchOptionsError(`${twice} is named twice`);
  return folders;
};
