import {
  findTranscriptEnd,
  type StoredUtterance,
  unpackUtterances,
} from "../../../db/recordings/transcript.js";
import { isAscii } from "../../../db/search/words.js";
import type { TrackerHit } from "../../../db/trackers/hits.js";
import type { TrackerRule } from "../../../db/trackers/trackers.js";
import type { TrackedCall, TrackedTranscript } from "../../../graph/core/tracker-port.js";
import { scoreConcepts, scoreSayings } from "../../meaning/concepts/classify.js";
import type { ConceptId } from "../../meaning/concepts/concepts.js";
import type { Vectors } from "../basic/moments.js";
import { readLines, shorten, splitLine } from "../basic/sentences.js";
import {
  findPhrase,
  mayHavePhrase,
  type PreparedPhrases,
  preparePhrases,
  splitForPhrases,
} from "./match-phrases.js";
import {
  createScore,
  learnExamples,
  type LearnedExamples,
  type ScoreSentence,
} from "./score-examples.js";
import { MAX_QUOTE, NO_VECTORS, resolveVectors } from "./call-vectors.js";

/** More say nothing new about a call. */
const MAX_HITS = 50;
/** How much of a long sentence is quoted before a phrase. */
const LEAD = 100;
const MINUTE_MS = 60_000;
const PERCENT = 100;

type Hit = TrackerHit & { quote: string };

/** Only a phrase is certain. */
const toPercent = (score: number): number => Math.min(Math.floor(score * PERCENT), PERCENT - 1);

const isSide = ({ saidBy }: TrackerRule, { role }: StoredUtterance): boolean =>
  // A call with one channel has sentences of unknown speakers.
  saidBy === "anyone" || role === saidBy || role === "other";

const isPart = ({ part, minutes }: TrackerRule, start: number, end: number): boolean => {
  if (part === "call") return true;
  const length = (minutes ?? 0) * MINUTE_MS;
  return part === "start" ? start < length : start >= end - length;
};

const quoteFrom = (source: string, offset: number): string => {
  if (source.length <= MAX_QUOTE) return source;
  const from = Math.min(offset - LEAD, source.length - MAX_QUOTE + 1);
  if (from <= 0) return shorten(source, MAX_QUOTE);
  const space = source.indexOf(" ", from);
  const quote = source.slice(space > 0 && space < offset ? space + 1 : from);
  // PostgreSQL refuses the second half of a surrogate pair.
  return `…${shorten(quote.replace(/^[\uDC00-\uDFFF]/, ""), MAX_QUOTE - 1)}`;
};

interface PreparedRule {
  rule: TrackerRule;
  phrases: PreparedPhrases;
  /** Undefined without any. */
  examples: LearnedExamples | undefined;
}

/** The hits of one call, at most MAX_HITS for each tracker. */
class CallHits {
  readonly hits: Hit[] = [];
  readonly #counts = new Map<string, number>();

  add(hit: Hit): void {
    const count = (this.#counts.get(hit.trackerId) ?? 0) + 1;
    if (count > MAX_HITS) return;
    this.#counts.set(hit.trackerId, count);
    this.hits.push(hit);
  }
}

/** Keeps the trackers that a text may have: all of a meaning, and those whose words it contains. */
const keepPossible = (rules: readonly PreparedRule[], text: string): PreparedRule[] => {
  const isAsciiText = isAscii(text);
  const lower = isAsciiText ? text.toLowerCase() : "";
  return rules.filter(
    ({ rule, phrases, examples }) =>
      rule.concept !== null || examples !== undefined || mayHavePhrase(lower, isAsciiText, phrases),
  );
};

const findInCall = (
  packed: string,
  rules: readonly PreparedRule[],
  { vectors, space, minScore }: { vectors: Vectors; space: string; minScore: number },
): Hit[] => {
  // Most calls have no phrase, and needn't be parsed.
  const possible = keepPossible(rules, packed);
  if (possible.length === 0) return [];
  const utterances = unpackUtterances(packed);
  const callEnd = findTranscriptEnd(utterances);
  const found = new CallHits();
  const scoring = new Map<PreparedRule, ScoreSentence>();
  for (const rule of possible)
    if (rule.examples && vectors.size > 0) scoring.set(rule, createScore(rule.examples, vectors));
  // What was learned about concepts is about the vectors of our own model.
  const scoreText = space === "" ? scoreConcepts : scoreSayings;
  readLines(utterances, (line, maxCharacters) => {
    const ofLine = keepPossible(
      possible.filter(({ rule }) => isSide(rule, line)),
      line.text,
    );
    if (ofLine.length === 0) return;
    const usesConcepts = ofLine.some(({ rule }) => rule.concept !== null);
    for (const { text, source, start, end } of splitLine(line, maxCharacters)) {
      const words = splitForPhrases(source);
      const vector = vectors.get(text);
      const scores = vector && usesConcepts ? scoreText(text, vector) : undefined;
      // Without punctuation, a sentence can be as long as the call.
      const timeAt = (offset: number): number =>
        Math.round(start + ((end - start) * offset) / source.length);
      for (const prepared of ofLine) {
        const { rule, phrases } = prepared;
        if (!isPart(rule, start, callEnd) && !isPart(rule, end, callEnd)) continue;
        const isWanted = (offset: number): boolean => isPart(rule, timeAt(offset), callEnd);
        const phrase = findPhrase(words, phrases, isWanted);
        const score = Math.max(
          scores?.get(rule.concept as ConceptId) ?? 0,
          vector ? (scoring.get(prepared)?.(vector) ?? 0) : 0,
        );
        const meant = isWanted(0) ? toPercent(score) : 0;
        if (!phrase && meant < minScore) continue;
        const offset = phrase?.offset ?? 0;
        found.add({
          trackerId: rule.id,
          start: timeAt(offset),
          role: line.role,
          quote: quoteFrom(source, offset),
          phrase: phrase?.phrase ?? null,
          score: phrase ? PERCENT : meant,
        });
      }
    }
  });
  // Speakers interrupt each other: a line may begin before the end of the one before it.
  return found.hits.toSorted((one, other) => one.start - other.start);
};

/**
 * Finds trackers in transcripts. `vectors`: of the sentences without stored ones. Without the vector of a sentence, only
 * phrases are found in it. `examples`: the vectors of the trackers' examples.
 */
export const findTrackers = (
  rules: readonly TrackerRule[],
  transcripts: readonly TrackedTranscript[],
  {
    vectors,
    examples,
    space,
    minScore,
  }: { vectors: Vectors; examples: Vectors; space: string; minScore: number },
): TrackedCall[] => {
  const prepared = rules.map((rule) => ({
    rule,
    phrases: preparePhrases(rule.phrases),
    examples: learnExamples(rule.examples, examples, space),
  }));
  return transcripts.map((transcript) => {
    const known = vectors.size > 0 || transcript.vectors !== undefined;
    const own = known ? resolveVectors(transcript, vectors, space) : NO_VECTORS;
    const hits = findInCall(transcript.utterances, prepared, {
      vectors: own.byText,
      space,
      minScore,
    });
    return { hits, vectors: own.computed };
  });
};
