import { loadSentenceModel } from "../../src/meaning/sentence-model.js";
import { findFeatures } from "../../src/meaning/concepts/features.js";
import { spellVariants, type Row } from "./rows.js";
import type { Sample } from "./train.js";

/** Computes the numbers of each row in each spelling. */
export const createSamples = async (rows: readonly Row[]): Promise<Sample[]> => {
  const { embed } = await loadSentenceModel();
  const spelled = rows.flatMap((row) => {
    const texts = spellVariants(row.text);
    return texts.map((text) => ({ row, text, weight: 1 / texts.length }));
  });
  const vectors = await embed(spelled.map(({ text }) => text));
  return spelled.map(({ row, text, weight }, at) => ({
    row,
    weight,
    vector: vectors[at]!,
    features: [...findFeatures(text)],
  }));
};
