import type { Db } from "../engine/connect.js";
import { inList, type IdBatch } from "../engine/in-list.js";
import { insertAll } from "../engine/insert-all.js";
import { prepareQuery } from "../engine/prepared.js";
import { continueRead } from "../engine/read-limit.js";
import { withinRecordingScope, withinScope } from "../engine/viewer-scope.js";
import type { SpeakerRole } from "../recordings/transcript.js";

/** A place in a recording where a tracker was found. */
export interface TrackerHit {
  trackerId: string;
  /** Milliseconds from the start of the recording. */
  start: number;
  role: SpeakerRole;
  /** The words of the transcript; null once retention has removed it. */
  quote: string | null;
  /** The tracker's phrase that was said; null: its meaning was. */
  phrase: string | null;
  /** How certain it is, in percent. */
  score: number;
}

/** The hits of a recording, in the order of the call. */
export interface RecordingHits {
  recordingId: string;
  position: number;
  hits: readonly TrackerHit[];
}

const buildRows = (organizationId: string, { recordingId, position, hits }: RecordingHits) => {
  const counts = new Map<string, number>();
  return hits.map(({ trackerId, start, role, quote, phrase, score }) => {
    const ordinal = counts.get(trackerId) ?? 0;
    counts.set(trackerId, ordinal + 1);
    return {
      organization_id: organizationId,
      recording_id: recordingId,
      tracker_id: trackerId,
      ordinal,
      position,
      start_ms: start,
      role,
      quote,
      phrase,
      score,
    };
  });
};

/** Deletes all hits of a recording. */
export const deleteRecordingHits = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
): Promise<void> => {
  await trx("tracker_hits")
    .where({ organization_id: organizationId, recording_id: recordingId })
    .delete();
};

/** Replaces all hits of a recording. */
export const replaceRecordingHits = async (
  trx: Db,
  organizationId: string,
  found: RecordingHits,
): Promise<void> => {
  await deleteRecordingHits(trx, organizationId, found.recordingId);
  await insertAll(trx, "tracker_hits", buildRows(organizationId, found));
};

/** Replaces the hits of some trackers in recordings. */
export const replaceTrackerHits = async (
  trx: Db,
  organizationId: string,
  trackerIds: readonly string[],
  found: readonly RecordingHits[],
): Promise<void> => {
  const ids = found.map(({ recordingId }) => recordingId);
  await trx("tracker_hits")
    .where("organization_id", organizationId)
    .where(inList(trx, "recording_id", ids))
    .where(inList(trx, "tracker_id", trackerIds))
    .delete();
  await insertAll(
    trx,
    "tracker_hits",
    found.flatMap((recording) => buildRows(organizationId, recording)),
  );
};

const hitsByRecordingIds = prepareQuery<IdBatch, TrackerHit & { recordingId: string }>(
  (db, { organizationId, ids }) =>
    db("tracker_hits as h")
      .join("trackers as t", (on) =>
        on.on("t.organization_id", "h.organization_id").andOn("t.id", "h.tracker_id"),
      )
      .select({
        recordingId: "h.recording_id",
        trackerId: "h.tracker_id",
        start: "h.start_ms",
        role: "h.role",
        quote: "h.quote",
        phrase: "h.phrase",
        score: "h.score",
      })
      .where("h.organization_id", organizationId)
      .where(inList(db, "h.recording_id", ids))
      .whereNull("t.deleted_at")
      .modify(withinRecordingScope(db, organizationId, "h.recording_id"))
      .orderBy(["h.recording_id", "h.start_ms", "h.tracker_id", "h.ordinal"]),
);

/** Loads the hits of recordings, each in the order of the call. */
export const loadHits = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<(TrackerHit & { recordingId: string })[]> =>
  hitsByRecordingIds(db, { organizationId, ids });

const foundByRecordingIds = prepareQuery<IdBatch, { recordingId: string; trackerId: string }>(
  (db, { organizationId, ids }) =>
    db("tracker_hits as h")
      .select({ recordingId: "h.recording_id", trackerId: "h.tracker_id" })
      .where("h.organization_id", organizationId)
      .where(inList(db, "h.recording_id", ids))
      .whereRaw("h.ordinal = 0")
      .modify(withinRecordingScope(db, organizationId, "h.recording_id"))
      .orderBy(["h.recording_id", "h.start_ms", "h.tracker_id"]),
);

/** Loads which trackers were found in recordings, by their first place. Includes deleted trackers. */
export const loadFoundTrackers = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<{ recordingId: string; trackerId: string }[]> =>
  foundByRecordingIds(db, { organizationId, ids });

/** How often a tracker was found in a user's calls, in one part of a time. */
export interface TrackerCount {
  trackerId: string;
  userId: string;
  /** Counts from 0. */
  timePart: number;
  /** The calls in which it was found. */
  calls: number;
}

/**
 * Counts the calls of a time in which trackers were found, by tracker, user and part of the time. Ordered by part.
 * Positions are inclusive. A part has `partLength` positions.
 */
export const countTrackedCalls = async (
  db: Db,
  organizationId: string,
  { from, to, partLength }: { from: number; to: number; partLength: number },
): Promise<TrackerCount[]> =>
  db
    .queryBuilder()
    // SQLite reads the tables of a CROSS JOIN in this order. It would otherwise read the hits of all times.
    .from(db.raw("trackers AS t CROSS JOIN tracker_hits AS h CROSS JOIN recordings AS r"))
    .where("t.organization_id", organizationId)
    .where("h.organization_id", organizationId)
    .whereRaw("h.tracker_id = t.id")
    .where("r.organization_id", organizationId)
    .whereRaw("r.id = h.recording_id")
    .whereRaw(`h.ordinal = 0 ${continueRead(db)}`)
    .whereNull("t.deleted_at")
    .where("h.position", ">=", from)
    .where("h.position", "<=", to)
    .modify(withinScope(db, "r.user_id"))
    .groupBy("h.tracker_id", "r.user_id", "timePart")
    .orderBy("timePart")
    .select({ trackerId: "h.tracker_id", userId: "r.user_id" })
    .select(db.raw('CAST((h.position - ?) / ? AS INTEGER) AS "timePart"', [from, partLength]))
    .select(db.raw("CAST(count(*) AS INTEGER) AS calls"));

/** Lists in which calls of a time trackers were found, by tracker and position. Positions are inclusive. */
export const listTrackedCalls = async (
  db: Db,
  organizationId: string,
  trackerIds: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<{ trackerId: string; position: number }[]> =>
  db("tracker_hits as h")
    .select({ trackerId: "h.tracker_id", position: "h.position" })
    .where("h.organization_id", organizationId)
    .where(inList(db, "h.tracker_id", trackerIds))
    .whereRaw(`h.ordinal = 0 ${continueRead(db)}`)
    .where("h.position", ">=", from)
    .where("h.position", "<=", to)
    .modify(withinRecordingScope(db, organizationId, "h.recording_id"));
