import type { RedactionSettings } from "../../db/redaction/redaction.js";
import { type CheckBudget, findCardNumbers, type SpokenLine } from "./find-card-numbers.js";
import { compilePatterns } from "./own-patterns.js";
import { CARD_REPLACEMENT, replaceSpans } from "./redact-text.js";

/** Redacts what an organization must not store. */
export interface TextRedactor {
  /** Returns the lines' texts, in order. A text without a finding is unchanged. */
  redactLines: (lines: readonly SpokenLine[]) => string[];
}

const redactCardNumbers = (lines: readonly SpokenLine[], checkBudget: CheckBudget): string[] => {
  const spans = Map.groupBy(findCardNumbers(lines, checkBudget), ({ line }) => line);
  return lines.map(({ text }, line) => {
    const found = spans.get(line);
    return found ? replaceSpans(text, found, CARD_REPLACEMENT) : text;
  });
};

/** Creates the redactor of an organization, whose methods throw the errors of `checkBudget`. */
export const createTextRedactor = async (
  { cardNumbers, patterns }: RedactionSettings,
  checkBudget: CheckBudget,
): Promise<TextRedactor> => {
  const replacements = await compilePatterns(patterns, checkBudget);
  return {
    redactLines: (lines) => {
      const texts = cardNumbers
        ? redactCardNumbers(lines, checkBudget)
        : lines.map(({ text }) => text);
      return texts.map((text) => replacements.reduce((rest, replace) => replace(rest), text));
    },
  };
};
