import { unpackUtterances } from "../../../db/recordings/transcript.js";
import type { TrackerHit } from "../../../db/trackers/hits.js";
import type { TrackerRule } from "../../../db/trackers/trackers.js";
import { scoreConcepts } from "../../meaning/concepts/classify.js";
import type { ConceptId } from "../../meaning/concepts/concepts.js";
import { MIN_WORDS } from "../basic/meanings.js";
import type { Vectors } from "../basic/moments.js";
import { extractSentences, type Sentence, shorten } from "../basic/sentences.js";
import { findPhrase, preparePhrases, splitForPhrases } from "./match-phrases.js";

/** More say nothing new about a call. */
const MAX_HITS = 50;
const MAX_QUOTE = 300;
/** How much of a long sentence is quoted before a phrase. */
const LEAD = 100;
const MINUTE_MS = 60_000;
const PERCENT = 100;

type Hit = TrackerHit & { quote: string };

/** A transcript, as its sentences. */
interface SearchedCall {
  sentences: readonly Sentence[];
  /** When the last line ends, in milliseconds. */
  end: number;
}

const readCall = (packed: string): SearchedCall => {
  const utterances = unpackUtterances(packed);
  return {
    sentences: extractSentences({ utterances, userName: "", clientName: null }),
    end: utterances.reduce((last, { end }) => Math.max(last, end), 0),
  };
};

/** Lists the sentences of transcripts whose meaning is needed, each once. */
export const listTrackedTexts = (transcripts: readonly string[]): string[] => [
  ...new Set(
    transcripts.flatMap((packed) =>
      readCall(packed)
        .sentences.filter(({ words }) => words.length >= MIN_WORDS)
        .map(({ text }) => text),
    ),
  ),
];

/** Only a phrase is certain. */
const toPercent = (score: number): number => Math.min(Math.floor(score * PERCENT), PERCENT - 1);

const isSide = ({ saidBy }: TrackerRule, { role }: Sentence): boolean =>
  // A call with one channel has sentences of unknown speakers.
  saidBy === "anyone" || role === saidBy || role === "other";

const isPart = ({ part, minutes }: TrackerRule, { start }: Sentence, end: number): boolean => {
  if (part === "call") return true;
  const length = (minutes ?? 0) * MINUTE_MS;
  return part === "start" ? start < length : start >= end - length;
};

const quoteFrom = (source: string, offset: number): string => {
  if (source.length <= MAX_QUOTE) return source;
  const from = Math.min(Math.max(0, offset - LEAD), source.length - MAX_QUOTE);
  if (from <= 0) return shorten(source, MAX_QUOTE);
  const space = source.indexOf(" ", from);
  return `…${shorten(source.slice(space > 0 && space < offset ? space + 1 : from), MAX_QUOTE - 1)}`;
};

/** Finds trackers in packed transcripts. Without the vector of a sentence, only phrases are found in it. */
export const findTrackerHits = (
  rules: readonly TrackerRule[],
  transcripts: readonly string[],
  { vectors, minScore }: { vectors: Vectors; minScore: number },
): Hit[][] => {
  const prepared = rules.map((rule) => ({ rule, phrases: preparePhrases(rule.phrases) }));
  const needsScores = rules.some(({ concept }) => concept !== null);
  return transcripts.map((packed) => {
    const { sentences, end } = readCall(packed);
    const counts = new Map<string, number>();
    const hits: Hit[] = [];
    for (const sentence of sentences) {
      const words = splitForPhrases(sentence.source);
      const vector = needsScores ? vectors.get(sentence.text) : undefined;
      const scores = vector && scoreConcepts(sentence.text, vector);
      for (const { rule, phrases } of prepared) {
        if (!isSide(rule, sentence) || !isPart(rule, sentence, end)) continue;
        const found = findPhrase(words, phrases);
        const meant = toPercent(scores?.get(rule.concept as ConceptId) ?? 0);
        if (!found && meant < minScore) continue;
        const count = (counts.get(rule.id) ?? 0) + 1;
        if (count > MAX_HITS) continue;
        counts.set(rule.id, count);
        const { source, start } = sentence;
        const offset = found?.offset ?? 0;
        hits.push({
          trackerId: rule.id,
          start: Math.round(start + ((sentence.end - start) * offset) / source.length),
          role: sentence.role,
          quote: quoteFrom(source, offset),
          phrase: found?.phrase ?? null,
          score: found ? PERCENT : meant,
        });
      }
    }
    return hits;
  });
};
