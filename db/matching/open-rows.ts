import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";
import {
  appointmentSide,
  type FoundAppointment,
  type FoundRecording,
  recordingSide,
  type Side,
} from "./nearest.js";

/** Rows of a user that start in a range, both ends included. */
interface StartRange {
  organizationId: string;
  userId: string;
  from: number;
  to: number;
}

/** Flags of a row with its match: 1 or 0. */
interface MatchFlags {
  /** Its match stays: explicit, manual, or of a processed recording. */
  isFinal: number;
}

const selectSide = (
  { columns, from, recording, start }: Side,
  isClosed: string,
) => `SELECT ${columns},
    CASE WHEN ${isClosed} OR m.method <> 'window' OR (m.method = 'window' AND ${recording}.status = 'processed')
      THEN 1 ELSE 0 END AS "isFinal"
  FROM ${from}
  WHERE s.organization_id = ? AND s.user_id = ? AND ${start} BETWEEN ? AND ?`;

const prepareSide = <Row>(side: Side, isClosed: string) =>
  prepareQuery<StartRange, Row & MatchFlags>((db, { organizationId, userId, from, to }) =>
    db.raw(selectSide(side, isClosed), [organizationId, userId, from, to] as never[]),
  );

const prepareBound = (table: string, start: string, direction: "asc" | "desc") =>
  prepareQuery<StartRange & { skipped: number }, { start: number }>(
    (db, { organizationId, userId, from, to, skipped }) =>
      db.raw(
        `SELECT ${start} AS start FROM ${table}
         WHERE organization_id = ? AND user_id = ? AND ${start} BETWEEN ? AND ?
         ORDER BY ${start} ${direction} LIMIT 1 OFFSET ?`,
        [organizationId, userId, from, to, skipped] as never[],
      ),
  );

const prepareExclusions = (table: string, start: string, side: string) =>
  prepareQuery<StartRange, { recordingId: string; appointmentId: string }>(
    (db, { organizationId, userId, from, to }) =>
      db.raw(
        `SELECT x.recording_id AS "recordingId", x.appointment_id AS "appointmentId"
         FROM ${table} AS s JOIN match_exclusions AS x
           ON x.organization_id = s.organization_id AND x.${side} = s.id
         WHERE s.organization_id = ? AND s.user_id = ? AND s.${start} BETWEEN ? AND ?`,
        [organizationId, userId, from, to] as never[],
      ),
  );

/** Loads a user's rows of one side for a search in memory. */
export interface OpenRowsLoader<Row> {
  load: (db: Db, range: StartRange) => Promise<(Row & MatchFlags)[]>;
  /** Loads the pairs that users unlinked, for these rows. */
  loadExclusions: (
    db: Db,
    range: StartRange,
  ) => Promise<{ recordingId: string; appointmentId: string }[]>;
  /** Returns the start of the row that follows the `skipped` rows nearest to an end of the range. */
  findBound: (
    direction: "asc" | "desc",
    db: Db,
    range: StartRange & { skipped: number },
  ) => Promise<number | undefined>;
}

const createLoader = <Row>(
  side: Side,
  isClosed: string,
  [table, start, exclusionSide]: [string, string, string],
): OpenRowsLoader<Row> => {
  const bounds = {
    asc: prepareBound(table, start, "asc"),
    desc: prepareBound(table, start, "desc"),
  };
  return {
    load: prepareSide<Row>(side, isClosed),
    loadExclusions: prepareExclusions(table, start, exclusionSide),
    findBound: async (direction, db, range) => (await bounds[direction](db, range))[0]?.start,
  };
};

export const openRecordings = createLoader<FoundRecording>(
  recordingSide,
  `NOT ${recordingSide.condition}`,
  ["recordings", "started_at", "recording_id"],
);

export const openAppointments = createLoader<FoundAppointment>(appointmentSide, "1 = 0", [
  "appointments",
  "start_time",
  "appointment_id",
]);

const anyExclusion = prepareQuery<{ organizationId: string }, { recordingId: string }>(
  (db, { organizationId }) =>
    db("match_exclusions")
      .where("organization_id", organizationId)
      .first({ recordingId: "recording_id" }),
);

/** Returns whether a user of the organization unlinked any pair. */
export const hasExclusions = async (db: Db, organizationId: string): Promise<boolean> =>
  (await anyExclusion(db, { organizationId })).length > 0;
