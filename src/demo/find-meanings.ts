import { COMPACT_VECTOR_BYTES, expandVector } from "../../db/recordings/compact-vector.js";
import { splitLine } from "../analyzer/basic/sentences.js";
import type { DemoLine } from "./events.js";
import { MEANINGS } from "./meanings.js";
import { listSampleSentences } from "./sample-sentences.js";

type Vectors = ReadonlyMap<string, Float32Array>;

/** Reads the meanings of all sentences that the story may have, with sample facts. */
const readMeanings = (): Vectors => {
  const bytes = Buffer.from(MEANINGS, "base64");
  return new Map(
    listSampleSentences().map((sentence, index) => {
      const start = index * COMPACT_VECTOR_BYTES;
      return [sentence, expandVector(bytes.subarray(start, start + COMPACT_VECTOR_BYTES))];
    }),
  );
};

/** Creates the function that returns what the sentences of a conversation mean, without the model. */
export const createFindMeanings = (): ((lines: readonly DemoLine[]) => Vectors) => {
  const known = readMeanings();
  return (lines) => {
    const found = new Map<string, Float32Array>();
    for (const line of lines) {
      const samples = splitLine({ ...line, text: line.sample });
      for (const [index, { text }] of splitLine(line).entries()) {
        const vector = known.get(samples[index]?.text ?? "");
        if (vector) found.set(text, vector);
      }
    }
    return found;
  };
};
