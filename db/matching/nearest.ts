import { type Db, dialectOf } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";
import {
  CAN_MATCH_BY_WINDOW,
  type RematchableAppointment,
  type RematchableRecording,
} from "./rematchable.js";

/** The rows that a search leaves out, and the matches that it may end. */
export interface NearestScope {
  /** Rows of the searched side that the change pairs later. */
  absentIds: readonly string[];
  /** Recordings that the change has paired: their match isn't final, even of a processed one. */
  newlyPairedIds: readonly string[];
}

interface SearchValues extends NearestScope {
  organizationId: string;
  id: string;
  userId: string;
  /** The moment that distances count from, in milliseconds since 1970. */
  at: number;
  from: number;
  to: number;
  /** At the start `edge`, only rows after this one: its position or event id. */
  edge: number;
  after: number | string;
  /** The position or event id of the searching row, which breaks ties. */
  tie: number | string;
}

const isInList = (db: Db, column: string, list: unknown): [sql: string, binding: unknown] =>
  dialectOf(db) === "postgres"
    ? [`${column} = ANY (?)`, list]
    : [`${column} IN (SELECT value FROM json_each(?))`, list];

interface Side {
  /** The select and its joins: `s` is the searched row, `m` its match, `p` the match's other side. */
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

const recordingSide: Side = {
  from: `SELECT s.id, s.user_id AS "userId", s.started_at AS "startedAt", s.position,
      m.appointment_id AS "appointmentId", p.user_id AS "partnerUserId", p.event_id AS "partnerEventId",
      p.start_time AS "partnerStartTime", p.reach AS "partnerWindowAfterStartMs" FROM recordings AS s
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

const appointmentSide: Side = {
  from: `SELECT s.id, s.user_id AS "userId", s.event_id AS "eventId", s.start_time AS "startTime",
      s.reach AS "windowAfterStartMs", m.recording_id AS "recordingId", p.user_id AS "partnerUserId",
      p.started_at AS "partnerStartedAt", p.position AS "partnerPosition" FROM appointments AS s
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
 * Prepares the search for the first row in one direction that has no match, or whose match is farther than the
 * searching row: by event id and position where both are equally far.
 */
const prepareSearch = <Row>(side: Side, direction: "ASC" | "DESC") =>
  prepareQuery<SearchValues, Row>((db, values) => {
    const { organizationId, id, userId, at, from, to, edge, after, tie } = values;
    const [isAbsent, absentIds] = isInList(db, "s.id", values.absentIds);
    const [isNewlyPaired, newlyPairedIds] = isInList(
      db,
      `${side.recording}.id`,
      values.newlyPairedIds,
    );
    const { start, partnerStart } = side;
    return db.raw(
      `${side.from}
       WHERE s.organization_id = ? AND s.user_id = ? AND ${start} BETWEEN ? AND ?
         AND (${start} <> ? OR ${side.order} > ?)
         AND (m.method IS NULL OR (
           m.method = 'window'
           AND (abs(${start} - ${partnerStart}) > abs(${start} - ?)
             OR (abs(${start} - ${partnerStart}) = abs(${start} - ?) AND ${side.partnerTie} > ?))
           AND (${side.recording}.status <> 'processed' OR ${isNewlyPaired})))
         AND ${side.condition}
         AND NOT (${isAbsent})
         AND NOT EXISTS (SELECT 1 FROM match_exclusions AS x
           WHERE x.organization_id = s.organization_id AND ${side.exclusion})
       ORDER BY ${start} ${direction}, ${side.order} LIMIT 1`,
      [
        organizationId,
        userId,
        from,
        to,
        edge,
        after,
        at,
        at,
        tie,
        newlyPairedIds,
        ...(side === appointmentSide ? [at] : []),
        absentIds,
        id,
      ] as never[],
    );
  });

/** The found row, and the partner that it leaves for the searching row. */
export interface Found<Row, Partner> {
  row: Row;
  displaced: Partner | undefined;
}

type FoundRecording = RematchableRecording & {
  partnerUserId: string;
  partnerEventId: string;
  partnerStartTime: number;
  partnerWindowAfterStartMs: number;
};

type FoundAppointment = RematchableAppointment & {
  partnerUserId: string;
  partnerStartedAt: number;
  partnerPosition: number;
};

const recordingSearches = {
  after: prepareSearch<FoundRecording>(recordingSide, "ASC"),
  before: prepareSearch<FoundRecording>(recordingSide, "DESC"),
};
const appointmentSearches = {
  after: prepareSearch<FoundAppointment>(appointmentSide, "ASC"),
  before: prepareSearch<FoundAppointment>(appointmentSide, "DESC"),
};

/** A search in one direction from the searching row's start. `from` and `to` are both included. */
export interface NearestSearch extends NearestScope {
  direction: "after" | "before";
  from: number;
  to: number;
}

/** Rows that start at `edge` are found only after this one in the order of ties; undefined: all. */
interface Skip<Tie> {
  edge: number;
  after: Tie;
}

/** Finds the user's nearest recording in this direction that is free, or farther from its appointment than from this one. */
export const findRecordingToPair = async (
  db: Db,
  organizationId: string,
  { id, userId, eventId, startTime }: RematchableAppointment,
  { direction, ...search }: NearestSearch,
  { edge, after }: Skip<number> = { edge: -1, after: -1 },
): Promise<Found<RematchableRecording, RematchableAppointment> | undefined> => {
  const values = {
    organizationId,
    id,
    userId,
    at: startTime,
    tie: eventId,
    edge,
    after,
    ...search,
  };
  const [row] = await recordingSearches[direction](db, values);
  return (
    row && {
      row,
      displaced:
        row.appointmentId === null
          ? undefined
          : {
              id: row.appointmentId,
              userId: row.partnerUserId,
              eventId: row.partnerEventId,
              startTime: row.partnerStartTime,
              windowAfterStartMs: row.partnerWindowAfterStartMs,
              recordingId: row.id,
            },
    }
  );
};

/** Finds the user's nearest appointment in this direction that is free, or farther from its recording than from this one. */
export const findAppointmentToPair = async (
  db: Db,
  organizationId: string,
  { id, userId, position, startedAt }: RematchableRecording,
  { direction, ...search }: NearestSearch,
  { edge, after }: Skip<string> = { edge: -1, after: "" },
): Promise<Found<RematchableAppointment, RematchableRecording> | undefined> => {
  const values = {
    organizationId,
    id,
    userId,
    at: startedAt,
    tie: position,
    edge,
    after,
    ...search,
  };
  const [row] = await appointmentSearches[direction](db, values);
  return (
    row && {
      row,
      displaced:
        row.recordingId === null
          ? undefined
          : {
              id: row.recordingId,
              userId: row.partnerUserId,
              startedAt: row.partnerStartedAt,
              position: row.partnerPosition,
              appointmentId: row.id,
            },
    }
  );
};
