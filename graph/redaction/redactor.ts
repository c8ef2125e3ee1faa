import type { Db } from "../../db/engine/connect.js";
import { loadRedaction, type RedactionSettings } from "../../db/redaction/redaction.js";
import { yieldToEventLoop } from "../core/yield-to-event-loop.js";
import { findCardNumbers, type SpokenLine } from "./find-card-numbers.js";
import { compilePatterns } from "./own-patterns.js";
import { CARD_REPLACEMENT, replaceSpans } from "./redact-text.js";

/** Replaces what an organization must not store. */
export interface Redactor {
  /** Returns the lines' texts, in order. A text without a finding is the same. */
  redactLines: (lines: readonly SpokenLine[]) => Promise<string[]>;
}

const redactCardNumbers = async (lines: readonly SpokenLine[]): Promise<string[]> => {
  const spans = Map.groupBy(await findCardNumbers(lines), ({ line }) => line);
  return lines.map(({ text }, line) => {
    const found = spans.get(line);
    return found ? replaceSpans(text, found, CARD_REPLACEMENT) : text;
  });
};

/** Enough text that the patterns take a few milliseconds. */
const CHARACTERS_PER_TURN = 2_000;

const createRedactor = async ({ cardNumbers, patterns }: RedactionSettings): Promise<Redactor> => {
  const replacements = await compilePatterns(patterns);
  const replaceOwn = async (texts: readonly string[]): Promise<string[]> => {
    const replaced: string[] = [];
    let characters = 0;
    for (const text of texts) {
      characters += text.length;
      if (characters > CHARACTERS_PER_TURN) {
        characters = 0;
        await yieldToEventLoop();
      }
      replaced.push(replacements.reduce((rest, replace) => replace(rest), text));
    }
    return replaced;
  };
  return {
    redactLines: async (lines) => {
      const texts = cardNumbers ? await redactCardNumbers(lines) : lines.map(({ text }) => text);
      return replacements.length > 0 ? replaceOwn(texts) : texts;
    },
  };
};

/** Loads the organization's redactor; undefined where it redacts nothing. */
export const loadRedactor = async (
  db: Db,
  organizationId: string,
): Promise<Redactor | undefined> => {
  const settings = await loadRedaction(db, organizationId);
  return settings.cardNumbers || settings.patterns.length > 0
    ? createRedactor(settings)
    : undefined;
};
