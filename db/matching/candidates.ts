import type { Knex } from "knex";
import {
  type AppointmentRow,
  orderByStart,
  queryAppointments,
} from "../appointments/appointment.js";
import type { Db } from "../engine/connect.js";

/** A recording that needs appointment candidates. */
export interface CandidateTarget {
  id: string;
  userId: string;
  startedAt: number;
}

export interface CandidateRow extends AppointmentRow {
  /** The recording's id. */
  candidateOf: string;
}

/**
 * Loads the user's appointments that start at most `withinMs` before or after each recording: up to `limit`
 * nearest ones on either side, in one statement.
 */
export const loadMatchCandidates = async (
  db: Db,
  organizationId: string,
  recordings: readonly CandidateTarget[],
  { withinMs, limit }: { withinMs: number; limit: number },
): Promise<CandidateRow[]> => {
  const selectSide = (
    { id, userId, startedAt }: CandidateTarget,
    [from, to]: [number, number],
    order: "ASC" | "DESC",
  ): Knex.QueryBuilder =>
    db.select("*").from(
      orderByStart(
        db,
        queryAppointments(db, organizationId)
          .select(db.raw('CAST(? AS TEXT) AS "candidateOf"', [id]))
          .where("a.user_id", userId)
          .where("a.start_time", ">=", startedAt + from)
          .where("a.start_time", "<=", startedAt + to),
        order,
      )
        .limit(limit)
        .as("page"),
    );
  const [first, ...rest] = recordings.flatMap((recording) => [
    selectSide(recording, [-withinMs, 0], "DESC"),
    selectSide(recording, [1, withinMs], "ASC"),
  ]);
  return first ? first.unionAll(rest) : [];
};
