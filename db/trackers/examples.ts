import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import { insertAll } from "../engine/insert-all.js";

/** A sentence that means what a tracker looks for, or that doesn't. */
export interface TrackerExample {
  text: string;
  /** 1: it doesn't mean that. */
  isCounter: number;
  /** The call from which it was copied, and with which it is deleted; null: it was written. */
  recordingId: string | null;
}

/** Loads the examples of trackers, in their order. */
export const loadExamples = async (
  db: Db,
  organizationId: string,
  trackerIds: readonly string[],
): Promise<(TrackerExample & { trackerId: string })[]> =>
  trackerIds.length === 0
    ? []
    : db("tracker_examples")
        .select({
          trackerId: "tracker_id",
          text: "text",
          isCounter: "is_counter",
          recordingId: "recording_id",
        })
        .where("organization_id", organizationId)
        .where(inList(db, "tracker_id", trackerIds))
        .orderBy(["tracker_id", "ordinal"]);

/** Replaces the examples of a tracker. */
export const replaceExamples = async (
  trx: Db,
  organizationId: string,
  trackerId: string,
  examples: readonly TrackerExample[],
): Promise<void> => {
  await trx("tracker_examples")
    .where({ organization_id: organizationId, tracker_id: trackerId })
    .delete();
  await insertAll(
    trx,
    "tracker_examples",
    examples.map(({ text, isCounter, recordingId }, ordinal) => ({
      organization_id: organizationId,
      tracker_id: trackerId,
      ordinal,
      text,
      is_counter: isCounter,
      recording_id: recordingId,
    })),
  );
};
