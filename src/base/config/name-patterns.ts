import type { RE2JS } from "re2js";

/** The facts in a file's name, as text. `one` and `two`: both parties' numbers, in the name's order. */
const GROUPS = [
  "id",
  "uniqueid",
  "uuid",
  "date",
  "time",
  "epoch",
  "one",
  "two",
  "extension",
  "number",
  "user_email",
  "user_phone",
  "name",
  "side",
] as const;

export type NameGroups = Partial<Record<(typeof GROUPS)[number], string>>;

/** Reads the groups of a file's name without its extension; undefined for another name. */
export type NamePattern = (stem: string) => NameGroups | undefined;

const SIDE = "(?:[-_.](?<side>rx|tx|in|out|r|t))?";
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** The names that phone systems give, by system. */
const readyPatterns: Readonly<Record<string, RegExp>> = {
  freepbx: new RegExp(
    `^(?:.+-)?(?<one>[^-]*)-(?<two>[^-]*)-(?<date>\\d{8})-(?<time>\\d{6})-(?<uniqueid>(?:[\\w.]+-)?\\d+\\.\\d+)${SIDE}$`,
    "i",
  ),
  fusionpbx: new RegExp(`^(?<uuid>${UUID})${SIDE}$`, "i"),
  "3cx":
    /^\[(?<name>[^\]]*)\]_(?<one>[^-_]*)-(?<two>[^_]*)_(?<date>\d{8})(?<time>\d{6})\((?<id>\d+)\)$/,
  // MixMonitor with a name chosen by the administrator, which ends with the unique id.
  asterisk: new RegExp(`^(?:.*?[-_])?(?<uniqueid>\\d+\\.\\d+)${SIDE}$`, "i"),
};

const READY_PATTERN_NAMES = [...Object.keys(readyPatterns), "issabel"];

/** An unusable custom pattern. */
export class PatternError extends Error {}

const isGroup = (name: string): name is (typeof GROUPS)[number] =>
  (GROUPS as readonly string[]).includes(name);

const compile = async (text: string): Promise<RE2JS> => {
  // Names come from strangers, so the engine must run in time linear in their length.
  const { RE2JS: engine } = await import("re2js");
  try {
    return engine.compile(text);
  } catch (error) {
    throw new PatternError(`isn't a regular expression in RE2 syntax: ${(error as Error).message}`);
  }
};

const buildOwnPattern = async (text: string): Promise<NamePattern> => {
  const expression = await compile(text);
  const names = Object.keys(expression.namedGroups());
  const unknown = names.find((name) => !isGroup(name));
  if (unknown !== undefined)
    throw new PatternError(`has the unknown group ${unknown}; known are ${GROUPS.join(", ")}`);
  if (names.length === 0)
    throw new PatternError(
      `must be one of ${READY_PATTERN_NAMES.join(", ")}, or a regular expression with named groups such as (?P<extension>\\d+)`,
    );
  return (stem) => {
    const matcher = expression.matcher(stem);
    if (!matcher.matches()) return undefined;
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = matcher.group(name);
        return value ? [[name, value]] : [];
      }),
    );
  };
};

/** Builds a pattern by the name of a phone system, or from a custom expression. @throws PatternError */
export const buildNamePattern = async (text: string): Promise<NamePattern> => {
  const ready = readyPatterns[text === "issabel" ? "freepbx" : text];
  if (!ready) return buildOwnPattern(text);
  return (stem) => {
    const groups = ready.exec(stem)?.groups;
    return (
      groups && Object.fromEntries(Object.entries(groups).filter(([, value]) => Boolean(value)))
    );
  };
};
