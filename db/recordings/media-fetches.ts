import type { Db } from "../engine/connect.js";
import { inList, type IdBatch } from "../engine/in-list.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";

/** The fetch of a recording's audio from its mediaUrl, until a file is stored. */
export interface MediaFetchRow {
  recordingId: string;
  /** The adapter of the phone system that sent the call; null for debrief's own body. */
  adapter: string | null;
  /** The running attempt; null if there is none. */
  holder: string | null;
  /** The name of the file that the latest attempt writes, or wrote when its process ended. */
  file: string | null;
  /** No attempt may begin before. While an attempt runs: the end of its lease. Milliseconds since 1970. */
  dueAt: number;
  /** How many attempts have begun. */
  attempts: number;
  /** The sum of the waits between attempts, in milliseconds. */
  waitedMs: number;
  /** Why the latest attempt failed, in debrief's words. */
  failure: string | null;
  /** 1 if no further attempt follows, else 0. */
  isGivenUp: number;
}

const columns = {
  recordingId: "recording_id",
  adapter: "adapter",
  holder: "holder",
  file: "file",
  dueAt: "due_at",
  attempts: "attempts",
  waitedMs: "waited",
  failure: "failure",
  isGivenUp: "given_up",
} as const satisfies Record<keyof MediaFetchRow, string>;

const byRecordingIds = prepareQuery<IdBatch, MediaFetchRow>((db, { organizationId, ids }) =>
  db("media_fetches")
    .select(columns)
    .where("organization_id", organizationId)
    .where(inList(db, "recording_id", ids))
    .modify(withinRecordingScope(db, organizationId, "media_fetches.recording_id")),
);

export const loadMediaFetches = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<MediaFetchRow[]> => byRecordingIds(db, { organizationId, ids: recordingIds });

export const findMediaFetch = async (
  db: Db,
  organizationId: string,
  recordingId: string,
): Promise<MediaFetchRow | undefined> =>
  (await loadMediaFetches(db, organizationId, [recordingId]))[0];

const toColumns = (changes: Partial<MediaFetchRow>): Record<string, string | number | null> =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [columns[name as keyof MediaFetchRow], value]),
  );

export const upsertMediaFetch = async (
  trx: Db,
  organizationId: string,
  row: MediaFetchRow,
): Promise<void> => {
  await trx("media_fetches")
    .insert({ organization_id: organizationId, ...toColumns(row) })
    .onConflict(["organization_id", "recording_id"])
    .merge();
};

/** Updates the fetch that `holder` has claimed. Returns false if the holder has lost it. */
export const updateHeldMediaFetch = async (
  trx: Db,
  organizationId: string,
  { recordingId, holder }: { recordingId: string; holder: string },
  changes: Partial<MediaFetchRow>,
): Promise<boolean> =>
  (await trx("media_fetches")
    .where({ organization_id: organizationId, recording_id: recordingId, holder })
    .update(toColumns(changes))) > 0;

/** Deletes the rows and returns the names of files that unfinished attempts may have written. */
export const deleteMediaFetches = async (
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<string[]> => {
  const rows = await loadMediaFetches(trx, organizationId, recordingIds);
  if (rows.length > 0)
    await trx("media_fetches")
      .where("organization_id", organizationId)
      .where(inList(trx, "recording_id", recordingIds))
      .delete();
  return rows.flatMap(({ file }) => file ?? []);
};

interface DueSearch {
  organizationId: string;
  now: number;
  limit: number;
}

const due = prepareQuery<DueSearch, { id: string }>((db, { organizationId, now, limit }) =>
  db("media_fetches")
    .select({ id: "recording_id" })
    .where("organization_id", organizationId)
    // Literal, so that the partial index fits.
    .whereRaw("given_up = 0")
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(limit),
);

/** Lists recordings whose audio may be fetched now, the longest overdue first. */
export const listDueMediaFetches = async (
  db: Db,
  organizationId: string,
  now: number,
  limit: number,
): Promise<string[]> => (await due(db, { organizationId, now, limit })).map(({ id }) => id);
