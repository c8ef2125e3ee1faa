import type { Db } from "../db/connect.js";
import {
  type OpenAppointment,
  longestReach,
  openAppointmentsByIds,
  openAppointmentsReaching,
  type OpenRecording,
  openRecordingsBetween,
  openRecordingsByIds,
} from "../db/open-matches.js";
import { firstIndex } from "./first-index.js";
import { BEFORE_MS } from "./windows.js";

/** Milliseconds since 1970, both ends included. */
interface Span {
  from: number;
  to: number;
}

/** What is closer together is read in one statement: a rep's days can hang together for years. */
const APART_MS = 24 * 60 * 60_000;

const windowOf = ({ startTime, reach }: OpenAppointment): Span => ({
  from: startTime - BEFORE_MS,
  to: startTime + reach,
});

const momentOf = ({ startedAt }: OpenRecording): Span => ({ from: startedAt, to: startedAt });

/** The same as few spans, in their order, each further than that from the next. */
const merged = (spans: readonly Span[], apart: number): Span[] => {
  const few: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = few.at(-1);
    if (last && from - last.to <= apart) last.to = Math.max(last.to, to);
    else few.push({ from, to });
  }
  return few;
};

/** Whether any of these, which are in their order and apart, touches the span. */
const touches = (spans: readonly Span[], { from, to }: Span): boolean => {
  const first = spans[firstIndex(spans, (span) => span.to >= from)];
  return first !== undefined && first.from <= to;
};

/** How what touches a span of a user's is read. */
interface Around<Found> {
  /** How far apart two spans of a user's are read by themselves; undefined where the user has nothing. */
  apart: (userId: string) => Promise<number | undefined>;
  read: (userId: string, span: Span, apart: number) => Promise<Found[]>;
  spanOf: (found: Found) => Span;
}

/** What of a user's touches what is theirs of these. */
const aroundEach = async <Item extends { userId: string }, Found>(
  items: readonly Item[],
  spanOf: (item: Item) => Span,
  around: Around<Found>,
): Promise<Found[]> => {
  const near: Found[] = [];
  for (const [userId, own] of Map.groupBy(items, (item) => item.userId)) {
    const apart = await around.apart(userId);
    if (apart === undefined) continue;
    const spans = merged(own.map(spanOf), 0);
    for (const span of merged(spans, apart))
      for (const found of await around.read(userId, span, apart))
        if (touches(spans, around.spanOf(found))) near.push(found);
  }
  return near;
};

const appointmentsAround = (trx: Db, organizationId: string): Around<OpenAppointment> => ({
  // A statement looks back as far as the longest window reaches: what is closer together would be looked
  // through twice.
  apart: async (userId) => {
    const longest = await longestReach(trx, organizationId, userId);
    return longest === undefined ? undefined : Math.max(APART_MS, longest);
  },
  read: async (userId, { from, to }, apart) =>
    openAppointmentsReaching(trx, organizationId, userId, {
      earliest: from - apart,
      from,
      to: to + BEFORE_MS,
    }),
  spanOf: windowOf,
});

const recordingsAround = (trx: Db, organizationId: string): Around<OpenRecording> => ({
  apart: async () => APART_MS,
  read: async (userId, span) => openRecordingsBetween(trx, organizationId, userId, span),
  spanOf: momentOf,
});

/** All open recordings and appointments that these can reach through windows. */
export const connected = async (
  trx: Db,
  organizationId: string,
  from: { recordings: Iterable<string>; appointments: Iterable<string> },
): Promise<{ recordings: OpenRecording[]; appointments: OpenAppointment[] }> => {
  const recordings = new Map<string, OpenRecording>();
  const appointments = new Map<string, OpenAppointment>();
  let newRecordings = await openRecordingsByIds(trx, organizationId, [...from.recordings]);
  let newAppointments = await openAppointmentsByIds(trx, organizationId, [...from.appointments]);
  while (newRecordings.length > 0 || newAppointments.length > 0) {
    for (const row of newRecordings) recordings.set(row.id, row);
    for (const row of newAppointments) appointments.set(row.id, row);
    const around = await aroundEach(
      newRecordings,
      momentOf,
      appointmentsAround(trx, organizationId),
    );
    // A call that was sent again may have left the window of the appointment that it still has.
    const held = newRecordings.flatMap(({ appointmentId }) => appointmentId ?? []);
    const kept = await openAppointmentsByIds(trx, organizationId, held);
    const within = await aroundEach(
      newAppointments,
      windowOf,
      recordingsAround(trx, organizationId),
    );
    newRecordings = within.filter((row) => !recordings.has(row.id));
    newAppointments = [...around, ...kept].filter((row) => !appointments.has(row.id));
  }
  return { recordings: [...recordings.values()], appointments: [...appointments.values()] };
};
