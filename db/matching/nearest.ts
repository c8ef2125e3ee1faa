import { type Db, dialectOf } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";
import {
  CAN_MATCH_BY_WINDOW,
  type RematchableAppointment,
  type RematchableRecording,
} from "./rematchable.js";

/** The rows that a search skips, and the matches that it may end. */
export interface NearestScope {
  /** Rows of the searched side that the change pairs later. */
  absentIds: readonly string[];
  /** Recordings that the change has paired: their match isn't final, even if they are processed. */
  newlyPairedIds: readonly string[];
}

interface SearchValues extends NearestScope {
  organizationId: string;
  id: string;
  userId: string;
  /** The time from which distances are measured, in milliseconds since 1970. */
  at: number;
  /** The position or event id of the searching row, which breaks ties. */
  tie: number | string;
}

const isInList = (db: Db, column: string, list: unknown): [sql: string, binding: unknown] =>
  dialectOf(db) === "postgres"
    ? [`${column} = ANY (?)`, list]
    : [`${column} IN (SELECT value FROM json_each(?))`, list];

/** PostgreSQL index entries are too small for whole event ids. */
const EVENT_ID_PREFIX = "substr(s.event_id, 1, 512)";

export interface Side {
  columns: string;
  /** `s` is the searched row, `m` its match, `p` the match's other side. */
  from: string;
  recording: "s" | "p";
  /** The start of a searched row, and of its partner. */
  start: string;
  partnerStart: string;
  /** Breaks ties between searched rows, and between partners. */
  order: string;
  partnerTie: string;
  exclusion: string;
  condition: string;
}

export const recordingSide: Side = {
  columns: `s.id, s.user_id AS "userId", s.started_at AS "startedAt", s.position,
      m.appointment_id AS "appointmentId", p.user_id AS "partnerUserId", p.event_id AS "partnerEventId",
      p.start_time AS "partnerStartTime", p.reach AS "partnerWindowAfterStartMs"`,
  from: `recordings AS s
    LEFT JOIN matches AS m ON m.organization_id = s.organization_id AND m.recording_id = s.id
    LEFT JOIN appointments AS p ON p.organization_id = m.organization_id AND p.id = m.appointment_id`,
  recording: "s",
  start: "s.started_at",
  partnerStart: "p.start_time",
  order: "s.position",
  partnerTie: "p.event_id",
  exclusion: "x.recording_id = s.id AND x.appointment_id = ?",
  condition: CAN_MATCH_BY_WINDOW.replaceAll(/\br\./g, "s."),
};

export const appointmentSide: Side = {
  columns: `s.id, s.user_id AS "userId", s.event_id AS "eventId", s.start_time AS "startTime",
      s.reach AS "windowAfterStartMs", m.recording_id AS "recordingId", p.user_id AS "partnerUserId",
      p.started_at AS "partnerStartedAt", p.position AS "partnerPosition"`,
  from: `appointments AS s
    LEFT JOIN matches AS m ON m.organization_id = s.organization_id AND m.appointment_id = s.id
    LEFT JOIN recordings AS p ON p.organization_id = m.organization_id AND p.id = m.recording_id`,
  recording: "p",
  start: "s.start_time",
  partnerStart: "p.started_at",
  order: "s.event_id",
  partnerTie: "p.position",
  exclusion: "x.recording_id = ? AND x.appointment_id = s.id",
  condition: "s.start_time + s.reach >= ?",
};

/**
 * Builds the conditions for rows that have no match, or whose match is farther than the searching row: ties go by event
 * id and position.
 */
const buildConditions = (db: Db, side: Side, values: Record<keyof SearchValues, unknown>) => {
  const { start, partnerStart } = side;
  const { organizationId, id, userId, at, tie } = values;
  const [isAbsent, absentIds] = isInList(db, "s.id", values.absentIds);
  const [isNewlyPaired, newlyPairedIds] = isInList(
    db,
    `${side.recording}.id`,
    values.newlyPairedIds,
  );
  return {
    sql: `s.organization_id = ? AND s.user_id = ?
      AND (m.method IS NULL OR (
        m.method = 'window'
        AND (abs(${start} - ${partnerStart}) > abs(${start} - ?)
          OR (abs(${start} - ${partnerStart}) = abs(${start} - ?) AND ${side.partnerTie} > ?))
        AND (${side.recording}.status <> 'processed' OR ${isNewlyPaired})))
      AND ${side.condition}
      AND NOT (${isAbsent})
      AND NOT EXISTS (SELECT 1 FROM match_exclusions AS x
        WHERE x.organization_id = s.organization_id AND ${side.exclusion})`,
    bindings: [
      organizationId,
      userId,
      at,
      at,
      tie,
      newlyPairedIds,
      ...(side === appointmentSide ? [at] : []),
      absentIds,
      id,
    ],
  };
};

/** Prepares the check whether any row of the user starts in a range. Most changes find none. */
const prepareRangeCheck = (table: "recordings" | "appointments", start: string) =>
  prepareQuery<{ organizationId: string; userId: string; from: number; to: number }, object>(
    (db, { organizationId, userId, from, to }) =>
      db(table)
        .select(db.raw("1"))
        .where("organization_id", organizationId)
        .where("user_id", userId)
        .where(start, ">=", from)
        .where(start, "<=", to)
        .limit(1),
  );

