import type { Db } from "../../db/engine/connect.js";
import { checkRead } from "../../db/engine/read-limit.js";
import type { ViewerScope } from "../../db/engine/viewer-scope.js";
import {
  COMPACT_VECTOR_BYTES,
  createSimilarity,
  unpackVectors,
} from "../../db/recordings/compact-vector.js";
import {
  listSearchedRecordings,
  loadSentenceVectors,
  type SearchedRecordings,
} from "../../db/recordings/sentence-vectors.js";
import { invalidField } from "../core/errors.js";
import type { LongRead } from "../core/long-reads.js";

/** Recordings whose vectors are loaded at a time. */
const PAGE_SIZE = 100;
/** A search ends after these vectors: two million sentences, 50,000 calls of some minutes. */
const MAX_VECTOR_BYTES = 256 * 1024 ** 2;
/** More places of one call would hide those of others. */
const MAX_PER_CALL = 3;

/** The request for the sentences nearest to a meaning. */
interface NearestQuery {
  organizationId: string;
  scope?: ViewerScope | undefined;
  /** Of the meaning. */
  vector: Float32Array;
  /** Of the vectors; stored ones of others are left out. */
  space: string;
  calls: SearchedRecordings;
  /** Cosines from 0 to 1. */
  minSimilarity: number;
  maxSentences: number;
}

/** The sentences of a call that are near to a meaning. */
export interface NearSentence {
  recordingId: string;
  /** The index among the call's sentences that have a meaning, of which there are `count`. */
  index: number;
  count: number;
  similarity: number;
}

interface NearestSentences {
  /** The nearest first. */
  nearest: NearSentence[];
  /** The recordings that were searched. */
  calls: number;
  /** Recordings before this position were not searched; null if all were. */
  searchedFrom: number | null;
}

const byNearness = (one: NearSentence, other: NearSentence): number =>
  other.similarity - one.similarity;

/** Keeps the nearest sentences of many. */
class Nearest {
  #sentences: NearSentence[] = [];
  #minSimilarity: number;

  constructor(
    minSimilarity: number,
    private readonly maxSentences: number,
  ) {
    this.#minSimilarity = minSimilarity;
  }

  /** Adds the nearest sentences of a call. */
  addCall(recordingId: string, bytes: Buffer, compare: ReturnType<typeof createSimilarity>): void {
    const count = Math.floor(bytes.length / COMPACT_VECTOR_BYTES);
    const ofCall: NearSentence[] = [];
    for (let index = 0; index < count; index += 1) {
      const similarity = compare(bytes, index * COMPACT_VECTOR_BYTES);
      if (similarity >= this.#minSimilarity) ofCall.push({ recordingId, index, count, similarity });
    }
    this.#sentences.push(...ofCall.toSorted(byNearness).slice(0, MAX_PER_CALL));
    if (this.#sentences.length > 2 * this.maxSentences) this.#cut();
  }

  #cut(): void {
    this.#sentences = this.#sentences.toSorted(byNearness).slice(0, this.maxSentences);
    if (this.#sentences.length === this.maxSentences)
      this.#minSimilarity = this.#sentences.at(-1)!.similarity;
  }

  list(): NearSentence[] {
    this.#cut();
    return this.#sentences;
  }
}

/** Compares stored vectors with a meaning, the newest calls first. */
const findNearest = async (
  db: Db,
  { organizationId, vector, space, calls, minSimilarity, maxSentences }: NearestQuery,
): Promise<NearestSentences> => {
  const compare = createSimilarity(vector);
  const nearest = new Nearest(minSimilarity, maxSentences);
  let [bytes, searched] = [0, 0];
  let { before } = calls;
  for (;;) {
    checkRead(db);
    const page = await listSearchedRecordings(db, organizationId, { ...calls, before }, PAGE_SIZE);
    const ids = page.map(({ id }) => id);
    const stored = await loadSentenceVectors(db, organizationId, ids);
    for (const [recordingId, vectors] of stored) {
      const ofCall = unpackVectors(space, vectors);
      if (!ofCall) continue;
      searched += 1;
      nearest.addCall(recordingId, ofCall, compare);
      bytes += ofCall.length;
    }
    if (page.length < PAGE_SIZE)
      return { nearest: nearest.list(), calls: searched, searchedFrom: null };
    before = page.at(-1)!.position;
    if (bytes > MAX_VECTOR_BYTES)
      return { nearest: nearest.list(), calls: searched, searchedFrom: before };
  }
};

export const nearestRead: LongRead<NearestQuery, NearestSentences> = {
  name: "nearestSentences",
  load: findNearest,
  buildFailure: () => invalidField("meaning", "needs too much work; choose a shorter time"),
};
