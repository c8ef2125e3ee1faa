import { randomBytes } from "node:crypto";
import { COMPACT_VECTOR_BYTES, createSimilarity } from "../../db/recordings/compact-vector.js";
import { nearestRead, type NearSentence } from "../../graph/meaning/nearest.js";
import { test } from "../helpers/suite.js";

const DIMENSIONS = 512;
/** More than one page of them. */
const CALLS = 110;
const MAX_SENTENCES_PER_CALL = 12;
const MAX_FOUND_PER_CALL = 3;
const LINE = { speaker: "A", role: "rep", text: "Good morning.", start: 0, end: 1 };

const byNearness = (one: NearSentence, other: NearSentence): number =>
  other.similarity - one.similarity;

test("the nearest sentences are those of a comparison with each one", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  // Unlike those of an expanded vector, its products are never equal.
  const vector = Float32Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5);
  const compare = createSimilarity(vector);
  const all: NearSentence[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const recordingId = await org.createProcessed({ call_id: `${call}`, transcript: [LINE] });
    const count = call % MAX_SENTENCES_PER_CALL;
    const bytes = randomBytes(COMPACT_VECTOR_BYTES * count);
    await db("sentence_vectors").insert({
      organization_id: org.id,
      recording_id: recordingId,
      vectors: bytes.toString("base64"),
    });
    const ofCall = Array.from({ length: count }, (_, index) => {
      const similarity = compare(bytes, index * COMPACT_VECTOR_BYTES);
      return { recordingId, index, count, similarity };
    });
    all.push(...ofCall.toSorted(byNearness).slice(0, MAX_FOUND_PER_CALL));
  }
  const expected = all.toSorted(byNearness);
  for (const [maxSentences, minSimilarity] of [
    [1, -1],
    [10, -1],
    [1_000, -1],
    [1_000, 0.05],
  ] as const) {
    const found = await nearestRead.load(db, {
      organizationId: org.id,
      vector,
      space: "",
      calls: { before: Number.MAX_SAFE_INTEGER },
      minSimilarity,
      maxSentences,
    });
    t.deepEqual(found, {
      calls: CALLS,
      searchedFrom: null,
      nearest: expected
        .filter(({ similarity }) => similarity >= minSimilarity)
        .slice(0, maxSentences),
    });
  }
});
