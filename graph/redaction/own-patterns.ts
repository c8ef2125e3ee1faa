import type { RE2JS } from "re2js";
import type { OwnPattern } from "../../db/redaction/redaction.js";
import { invalidField } from "../core/errors.js";
import type { CheckBudget } from "./find-card-numbers.js";
import { replaceSpans } from "./redact-text.js";

export const MAX_PATTERNS = 20;
const MAX_PATTERN_CHARACTERS = 200;
const MAX_PATTERN_NAME_CHARACTERS = 50;
/** A step of a search reads one character in at most as many states. */
const MAX_PROGRAM_SIZE = 400;

/** Replaces what an organization's pattern matches. */
export type ReplaceMatches = (text: string) => string;

const compile = async ({ pattern }: OwnPattern): Promise<RE2JS> => {
  // The organization chooses the pattern and a caller the text, so the engine must run in time linear in the text.
  const { RE2JS: engine } = await import("re2js");
  return engine.compile(pattern);
};

interface Match {
  start: number;
  end: number;
}

/** Finds the places that an expression matches. */
const findMatches = (expression: RE2JS, text: string, checkBudget: CheckBudget): Match[] => {
  const matcher = expression.matcher(text);
  const matches: Match[] = [];
  checkBudget();
  while (matcher.find()) {
    matches.push({ start: matcher.start(), end: matcher.end() });
    // One search is linear in the text, and each match may need a search to the end of the text.
    checkBudget();
  }
  return matches;
};

const isEmpty = ({ start, end }: Match): boolean => start === end;

/** Sample texts that detect an expression with an empty match. */
const SAMPLES = ["", "a", "1", " ", "-", "a b", "a1", "a-1\nB2"];

const matchesNothing = (expression: RE2JS): boolean =>
  SAMPLES.some((text) => findMatches(expression, text, () => {}).some(isEmpty));

/** Compiles the patterns. An expression matches within one text or utterance. */
export const compilePatterns = async (
  patterns: readonly OwnPattern[],
  checkBudget: CheckBudget,
): Promise<ReplaceMatches[]> => {
  const compiled: ReplaceMatches[] = [];
  for (const pattern of patterns) {
    const expression = await compile(pattern);
    compiled.push((text) => {
      const matches = findMatches(expression, text, checkBudget).filter((match) => !isEmpty(match));
      return replaceSpans(text, matches, `[${pattern.name}]`);
    });
  }
  return compiled;
};

const validateName = (name: string, field: string): void => {
  if (name.trim() === "") throw invalidField(field, "must not be empty");
  if (Array.from(name).length > MAX_PATTERN_NAME_CHARACTERS)
    throw invalidField(field, `must be at most ${MAX_PATTERN_NAME_CHARACTERS} characters`);
  // The name is inserted into texts of every kind.
  if (!/^[\p{L}\p{N} _-]*$/u.test(name))
    throw invalidField(field, "must be letters, digits, spaces, - and _");
};

/** @throws INVALID_FIELD */
export const validatePatterns = async (patterns: readonly OwnPattern[]): Promise<void> => {
  if (patterns.length > MAX_PATTERNS)
    throw invalidField("patterns", `must have at most ${MAX_PATTERNS} items`);
  let size = 0;
  for (const [index, own] of patterns.entries()) {
    const field = `patterns.${index}`;
    validateName(own.name, `${field}.name`);
    if (own.pattern.length > MAX_PATTERN_CHARACTERS)
      throw invalidField(
        `${field}.pattern`,
        `must be at most ${MAX_PATTERN_CHARACTERS} characters`,
      );
    const expression = await compile(own).catch((error: unknown) => {
      throw invalidField(
        `${field}.pattern`,
        `isn't a regular expression in RE2 syntax: ${(error as Error).message}`,
      );
    });
    if (matchesNothing(expression))
      throw invalidField(`${field}.pattern`, "must not match an empty text");
    size += expression.programSize();
    if (size > MAX_PROGRAM_SIZE)
      throw invalidField(
        `${field}.pattern`,
        "makes the patterns too long together: use fewer or smaller repetitions",
      );
  }
};
