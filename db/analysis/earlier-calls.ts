import type { Knex } from "knex";
import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import { loadTranscriptPresence } from "../recordings/transcript.js";
import { selectImporting } from "../organizations/organization.js";

/** The earlier calls to analyse again: those between two positions. */
export interface EarlierCalls {
  from: number;
  /** Calls from this position on are queued already; 0 if none are left. */
  below: number;
}

/** Returns which calls are to be analysed again; undefined if no admin has asked for it. */
export const findEarlierCalls = async (db: Db, id: string): Promise<EarlierCalls | undefined> => {
  const row: { from: number | null; below: number | null } | undefined = await db("organizations")
    .select({ from: "reanalysis_from", below: "reanalysis_below" })
    .where({ id })
    .first();
  return row?.from == null || row.below == null ? undefined : { from: row.from, below: row.below };
};

export const updateEarlierCalls = async (
  trx: Db,
  id: string,
  { from, below }: EarlierCalls,
): Promise<void> => {
  await trx("organizations")
    .where({ id })
    .update({ reanalysis_from: from, reanalysis_below: below });
};

/** Lists the organizations with earlier calls to queue. */
export const listOrganizationsWithEarlierCalls = async (db: Db): Promise<string[]> =>
  db("organizations")
    .where("reanalysis_below", ">", 0)
    .whereNotIn("id", selectImporting(db))
    .orderBy("id")
    .pluck("id");

const queryEarlierCalls = (db: Db, organizationId: string, { from, below }: EarlierCalls) =>
  db("recordings as r")
    .where({ "r.organization_id": organizationId, "r.status": "processed" })
    .where("r.position", ">=", from)
    .where("r.position", "<", below);

/** Returns which of these recordings have a row. */
const listIdsOf = async (
  db: Db,
  table: "analysis_edits" | "process_answers",
  organizationId: string,
  ids: readonly string[],
  conditions: object = {},
): Promise<Set<string>> =>
  new Set<string>(
    await db(table)
      .where({ organization_id: organizationId, ...conditions })
      .where(inList(db, "recording_id", ids))
      .pluck("recording_id"),
  );

interface EarlierCall {
  id: string;
  position: number;
  updatedPosition: number;
  /** Whether it has a transcript, and neither a user nor a program wrote a part of its analysis. */
  isRepeatable: boolean;
}

/** Lists the next calls to look at, newest first. */
export const listEarlierCalls = async (
  db: Db,
  organizationId: string,
  calls: EarlierCalls,
  limit: number,
): Promise<EarlierCall[]> => {
  const next: (Omit<EarlierCall, "isRepeatable"> & { refusal: string | null })[] =
    await queryEarlierCalls(db, organizationId, calls)
      .select({
        id: "r.id",
        position: "r.position",
        updatedPosition: "r.updated_position",
        refusal: "r.refusal",
      })
      .orderBy("r.position", "desc")
      .limit(limit);
  const ids = next.map(({ id }) => id);
  const transcribed = new Set(
    (await loadTranscriptPresence(db, organizationId, ids)).map(({ recordingId }) => recordingId),
  );
  const edited = await listIdsOf(db, "analysis_edits", organizationId, ids);
  const answered = await listIdsOf(db, "process_answers", organizationId, ids, {
    source: "program",
  });
  return next.map(({ refusal, ...call }) => ({
    ...call,
    isRepeatable:
      refusal !== "hidden" &&
      transcribed.has(call.id) &&
      !edited.has(call.id) &&
      !answered.has(call.id),
  }));
};

const count = async (rows: Knex.QueryBuilder): Promise<number> => {
  const [row] = await rows.count({ count: "*" });
  return Number(row!["count"]);
};

/** Counts the calls that are still to be looked at. */
export const countEarlierCalls = async (
  db: Db,
  organizationId: string,
  calls: EarlierCalls,
): Promise<number> => count(queryEarlierCalls(db, organizationId, calls));

/** Counts the processed calls that are queued for another analysis. */
export const countQueuedAgain = async (db: Db, organizationId: string): Promise<number> =>
  count(db("analysis_claims").where({ organization_id: organizationId, wanted: 1 }));
