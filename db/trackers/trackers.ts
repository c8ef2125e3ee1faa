import { NO_POSITION } from "../engine/positions.js";
import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import type { TrackerExample } from "./examples.js";

/** Whose words a tracker looks for. */
export type SaidBy = "rep" | "client" | "anyone";
/** The part of the call in which it looks. */
export type CallPart = "call" | "start" | "end";

/** What a tracker looks for. */
export interface TrackerRule {
  id: string;
  /** Words and phrases, as a JSON list. */
  phrases: string;
  /** A meaning that debrief knows; null without one. */
  concept: string | null;
  saidBy: SaidBy;
  part: CallPart;
  /** The length of the first or last part; null for the whole call. */
  minutes: number | null;
  examples: readonly TrackerExample[];
}

/** Times are milliseconds since 1970. */
export interface TrackerRow extends Omit<TrackerRule, "examples"> {
  id: string;
  name: string;
  createdAt: number;
  updatedAt: number;
  /** Recordings before this position were not searched yet; null if all were. */
  scanBelow: number | null;
  /** The recordings to search since the tracker's last change; 0 until they are counted. */
  scanTotal: number;
  /** Those that were searched. */
  scanDone: number;
}

/** The state of a tracker whose earlier calls are to be searched. */
export const UNSEARCHED = { scanBelow: NO_POSITION, scanTotal: 0, scanDone: 0 };

const columns = {
  id: "id",
  name: "name",
  phrases: "phrases",
  concept: "concept",
  saidBy: "said_by",
  part: "part",
  minutes: "minutes",
  createdAt: "created_at",
  updatedAt: "updated_at",
  scanBelow: "scan_below",
  scanTotal: "scan_total",
  scanDone: "scan_done",
} satisfies Record<keyof TrackerRow, string>;

const toColumns = (row: Partial<TrackerRow>): Record<string, string | number | null> =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [columns[field as keyof TrackerRow], value]),
  );

const selectTrackers = (db: Db, organizationId: string) =>
  db("trackers").select(columns).where("organization_id", organizationId).whereNull("deleted_at");

/** Lists the organization's trackers by name, then id. */
export const listTrackers = async (db: Db, organizationId: string): Promise<TrackerRow[]> =>
  selectTrackers(db, organizationId).orderBy(["name", "id"]);

export const loadTrackersByIds = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<TrackerRow[]> =>
  ids.length === 0 ? [] : selectTrackers(db, organizationId).where(inList(db, "id", ids));

/** Returns whether the organization has any tracker. */
export const hasTrackers = async (db: Db, organizationId: string): Promise<boolean> =>
  (await db("trackers")
    .where("organization_id", organizationId)
    .whereNull("deleted_at")
    .first(db.raw("1 AS one"))) !== undefined;

export const insertTracker = async (
  trx: Db,
  organizationId: string,
  tracker: TrackerRow,
): Promise<void> => {
  await trx("trackers").insert({ organization_id: organizationId, ...toColumns(tracker) });
};

export const updateTracker = async (
  trx: Db,
  organizationId: string,
  id: string,
  changes: Partial<TrackerRow>,
): Promise<void> => {
  await trx("trackers").where({ organization_id: organizationId, id }).update(toColumns(changes));
};

/** Hides a tracker, whose hits are deleted later. */
export const markTrackerDeleted = async (
  trx: Db,
  organizationId: string,
  id: string,
  now: number,
): Promise<void> => {
  // Its old calls count as work, so that the job finds it.
  await trx("trackers")
    .where({ organization_id: organizationId, id })
    .update({ deleted_at: now, scan_below: 0 });
};

/** Lists the trackers for which old calls are still to be searched, those with the newest calls first. */
export const listTrackersToScan = async (db: Db, organizationId: string): Promise<TrackerRow[]> =>
  selectTrackers(db, organizationId)
    .whereNotNull("scan_below")
    .orderBy([{ column: "scan_below", order: "desc" }, { column: "id" }]);

/** Has all calls searched again for the trackers with a meaning. */
export const restartMeaningTrackers = async (trx: Db, organizationId: string): Promise<void> => {
  await trx("trackers")
    .where("organization_id", organizationId)
    .whereNull("deleted_at")
    .where(
      (query) =>
        void query
          .whereNotNull("concept")
          .orWhereIn(
            "id",
            trx("tracker_examples").select("tracker_id").where("organization_id", organizationId),
          ),
    )
    .update(toColumns(UNSEARCHED));
};

/** Returns a deleted tracker. */
export const findDeletedTracker = async (
  db: Db,
  organizationId: string,
): Promise<string | undefined> => {
  const row: { id: string } | undefined = await db("trackers")
    .select("id")
    .where("organization_id", organizationId)
    .whereNotNull("scan_below")
    .whereNotNull("deleted_at")
    .first();
  return row?.id;
};

/** Deletes at most `limit` hits of a deleted tracker, and then the tracker. Returns whether hits may be left. */
export const deleteTrackerHits = async (
  trx: Db,
  organizationId: string,
  id: string,
  limit: number,
): Promise<boolean> => {
  const own = { organization_id: organizationId, tracker_id: id };
  const ids: { recordingId: string; ordinal: number }[] = await trx("tracker_hits")
    .select({ recordingId: "recording_id", ordinal: "ordinal" })
    .where(own)
    .orderBy("position")
    .limit(limit);
  await trx("tracker_hits")
    .where(own)
    .where(inList(trx, "recording_id", [...new Set(ids.map(({ recordingId }) => recordingId))]))
    .delete();
  if (ids.length === limit) return true;
  await trx("trackers")
    .where({ organization_id: organizationId, id })
    .whereNotNull("deleted_at")
    .delete();
  return false;
};

/** Lists the organizations with recordings to search or trackers to delete. */
export const listOrganizationsWithTrackerWork = async (db: Db): Promise<string[]> => {
  const queued: string[] = await db("tracker_queue")
    .distinct("organization_id")
    .pluck("organization_id");
  const scans: string[] = await db("trackers")
    .distinct("organization_id")
    .whereNotNull("scan_below")
    .pluck("organization_id");
  return [...new Set([...queued, ...scans])];
};
