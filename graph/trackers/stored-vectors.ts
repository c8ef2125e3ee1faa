import { loadSentenceVectors } from "../../db/recordings/sentence-vectors.js";
import type { SearchedTranscript } from "../../db/trackers/queue.js";
import type { TrackerRule } from "../../db/trackers/trackers.js";
import type { Context } from "../context/context.js";
import type { TrackedTranscript, TrackerFinder } from "../core/tracker-port.js";

/** Adds the stored vectors to transcripts in which a meaning is looked for. */
export const withStoredVectors = async (
  { db, organizationId }: Context,
  { findsMeanings }: TrackerFinder,
  rules: readonly Pick<TrackerRule, "concept">[],
  transcripts: readonly SearchedTranscript[],
): Promise<(TrackedTranscript & { recordingId: string })[]> => {
  const usesMeaning = findsMeanings && rules.some(({ concept }) => concept !== null);
  const ids = usesMeaning ? transcripts.map(({ recordingId }) => recordingId) : [];
  const stored = await loadSentenceVectors(db, organizationId, ids);
  return transcripts.map(({ recordingId, utterances }) => ({
    recordingId,
    utterances,
    vectors: stored.get(recordingId),
  }));
};
