import type { Db } from "./connect.js";
import { prepared } from "./prepared.js";

export interface CoverageRow {
  /** Appointments that have a recording. */
  recorded: number;
  /** Those without one that began before `dueBefore`. */
  missed: number;
}

/** `from` and `to` bound startTime and are included. */
export interface CoverageSearch {
  from: number;
  to: number;
  dueBefore: number;
  userId?: string;
}

const counted = prepared<CoverageSearch & { organizationId: string }, CoverageRow>(
  (db, { organizationId, from, to, dueBefore, userId }) => {
    const query = db("appointments as a")
      .leftJoin("matches as m", (on) =>
        on.on("m.organization_id", "a.organization_id").andOn("m.appointment_id", "a.id"),
      )
      .where("a.organization_id", organizationId)
      .where("a.start_time", ">=", from)
      .where("a.start_time", "<=", to)
      .select(
        db.raw("count(m.recording_id) AS recorded"),
        db.raw(
          "count(CASE WHEN m.recording_id IS NULL AND a.start_time < ? THEN 1 END) AS missed",
          [dueBefore],
        ),
      );
    return userId === undefined ? query : query.where("a.user_id", userId);
  },
);

/** How many appointments of a range have a recording, and how many should have one. */
export const coverageOf = async (
  db: Db,
  organizationId: string,
  search: CoverageSearch,
): Promise<CoverageRow> => (await counted(db, { organizationId, ...search }))[0]!;
