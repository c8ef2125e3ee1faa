import { readFileSync } from "node:fs";
import { CONCEPTS, type ConceptId } from "../../../src/meaning/concepts/concepts.js";
import { SAID_SCORE, scoreConcepts } from "../../../src/meaning/concepts/classify.js";
import type { Meaning } from "../../../src/meaning/meaning.js";

export interface LabelledSentence {
  by: "rep" | "client";
  text: string;
  concepts: ConceptId[];
  /** The classifier has not learned from it. */
  isBlind: boolean;
}

const read = (name: string): LabelledSentence[] =>
  JSON.parse(readFileSync(`test/fixtures/meaning/${name}.json`, "utf8")) as LabelledSentence[];

/** Sentences of visits, each with the concepts that a person found in it. Two thirds say one, many indirectly. */
export const LABELLED: readonly LabelledSentence[] = read("sentences");

/** Whole conversations, of which a tenth of the sentences says a concept. */
export const CONVERSATIONS: readonly LabelledSentence[] = read("conversations");

export interface Quality {
  found: number;
  wrong: number;
  missed: number;
}

export const computePrecision = ({ found, wrong }: Quality): number => found / (found + wrong);
export const computeRecall = ({ found, missed }: Quality): number => found / (found + missed);

export const sumQualities = (qualities: Iterable<Quality>): Quality => {
  const sum = { found: 0, wrong: 0, missed: 0 };
  for (const quality of qualities)
    for (const name of ["found", "wrong", "missed"] as const) sum[name] += quality[name];
  return sum;
};

/** Compares what is recognized in the sentences with their labels, by concept. */
export const measureQuality = async (
  meaning: Meaning,
  sentences: readonly LabelledSentence[],
): Promise<Map<ConceptId, Quality>> => {
  const qualities = new Map<ConceptId, Quality>(
    CONCEPTS.map(({ id }) => [id, { found: 0, wrong: 0, missed: 0 }]),
  );
  const vectors = await meaning.embed(
    "bench",
    sentences.map(({ text }) => text),
  );
  for (const [index, { by, text, concepts }] of sentences.entries()) {
    const scores = scoreConcepts(text, vectors[index]!);
    for (const { id, by: speaker } of CONCEPTS) {
      const quality = qualities.get(id)!;
      const isSaid =
        (speaker === "anyone" || speaker === by) && (scores.get(id) ?? 0) >= SAID_SCORE;
      if (isSaid) quality[concepts.includes(id) ? "found" : "wrong"] += 1;
      else if (concepts.includes(id)) quality.missed += 1;
    }
  }
  return qualities;
};
