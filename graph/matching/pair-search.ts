import type { Db } from "../../db/engine/connect.js";
import {
  createAppointmentFinder,
  createRecordingFinder,
  type Found,
  type NearestScope,
  type PairFinder,
} from "../../db/matching/nearest.js";
import type {
  RematchableAppointment,
  RematchableRecording,
} from "../../db/matching/rematchable.js";
import { WINDOW_BEFORE_START_MS } from "./windows.js";

/** Compares as both databases do. UTF-16 units order some characters differently. */
export const compareCodePoints = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The times around a start in which a row's partner may start, in milliseconds since 1970, both ends included. */
interface Range {
  at: number;
  earliest: number;
  latest: number;
}

/** Finds the nearest row. With `lost`, all rows before it by distance and tie are skipped. */
const findNearest = async <Row, Partner>(
  { hasRows, findStart, findRow }: PairFinder<Row, Partner>,
  { at, earliest, latest }: Range,
  compareTies: (a: Row, b: Row) => number,
  lost: { row: Row; distance: number } | undefined,
): Promise<Found<Row, Partner> | undefined> => {
  const findAtDistance = async (
    distance: number,
    after?: Row,
  ): Promise<Found<Row, Partner> | undefined> => {
    const isLate = at + distance <= latest;
    const isEarly = distance > 0 && at - distance >= earliest;
    const late = isLate ? await findRow(at + distance, after) : undefined;
    const early = isEarly ? await findRow(at - distance, after) : undefined;
    return late && early ? (compareTies(late.row, early.row) < 0 ? late : early) : (late ?? early);
  };
  if (!lost && !(await hasRows({ from: earliest, to: latest }))) return undefined;
  const next = lost && (await findAtDistance(lost.distance, lost.row));
  if (next) return next;
  const nearest = lost ? lost.distance + 1 : 0;
  const late =
    at + nearest <= latest
      ? await findStart("after", { from: at + nearest, to: latest })
      : undefined;
  // Stops at the first row with a later start.
  const from = late === undefined ? earliest : Math.max(earliest, 2 * at - late);
  const to = at - Math.max(nearest, 1);
  const early = from <= to ? await findStart("before", { from, to }) : undefined;
  if (early !== undefined) return findAtDistance(at - early);
  return late === undefined ? undefined : findAtDistance(late - at);
};

/**
 * Finds the recording that an appointment pairs with: the nearest that is free, or nearer to it than to its own
 * appointment. `lost`: the recording that the appointment was paired with; nearer ones keep their pairs.
 */
export const findRecordingFor = async (
  trx: Db,
  organizationId: string,
  appointment: RematchableAppointment,
  lost: RematchableRecording | undefined,
  scope: NearestScope,
): Promise<Found<RematchableRecording, RematchableAppointment> | undefined> => {
  const { startTime, windowAfterStartMs } = appointment;
  return findNearest(
    createRecordingFinder(trx, organizationId, appointment, scope),
    {
      at: startTime,
      earliest: startTime - WINDOW_BEFORE_START_MS,
      latest: startTime + windowAfterStartMs,
    },
    (a, b) => a.position - b.position,
    lost && { row: lost, distance: Math.abs(lost.startedAt - startTime) },
  );
};

/** Finds the appointment that a recording pairs with, like `findRecordingFor`. */
export const findAppointmentFor = async (
  trx: Db,
  organizationId: string,
  recording: RematchableRecording,
  lost: RematchableAppointment | undefined,
  { longestWindowAfterStartMs, ...scope }: NearestScope & { longestWindowAfterStartMs: number },
): Promise<Found<RematchableAppointment, RematchableRecording> | undefined> => {
  const { startedAt } = recording;
  return findNearest(
    createAppointmentFinder(trx, organizationId, recording, scope),
    {
      at: startedAt,
      earliest: startedAt - longestWindowAfterStartMs,
      latest: startedAt + WINDOW_BEFORE_START_MS,
    },
    (a, b) => compareCodePoints(a.eventId, b.eventId),
    lost && { row: lost, distance: Math.abs(lost.startTime - startedAt) },
  );
};
