import type { Db } from "./connect.js";

/** How much was removed, by kind: recordings that had media or a transcript, and events. */
export interface Removed {
  media: number;
  /** Of files that were kept here. */
  mediaBytes: number;
  transcripts: number;
  payloads: number;
}

export interface RetentionRunRow extends Removed {
  id: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Null while it is under way, or was interrupted. */
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

/** Adds to what a run has removed. One that has removed nothing has no row. */
export const addToRun = async (
  trx: Db,
  organizationId: string,
  { id, startedAt }: Pick<RetentionRunRow, "id" | "startedAt">,
  { media, mediaBytes, transcripts, payloads }: Removed,
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

/** Newest first. */
export const runsOf = async (
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

/** The one that was interrupted. */
export const unendedRun = async (
  db: Db,
  organizationId: string,
): Promise<RetentionRunRow | undefined> =>
  db("retention_runs")
    .select(columns)
    .where("organization_id", organizationId)
    .whereNull("ended_at")
    .first();

/** Ends it, and returns what it has removed; undefined where that is nothing. */
export const endRun = async (
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

/** Forgets runs from before that time, and all but the newest so many. */
export const deleteOldRuns = async (
  trx: Db,
  organizationId: string,
  before: number,
  most: number,
): Promise<void> => {
  const newest = trx("retention_runs")
    .select("id")
    .where("organization_id", organizationId)
    .orderBy([
      { column: "started_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(most);
  await trx("retention_runs")
    .where("organization_id", organizationId)
    .where((old) => void old.where("started_at", "<", before).orWhereNotIn("id", newest))
    .delete();
};
