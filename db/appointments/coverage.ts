import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinScope } from "../engine/viewer-scope.js";

export interface CoverageRow {
  /** Appointments with a recording. */
  recorded: number;
  /** Appointments without a recording that started before `dueBefore`. */
  missed: number;
}

/** `from` and `to` bound startTime, both inclusive. Times are milliseconds since 1970. */
export interface CoverageSearch {
  from: number;
  to: number;
  dueBefore: number;
  userId?: string;
}

const coverageQuery = prepareQuery<CoverageSearch & { organizationId: string }, CoverageRow>(
  (db, { organizationId, from, to, dueBefore, userId }) => {
    const query = db("appointments as a")
      .leftJoin("matches as m", (on) =>
        on.on("m.organization_id", "a.organization_id").andOn("m.appointment_id", "a.id"),
      )
      .where("a.organization_id", organizationId)
      .modify(withinScope(db, "a.user_id"))
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

/** Counts the appointments of a time range with and without a recording. */
export const loadCoverage = async (
  db: Db,
  organizationId: string,
  search: CoverageSearch,
): Promise<CoverageRow> => (await coverageQuery(db, { organizationId, ...search }))[0]!;
