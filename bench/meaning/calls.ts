import { packUtterances, type StoredUtterance } from "../../db/recordings/transcript.js";
import type { TrackedTranscript } from "../../graph/core/tracker-port.js";
import { listMissingTexts } from "../../src/analyzer/trackers/call-vectors.js";
import { findTrackers } from "../../src/analyzer/trackers/find-hits.js";
import type { Meaning } from "../../src/meaning/meaning.js";
import { CONVERSATIONS, LABELLED } from "../../test/helpers/meaning/labelled.js";
import { createSeededRandom } from "../shared/random.js";

/** A call of a few minutes. */
export const CALL_SENTENCES = 40;
const SENTENCE_MS = 4_000;

/** A transcript with the stored vectors of its sentences. */
export interface BenchCall extends Required<Pick<TrackedTranscript, "utterances">> {
  lines: StoredUtterance[];
  vectors: string;
}

const pickLines = (random: () => number): StoredUtterance[] => {
  const sentences = [...LABELLED, ...CONVERSATIONS];
  return Array.from({ length: CALL_SENTENCES }, (_, index) => {
    // Each sentence once: equal ones share a vector.
    const at = Math.floor(random() * sentences.length);
    const [{ by, text }] = sentences.splice(at, 1) as [(typeof sentences)[number]];
    const start = index * SENTENCE_MS;
    return { speaker: by, role: by, text, start, end: start + SENTENCE_MS };
  });
};

/** Builds calls of labelled sentences, in the same order in every run. */
export const buildCalls = async (meaning: Meaning, count: number): Promise<BenchCall[]> => {
  const random = createSeededRandom(count);
  const calls = Array.from({ length: count }, () => pickLines(random)).map((lines) => ({
    lines,
    utterances: packUtterances(lines),
  }));
  const texts = listMissingTexts(calls, "");
  const embedded = await meaning.embed("bench", texts);
  const vectors = new Map(texts.map((text, index) => [text, embedded[index]!]));
  const found = findTrackers([], calls, {
    vectors,
    examples: new Map(),
    space: "",
    minScore: 0,
  });
  return calls.map((call, index) => ({ ...call, vectors: found[index]!.vectors! }));
};
