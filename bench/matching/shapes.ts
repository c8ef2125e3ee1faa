import { randomUUIDv7 } from "node:crypto";
import { buildLookupKey } from "../../db/engine/lookup-key.js";
import { computeWindowAfterStart } from "../../graph/matching/windows.js";

const START_MS = Date.parse("2026-03-02T10:00:00Z");
const MINUTE_MS = 60_000;
const MONTH_MS = 30 * 24 * 60 * MINUTE_MS;

interface Call {
  at: number;
}

interface Appointment {
  at: number;
  eventId: string;
  /** Milliseconds; null: without an end. */
  length: number | null;
}

/** Calls and appointments, of which those with the same index are paired, and what changes. */
export interface Shape {
  calls: Call[];
  appointments: Appointment[];
  changes: ({ kind: string } & ({ call: Call } | { appointment: Appointment }))[];
}

const buildEventId = (index: number): string => `e-${String(index).padStart(6, "0")}`;

const list = <T>(count: number, build: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => build(index));

/** Times of calls and appointments in turn, each gap longer than the one before. */
const growing = (index: number): number => START_MS + (index * (index + 1)) / 2;

export const shapes: Record<string, (count: number) => Shape> = {
  "all at the same time": (count) => ({
    calls: list(count, () => ({ at: START_MS })),
    appointments: list(count, (index) => ({
      at: START_MS,
      eventId: buildEventId(index),
      length: null,
    })),
    changes: [
      { kind: "a call", call: { at: START_MS } },
      { kind: "the last event id", appointment: { at: START_MS, eventId: "z", length: null } },
      { kind: "a call a minute later", call: { at: START_MS + MINUTE_MS } },
      {
        kind: "the 100th from the last event id",
        appointment: { at: START_MS, eventId: `${buildEventId(count - 101)}a`, length: null },
      },
      { kind: "the first event id", appointment: { at: START_MS, eventId: "a", length: null } },
    ],
  }),
  "calls at the same time, half of the appointments free": (count) => ({
    calls: list(count / 2, () => ({ at: START_MS })),
    appointments: list(count, (index) => ({
      at: START_MS,
      eventId: buildEventId(index),
      length: null,
    })),
    changes: [
      { kind: "a call", call: { at: START_MS } },
      { kind: "the last event id", appointment: { at: START_MS, eventId: "z", length: null } },
    ],
  }),
  "half of the calls 10 minutes before an appointment, half after it": (count) => {
    const half = count / 2;
    const early = START_MS - 10 * MINUTE_MS;
    const late = START_MS + 10 * MINUTE_MS;
    return {
      calls: list(count, (index) => ({ at: index < half ? late : early })),
      // The early calls keep their appointments, but a search reads them.
      appointments: list(count, (index) => ({
        at: index < half ? START_MS : early,
        eventId: buildEventId(index),
        length: null,
      })),
      changes: [
        {
          kind: "the first event id",
          appointment: { at: START_MS, eventId: "a", length: null },
        },
      ],
    };
  },
  "overlapping windows, each call at its appointment": (count) => ({
    calls: list(count, (index) => ({ at: START_MS + index * MINUTE_MS })),
    appointments: list(count, (index) => ({
      at: START_MS + index * MINUTE_MS,
      eventId: buildEventId(index),
      length: MONTH_MS,
    })),
    changes: [
      { kind: "a call at the end", call: { at: START_MS + count * MINUTE_MS + 1 } },
      {
        kind: "an appointment at the start",
        appointment: { at: START_MS + 1, eventId: "a", length: MONTH_MS },
      },
    ],
  }),
  "appointments before all calls, the farthest call arrived first": (count) => ({
    calls: list(count, (index) => ({ at: START_MS + (count - 1 - index) * MINUTE_MS })),
    appointments: list(count, (index) => ({
      at: START_MS - index - 1,
      eventId: buildEventId(index),
      length: MONTH_MS,
    })),
    changes: [],
  }),
  "a chain: each pair nearer than the next": (count) => ({
    calls: list(count, (index) => ({ at: growing(2 * index + 1) })),
    appointments: list(count, (index) => ({
      at: growing(2 * index),
      eventId: buildEventId(index),
      length: MONTH_MS,
    })),
    changes: [
      { kind: "a call at the far end", call: { at: growing(2 * count + 1) } },
      {
        kind: "a call 50 pairs before the far end",
        call: { at: growing(2 * (count - 50)) },
      },
      { kind: "a call at the near end", call: { at: START_MS } },
    ],
  }),
};

export interface MatchingRows {
  organizationId: string;
  tables: Record<"organizations" | "users" | "matches", object[]> &
    Record<"recordings" | "appointments", { id: string }[]>;
  changes: { kind: string; table: "recordings" | "appointments"; row: object }[];
}

/** Builds the rows of a shape, in an organization of its own. */
export const buildMatchingRows = ({ calls, appointments, changes }: Shape): MatchingRows => {
  const organization_id = randomUUIDv7();
  const user_id = randomUUIDv7();
  const times = { created_at: 0, updated_at: 0 };
  const buildCall = ({ at }: Call, position: number): { id: string } =>
    ({
      organization_id,
      id: randomUUIDv7(),
      position,
      updated_position: position,
      status: "received",
      source: "dialer",
      name: "Call",
      user_id,
      started_at: at,
      duration: 0,
      custom_fields: "{}",
      closed: 0,
    }) as unknown as { id: string };
  const buildAppointment = ({ at, eventId, length }: Appointment): { id: string } =>
    ({
      organization_id,
      id: randomUUIDv7(),
      event_id: eventId,
      event_key: buildLookupKey(eventId),
      user_id,
      start_time: at,
      end_time: length === null ? null : at + length,
      reach: computeWindowAfterStart(at, length === null ? null : at + length),
      has_customer: 0,
      metadata: "{}",
      ...times,
    }) as unknown as { id: string };
  const recordings = calls.map((call, index) => buildCall(call, index + 1));
  const visits = appointments.map(buildAppointment);
  return {
    organizationId: organization_id,
    tables: {
      organizations: [{ id: organization_id, name: "Bench", created_at: 0 }],
      users: [
        {
          organization_id,
          id: user_id,
          email: "rep@example.com",
          email_key: buildLookupKey("rep@example.com"),
          name: "Rep",
          role: "rep",
          active: 1,
          ...times,
        },
      ],
      recordings,
      appointments: visits,
      matches: recordings.slice(0, visits.length).map(({ id }, index) => ({
        organization_id,
        recording_id: id,
        appointment_id: visits[index]!.id,
        method: "window",
      })),
    },
    changes: changes.map((change) =>
      "call" in change
        ? {
            kind: change.kind,
            table: "recordings",
            row: buildCall(change.call, calls.length + 1),
          }
        : {
            kind: change.kind,
            table: "appointments",
            row: buildAppointment(change.appointment),
          },
    ),
  };
};
