import type { Meaning } from "./meaning.js";

/** The sentences of about 60 calls, and 8 MiB: trackers are looked for in a call soon after its analysis. */
const MAX_VECTORS = 4_096;

/** Returns a `Meaning` that keeps the latest vectors of each organization's sentences. */
export const withVectorCache = (meaning: Meaning, maxVectors = MAX_VECTORS): Meaning => {
  const vectors = new Map<string, Float32Array>();
  return {
    space: meaning.space,
    embed: async (organizationId, sentences, signal) => {
      const keyOf = (sentence: string): string => `${organizationId} ${sentence}`;
      const known = new Map(
        sentences.flatMap((sentence) => {
          const vector = vectors.get(keyOf(sentence));
          return vector ? [[sentence, vector] as const] : [];
        }),
      );
      const missing = [...new Set(sentences.filter((sentence) => !known.has(sentence)))];
      const computed = await meaning.embed(organizationId, missing, signal);
      for (const [index, sentence] of missing.entries()) {
        known.set(sentence, computed[index]!);
        vectors.set(keyOf(sentence), computed[index]!);
      }
      for (const key of vectors.keys()) {
        if (vectors.size <= maxVectors) break;
        vectors.delete(key);
      }
      return sentences.map((sentence) => known.get(sentence)!);
    },
  };
};
