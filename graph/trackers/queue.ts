import type { Db } from "../../db/engine/connect.js";
import { deleteRecordingHits } from "../../db/trackers/hits.js";
import { queueRecording } from "../../db/trackers/queue.js";
import { loadMeaningScan } from "../../db/organizations/meaning-scan.js";
import { hasTrackers } from "../../db/trackers/trackers.js";
import type { Context } from "../context/context.js";

/**
 * Queues a processed recording whose transcript is new or has changed: within seconds, trackers are looked for in it, and
 * it is prepared for search by meaning. `isNew`: their hits send events. Its former hits are deleted at once, because
 * their quotes may be corrected.
 */
export const queueForTrackers = async (
  trx: Db,
  { organizationId, newId }: Pick<Context, "organizationId" | "newId">,
  recordingId: string,
  isNew: boolean,
): Promise<void> => {
  const isSearched =
    (await hasTrackers(trx, organizationId)) ||
    (await loadMeaningScan(trx, organizationId)) !== null;
  if (!isSearched) return;
  if (!isNew) await deleteRecordingHits(trx, organizationId, recordingId);
  await queueRecording(trx, organizationId, { recordingId, stamp: newId(), isNew: isNew ? 1 : 0 });
};