/** Prepares the search for the start of the first such row in one direction. */
const prepareStartSearch = (side: Side, direction: "ASC" | "DESC") =>
  prepareQuery<SearchValues & { from: number; to: number }, { start: number }>((db, values) => {
    const { sql, bindings } = buildConditions(db, side, values);
    return db.raw(
      `SELECT ${side.start} AS start FROM ${side.from}
       WHERE ${side.start} BETWEEN ? AND ? AND ${sql} ORDER BY ${side.start} ${direction} LIMIT 1`,
      [values.from, values.to, ...bindings] as never[],
    );
  });

/** Prepares the search for the first such row with this start, after another row in tie order. */
const prepareRowSearch = <Row>(side: Side) =>
  prepareQuery<SearchValues & { start: number; after: number | string }, Row>((db, values) => {
    const { sql, bindings } = buildConditions(db, side, values);
    const { start, after } = values;
    const isPrefixed = side === appointmentSide && dialectOf(db) === "postgres";
    return db.raw(
      `SELECT ${side.columns} FROM ${side.from}
       WHERE ${side.start} = ? AND ${side.order} > ?
         ${isPrefixed ? `AND ${EVENT_ID_PREFIX} >= substr(?, 1, 512)` : ""} AND ${sql}
       ORDER BY ${isPrefixed ? `${EVENT_ID_PREFIX}, ` : ""}${side.order} LIMIT 1`,
      [start, after, ...(isPrefixed ? [after] : []), ...bindings] as never[],
    );
  });

/** The found row, and its current partner, which it would lose. */
export interface Found<Row, Partner> {
  row: Row;
  displaced: Partner | undefined;
}

export type FoundRecording = RematchableRecording & {
  partnerUserId: string;
  partnerEventId: string;
  partnerStartTime: number;
  partnerWindowAfterStartMs: number;
};

export type FoundAppointment = RematchableAppointment & {
  partnerUserId: string;
  partnerStartedAt: number;
  partnerPosition: number;
};

const searches = {
  recordings: {
    any: prepareRangeCheck("recordings", "started_at"),
    after: prepareStartSearch(recordingSide, "ASC"),
    before: prepareStartSearch(recordingSide, "DESC"),
  },
  appointments: {
    any: prepareRangeCheck("appointments", "start_time"),
    after: prepareStartSearch(appointmentSide, "ASC"),
    before: prepareStartSearch(appointmentSide, "DESC"),
  },
};
const recordingAt = prepareRowSearch<FoundRecording>(recordingSide);
const appointmentAt = prepareRowSearch<FoundAppointment>(appointmentSide);

/**
 * Finds rows of one side for a row of the other side: free rows, and rows farther from their partner than from the
 * searching row.
 */
export interface PairFinder<Row, Partner> {
  /** Returns whether any row, paired or not, starts in a range with both ends included. */
  hasRows: (range: { from: number; to: number }) => Promise<boolean>;
  /** Finds the start that is nearest in this direction, in a range with both ends included. */
  findStart: (
    direction: "after" | "before",
    range: { from: number; to: number },
  ) => Promise<number | undefined>;
  /** Finds the first row with this start in tie order, after `after` if given. */
  findRow: (start: number, after: Row | undefined) => Promise<Found<Row, Partner> | undefined>;
}

/** Creates the search for an appointment's recording. */
export const createRecordingFinder = (
  db: Db,
  organizationId: string,
  { id, userId, eventId, startTime }: RematchableAppointment,
  scope: NearestScope,
): PairFinder<RematchableRecording, RematchableAppointment> => {
  const values = { organizationId, id, userId, at: startTime, tie: eventId, ...scope };
  return {
    hasRows: async (range) =>
      (await searches.recordings.any(db, { organizationId, userId, ...range })).length > 0,
    findStart: async (direction, range) =>
      (await searches.recordings[direction](db, { ...values, ...range }))[0]?.start,
    findRow: async (start, after) => {
      const [row] = await recordingAt(db, { ...values, start, after: after?.position ?? -1 });
      if (!row) return undefined;
      const displaced: RematchableAppointment | undefined =
        row.appointmentId === null
          ? undefined
          : {
              id: row.appointmentId,
              userId: row.partnerUserId,
              eventId: row.partnerEventId,
              startTime: row.partnerStartTime,
              windowAfterStartMs: row.partnerWindowAfterStartMs,
              recordingId: row.id,
            };
      return { row, displaced };
    },
  };
};

/** Creates the search for a recording's appointment. */
export const createAppointmentFinder = (
  db: Db,
  organizationId: string,
  { id, userId, position, startedAt }: RematchableRecording,
  scope: NearestScope,
): PairFinder<RematchableAppointment, RematchableRecording> => {
  const values = { organizationId, id, userId, at: startedAt, tie: position, ...scope };
  return {
    hasRows: async (range) =>
      (await searches.appointments.any(db, { organizationId, userId, ...range })).length > 0,
    findStart: async (direction, range) =>
      (await searches.appointments[direction](db, { ...values, ...range }))[0]?.start,
    findRow: async (start, after) => {
      const [row] = await appointmentAt(db, { ...values, start, after: after?.eventId ?? "" });
      if (!row) return undefined;
      const displaced: RematchableRecording | undefined =
        row.recordingId === null
          ? undefined
          : {
              id: row.recordingId,
              userId: row.partnerUserId,
              startedAt: row.partnerStartedAt,
              position: row.partnerPosition,
              appointmentId: row.id,
            };
      return { row, displaced };
    },
  };
};
