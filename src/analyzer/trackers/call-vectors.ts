import {
  COMPACT_VECTOR_BYTES,
  compactVector,
  expandVector,
  packVectors,
  unpackVectors,
} from "../../../db/recordings/compact-vector.js";
import { unpackUtterances } from "../../../db/recordings/transcript.js";
import type {
  SentencePlace,
  SentencesToLocate,
  TrackedTranscript,
} from "../../../graph/core/tracker-port.js";
import { MAX_SENTENCES, MIN_WORDS } from "../basic/meanings.js";
import type { Vectors } from "../basic/moments.js";
import { readLines, shorten, splitLine } from "../basic/sentences.js";
import { splitWords } from "../basic/words.js";

/** The vectors of a call's sentences. */
interface CallVectors {
  byText: Vectors;
  /** To be stored; null if they are stored already, or not known. */
  computed: string | null;
}

/** The longest quote, in UTF-16 units. */
export const MAX_QUOTE = 300;

export const NO_VECTORS: CallVectors = { byText: new Map(), computed: null };

/** Lists the sentences of a packed transcript that have a meaning, each once, in their order. */
const listTexts = (packed: string): string[] => {
  const texts = new Set<string>();
  readLines(unpackUtterances(packed), (line, maxCharacters) => {
    for (const { text } of splitLine(line, maxCharacters))
      if (splitWords(text).length >= MIN_WORDS) texts.add(text);
  });
  return [...texts].slice(0, MAX_SENTENCES);
};

/** Returns the bytes of the stored vectors; undefined if there are none of this space, or not one for each sentence. */
const decodeStored = (
  { vectors }: Pick<TrackedTranscript, "vectors">,
  texts: readonly string[],
  space: string,
): Buffer | undefined => {
  const bytes = vectors === undefined ? undefined : unpackVectors(space, vectors);
  return bytes?.length === texts.length * COMPACT_VECTOR_BYTES ? bytes : undefined;
};

const expandVectors = (bytes: Buffer, texts: readonly string[]): Vectors => {
  const vectorAt = (index: number): Float32Array =>
    expandVector(bytes.subarray(index * COMPACT_VECTOR_BYTES, (index + 1) * COMPACT_VECTOR_BYTES));
  return new Map(texts.map((text, index) => [text, vectorAt(index)]));
};

/** Lists the sentences without stored vectors, each once. */
export const listMissingTexts = (
  transcripts: readonly TrackedTranscript[],
  space: string,
): string[] => [
  ...new Set(
    transcripts.flatMap((transcript) => {
      const texts = listTexts(transcript.utterances);
      return decodeStored(transcript, texts, space) ? [] : texts;
    }),
  ),
];

/** Returns a call's vectors: the stored ones, or those of its sentences in `vectors`, as they will be stored. */
export const resolveVectors = (
  transcript: TrackedTranscript,
  vectors: Vectors,
  space: string,
): CallVectors => {
  const texts = listTexts(transcript.utterances);
  const stored = decodeStored(transcript, texts, space);
  if (stored) return { byText: expandVectors(stored, texts), computed: null };
  const found = texts.map((text) => vectors.get(text));
  if (found.includes(undefined)) return NO_VECTORS;
  const computed = found.map((vector) => compactVector(vector!));
  // The same call has the same hits before and after its vectors are stored.
  return {
    byText: expandVectors(Buffer.concat(computed), texts),
    computed: packVectors(space, computed),
  };
};

/** Returns the places of sentences in a call. None if its transcript isn't the one that has these sentences. */
export const locateSentences = ({
  utterances,
  count,
  indexes,
}: SentencesToLocate): SentencePlace[] => {
  const texts = listTexts(utterances);
  if (texts.length !== count) return [];
  const wanted = new Map(indexes.map((index) => [texts[index], index]));
  const places: SentencePlace[] = [];
  readLines(unpackUtterances(utterances), (line, maxCharacters) => {
    for (const { text, start, end } of splitLine(line, maxCharacters)) {
      const index = wanted.get(text);
      if (index === undefined) continue;
      const { role, speaker } = line;
      places.push({ index, start, end, role, speaker, text: shorten(text, MAX_QUOTE) });
    }
  });
  return places;
};
