import type { Db } from "../../db/engine/connect.js";
import {
  findAppointmentToPair,
  findRecordingToPair,
  type Found,
  type NearestScope,
  type NearestSearch,
} from "../../db/matching/nearest.js";
import type {
  RematchableAppointment,
  RematchableRecording,
} from "../../db/matching/rematchable.js";
import { WINDOW_BEFORE_START_MS } from "./windows.js";

const compareCodePoints = (a: string, b: string): number => {
  // Both databases compare text by code point; UTF-16 units order some characters differently.
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
};

/** One search around a moment: both directions, nearest first. */
interface Search<Row, Partner> {
  at: number;
  earliest: number;
  latest: number;
  /** The distance that is searched already. */
  fromDistance: number;
  scope: NearestScope;
  find: (search: NearestSearch, edge: number) => Promise<Found<Row, Partner> | undefined>;
  startOf: (row: Row) => number;
  compareTies: (a: Row, b: Row) => number;
}

const findNearest = async <Row, Partner>({
  at,
  earliest,
  latest,
  fromDistance,
  scope,
  find,
  startOf,
  compareTies,
}: Search<Row, Partner>): Promise<Found<Row, Partner> | undefined> => {
  const first = at + fromDistance;
  const later =
    first <= latest
      ? await find({ ...scope, direction: "after", from: first, to: latest }, first)
      : undefined;
  const distance = later ? startOf(later.row) - at : Infinity;
  const last = at - Math.max(fromDistance, 1);
  const from = Math.max(earliest, at - distance);
  const earlier =
    from <= last ? await find({ ...scope, direction: "before", from, to: last }, last) : undefined;
  if (!earlier || !later) return earlier ?? later;
  const nearer = at - startOf(earlier.row) - distance || compareTies(earlier.row, later.row);
  return nearer < 0 ? earlier : later;
};

/**
 * Finds the recording that an appointment pairs with: the nearest that is free, or nearer to it than to its own
 * appointment. `lost`: the recording that the appointment was paired with; all nearer ones have kept theirs.
 */
export const findRecordingFor = async (
  trx: Db,
  organizationId: string,
  appointment: RematchableAppointment,
  lost: RematchableRecording | undefined,
  scope: NearestScope,
): Promise<Found<RematchableRecording, RematchableAppointment> | undefined> => {
  const { startTime, windowAfterStartMs } = appointment;
  return findNearest<RematchableRecording, RematchableAppointment>({
    at: startTime,
    earliest: startTime - WINDOW_BEFORE_START_MS,
    latest: startTime + windowAfterStartMs,
    fromDistance: lost ? Math.abs(lost.startedAt - startTime) : 0,
    scope,
    find: async (search, edge) =>
      findRecordingToPair(
        trx,
        organizationId,
        appointment,
        search,
        lost && { edge, after: lost.position },
      ),
    startOf: ({ startedAt }) => startedAt,
    compareTies: (a, b) => a.position - b.position,
  });
};

/** Finds the appointment that a recording pairs with, like `findRecordingFor`. */
export const findAppointmentFor = async (
  trx: Db,
  organizationId: string,
  recording: RematchableRecording,
  lost: RematchableAppointment | undefined,
  scope: NearestScope & { longestWindowAfterStartMs: number },
): Promise<Found<RematchableAppointment, RematchableRecording> | undefined> => {
  const { startedAt } = recording;
  const { longestWindowAfterStartMs, ...nearestScope } = scope;
  return findNearest<RematchableAppointment, RematchableRecording>({
    at: startedAt,
    earliest: startedAt - longestWindowAfterStartMs,
    latest: startedAt + WINDOW_BEFORE_START_MS,
    fromDistance: lost ? Math.abs(lost.startTime - startedAt) : 0,
    scope: nearestScope,
    find: async (search, edge) =>
      findAppointmentToPair(
        trx,
        organizationId,
        recording,
        search,
        lost && { edge, after: lost.eventId },
      ),
    startOf: ({ startTime }) => startTime,
    compareTies: (a, b) => compareCodePoints(a.eventId, b.eventId),
  });
};
