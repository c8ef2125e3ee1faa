import type { RE2JS } from "re2js";
import { readyPatterns } from "./ready-patterns.js";

/** The facts in a file's name, as text. `one` and `two`: both parties' numbers, in the name's order. */
const GROUPS = [
  "id",
  "uniqueid",
  "uuid",
  "date",
  "short_date",
  "time",
  "offset",
  "epoch",
  "one",
  "two",
  "extension",
  "number",
  "own_number",
  "customer_name",
  "user_email",
  "user_phone",
  "name",
  "side",
] as const;

export type NameGroups = Partial<Record<(typeof GROUPS)[number], string>>;

/** Reads the groups of a file's name without its extension; undefined for another name. */
export type NamePattern = (stem: string) => NameGroups | undefined;

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
  const expressions = readyPatterns[text === "issabel" ? "freepbx" : text];
  if (!expressions) return buildOwnPattern(text);
  return (stem) => {
    const groups = expressions.find((expression) => expression.test(stem))?.exec(stem)?.groups;
    return (
      groups && Object.fromEntries(Object.entries(groups).filter(([, value]) => Boolean(value)))
    );
  };
};
