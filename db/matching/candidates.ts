import type { Knex } from "knex";
import { type AppointmentRow, appointments } from "./appointments.js";
import type { Db } from "./connect.js";

/** A recording that somebody looks for the right appointment of. */
export interface Unsure {
  id: string;
  userId: string;
  startedAt: number;
}

export interface CandidateRow extends AppointmentRow {
  /** Of the recording that it is a candidate for. */
  candidateOf: string;
}

/**
 * The user's appointments that start no more than `within` milliseconds before or after each recording:
 * the `limit` nearest on either side, in one statement.
 */
export const candidatesAround = async (
  db: Db,
  organizationId: string,
  recordings: readonly Unsure[],
  { within, limit }: { within: number; limit: number },
): Promise<CandidateRow[]> => {
  const side = (
    { id, userId, startedAt }: Unsure,
    [from, to]: [number, number],
    order: "asc" | "desc",
  ): Knex.QueryBuilder =>
    db.select("*").from(
      appointments(db, organizationId)
        .select(db.raw('CAST(? AS TEXT) AS "candidateOf"', [id]))
        .where("a.user_id", userId)
        .where("a.start_time", ">=", startedAt + from)
        .where("a.start_time", "<=", startedAt + to)
        .orderBy(["a.start_time", "a.id"].map((column) => ({ column, order })))
        .limit(limit)
        .as("page"),
    );
  const [first, ...rest] = recordings.flatMap((recording) => [
    side(recording, [-within, 0], "desc"),
    side(recording, [1, within], "asc"),
  ]);
  return first ? first.unionAll(rest) : [];
};
