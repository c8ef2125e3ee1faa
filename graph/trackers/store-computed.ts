import type { Db } from "../../db/engine/connect.js";
import {
  type SentenceVectors,
  storeSentenceVectors,
} from "../../db/recordings/sentence-vectors.js";
import type { RecordingHits } from "../../db/trackers/hits.js";
import { compareTranscripts, type SearchedTranscript } from "../../db/trackers/queue.js";
import type { Context } from "../context/context.js";
import type { TrackedCall } from "../core/tracker-port.js";
import { queueForTrackers } from "./queue.js";

/**
 * Stores what was computed for transcripts that haven't changed meanwhile, and queues those that have. Returns the hits
 * in the unchanged ones.
 */
export const storeComputed = async (
  trx: Db,
  context: Context,
  transcripts: readonly SearchedTranscript[],
  found: readonly TrackedCall[],
): Promise<RecordingHits[]> => {
  const { organizationId } = context;
  const { unchanged, changed } = await compareTranscripts(trx, organizationId, transcripts);
  const searched: RecordingHits[] = [];
  const computed: SentenceVectors[] = [];
  for (const [index, { recordingId, position }] of transcripts.entries()) {
    const { hits, vectors } = found[index]!;
    if (unchanged.has(recordingId)) {
      searched.push({ recordingId, position, hits });
      if (vectors !== null) computed.push({ recordingId, vectors });
    } else if (changed.has(recordingId)) await queueForTrackers(trx, context, recordingId, false);
  }
  await storeSentenceVectors(trx, organizationId, computed);
  return searched;
};
