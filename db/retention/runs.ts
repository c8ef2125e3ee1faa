import type { Db } from "../engine/connect.js";

/** How many recordings lost media or a transcript, and how many events lost their payload. */
export interface RemovedCounts {
  media: number;
  /** The size of the deleted files. */
  mediaBytes: number;
  transcripts: number;
  payloads: number;
}

export interface RetentionRunRow extends RemovedCounts {
  id: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Null while the run is in progress or interrupted. */
  endedAt: number | null;
}

const columns = {
  id: "id",
  startedAt: "started_at",
  endedAt: "ended_at",
  media: "media",
  mediaBytes: "media_bytes",
  transcripts: "transcripts",
  payloads: "payloads",
} as const;

/** Adds to a run's counts. A run that removed nothing has no row. */
export const addToRetentionRun = async (
  trx: Db,
  organizationId: string,
  { id, startedAt }: Pick<RetentionRunRow, "id" | "startedAt">,
  { media, mediaBytes, transcripts, payloads }: RemovedCounts,
): Promise<void> => {
  const added = { media, media_bytes: mediaBytes, transcripts, payloads };
  await trx("retention_runs")
    .insert({ organization_id: organizationId, id, started_at: startedAt, ...added })
    .onConflict(["organization_id", "id"])
    .merge(
      Object.fromEntries(
        Object.keys(added).map((column) => [
          column,
          trx.raw("?? + ??", [`retention_runs.${column}`, `excluded.${column}`]),
        ]),
      ),
    );
};

/** Lists runs, newest first. */
export const listRetentionRuns = async (
  db: Db,
  organizationId: string,
  limit: number,
): Promise<RetentionRunRow[]> =>
  db("retention_runs")
    .select(columns)
    .where("organization_id", organizationId)
    .orderBy([
      { column: "started_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(limit);

/** Finds the run that is in progress or interrupted. */
export const findUnfinishedRetentionRun = async (
  db: Db,
  organizationId: string,
): Promise<RetentionRunRow | undefined> =>
  db("retention_runs")
    .select(columns)
    .where("organization_id", organizationId)
    .whereNull("ended_at")
    .first();

/** Ends the run and returns its counts; undefined if it removed nothing. */
export const finishRetentionRun = async (
  trx: Db,
  organizationId: string,
  id: string,
  now: number,
): Promise<RetentionRunRow | undefined> => {
  const [row] = await trx("retention_runs")
    .where({ organization_id: organizationId, id })
    .update({ ended_at: now })
    .returning(Object.values(columns));
  if (!row) return undefined;
  return Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, row[column]]),
  ) as unknown as RetentionRunRow;
};

/** Deletes runs older than `before` (milliseconds), and all but the newest `maxRuns`. */
export const deleteOldRetentionRuns = async (
  trx: Db,
  organizationId: string,
  before: number,
  maxRuns: number,
): Promise<void> => {
  const newest = trx("retention_runs")
    .select("id")
    .where("organization_id", organizationId)
    .orderBy([
      { column: "started_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(maxRuns);
  await trx("retention_runs")
    .where("organization_id", organizationId)
    .where((isOld) => void isOld.where("started_at", "<", before).orWhereNotIn("id", newest))
    .delete();
};
