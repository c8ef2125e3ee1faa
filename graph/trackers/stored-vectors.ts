import { loadSentenceVectors } from "../../db/recordings/sentence-vectors.js";
import type { SearchedTranscript } from "../../db/trackers/queue.js";
import type { Context } from "../context/context.js";
import type { TrackedTranscript } from "../core/tracker-port.js";

/** Adds the stored vectors to transcripts, if they are needed. */
export const withStoredVectors = async (
  { db, organizationId }: Context,
  transcripts: readonly SearchedTranscript[],
  needsVectors: boolean,
): Promise<(TrackedTranscript & { recordingId: string })[]> => {
  const ids = needsVectors ? transcripts.map(({ recordingId }) => recordingId) : [];
  const stored = await loadSentenceVectors(db, organizationId, ids);
  return transcripts.map(({ recordingId, utterances }) => ({
    recordingId,
    utterances,
    vectors: stored.get(recordingId),
  }));
};
