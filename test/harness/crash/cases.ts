import type { Random } from "../../../src/demo/random.js";
import { type EventName, eventNames } from "../../../graph/webhooks/events.js";
import type { Source } from "./receivers.js";

/** Tests of webhooks count as `test`. */
export type CountedEvent = EventName | "test";

type RecordingStatus = "absent" | "received" | "processing" | "failed" | "processed";

/** The part of a case's state that its changes determine. */
export interface CaseState {
  /** The number of the appointment's current title; 0 without an appointment. */
  title: number;
  status: RecordingStatus;
  /** The number of the current analysis; 0 without one. */
  analysis: number;
  /** Whether a rep created the client. */
  created: boolean;
  /** How often each event has occurred, and the recording's status that it shows. */
  events: Partial<Record<CountedEvent, { count: number; status: RecordingStatus }>>;
  redelivered: number;
}

export const countEvent = ({ events }: CaseState, name: CountedEvent): number =>
  events[name]?.count ?? 0;

/** Adds an event to the changes of a step that causes it. */
export const withEvent = (
  state: CaseState,
  changes: Partial<CaseState>,
  name: CountedEvent,
): Partial<CaseState> => ({
  ...changes,
  events: {
    ...state.events,
    [name]: { count: countEvent(state, name) + 1, status: changes.status ?? state.status },
  },
});

/** Counts every event, including those that no step causes. */
export const mapEvents = (count: (name: CountedEvent) => number): Record<string, number> =>
  Object.fromEntries([...eventNames, "test" as const].map((name) => [name, count(name)]));

/** A call and its appointment, independent of all others, from nothing to processed and beyond. */
export interface CrashCase {
  readonly n: number;
  readonly source: Source;
  /** How the call finds its appointment. */
  readonly match: "explicit" | "window" | "none";
  /** What sent the customer. */
  readonly customer: "call" | "appointment" | "none";
  recordingId: string | null;
  state: CaseState;
  /** The state if the unanswered change did happen. */
  possibleState?: CaseState;
}

const FIRST_MS = Date.parse("2026-01-01T12:00:00Z");
// Longer than any match window, so no call finds another case's appointment.
const SPACING_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

export const createCase = (n: number, random: Random): CrashCase => ({
  n,
  source: random.chance(0.3) ? "mobile" : "dialer",
  match: random.pick(["explicit", "explicit", "window", "none"]),
  customer: random.pick(["call", "appointment", "none"]),
  recordingId: null,
  state: {
    title: 0,
    status: "absent",
    analysis: 0,
    created: false,
    events: {},
    redelivered: 0,
  },
});

export const buildEventId = ({ n }: CrashCase): string => `event-${n}`;
export const buildCallId = ({ n }: CrashCase): string => `call-${n}`;
export const buildCreatedClientName = ({ n }: CrashCase): string => `Created ${n}`;
export const buildReason = ({ n }: CrashCase): string => `No sound in ${n}`;
export const buildTitle = ({ n }: CrashCase, title: number): string => `Visit ${n}, ${title}`;
export const buildStart = ({ n }: CrashCase): string =>
  new Date(FIRST_MS + n * SPACING_MS).toISOString();

export const buildCallInput = (it: CrashCase) => {
  const offsetMs = it.match === "none" ? -6 * HOUR_MS : HOUR_MS / 4;
  return {
    call_id: buildCallId(it),
    user_email: "rep@example.com",
    started_at: new Date(Date.parse(buildStart(it)) + offsetMs).toISOString(),
    name: `Call ${it.n}`,
    custom_fields: { n: it.n },
    transcript: [
      { speaker: "Robin", role: "rep", text: `Is this ${it.n}?`, start: 0, end: 900 },
      { speaker: "Ann", role: "client", text: "It is.", start: 1_000, end: 2_000 },
    ],
    ...(it.match === "explicit" && { event_id: buildEventId(it) }),
    ...(it.customer === "call" && { customer: buildCustomer(it) }),
  };
};

export const buildCustomer = ({ n }: CrashCase) => ({ id: `customer-${n}`, name: `Customer ${n}` });

export const buildAnalysisInput = ({ n }: CrashCase, analysis: number) => ({
  summary: `Summary ${analysis} of ${n}. 🙂\u2028`,
  notes: `Notes ${analysis} of ${n}`,
  tags: [`analysis ${analysis}`, `case ${n}`],
  actionItems: [{ text: `Call ${n} back, ${analysis}` }, { text: "Send it.", kind: "client" }],
});

const isMatched = ({ match }: CrashCase, { title, status }: CaseState): boolean =>
  title > 0 && status !== "absent" && match !== "none";

const resolveClientName = (it: CrashCase, state: CaseState): string | null => {
  if (state.created) return buildCreatedClientName(it);
  const isKnown = it.customer === "call" || (it.customer === "appointment" && isMatched(it, state));
  return isKnown ? buildCustomer(it).name : null;
};

/** Returns everything visible of a case in a state. A half-applied change equals no such view. */
export const buildCaseView = (it: CrashCase, state: CaseState) => {
  const { status, analysis, title } = state;
  const eventId = isMatched(it, state) ? buildEventId(it) : null;
  const written = analysis > 0 ? buildAnalysisInput(it, analysis) : undefined;
  const call = buildCallInput(it);
  return {
    appointment: title === 0 ? null : { title: buildTitle(it, title), matched: eventId !== null },
    recording:
      status === "absent"
        ? null
        : {
            name: call.name,
            status,
            source: it.source,
            failureReason: status === "failed" ? buildReason(it) : null,
            customFields: call.custom_fields,
            eventId,
            client: resolveClientName(it, state),
            summary: written?.summary ?? null,
            notes: written?.notes ?? null,
            tags: written?.tags ?? [],
            actionItems: written?.actionItems.map(({ text }) => text) ?? null,
            transcript: written ? call.transcript.map(({ text }) => text) : [],
          },
    events: mapEvents((name) => countEvent(state, name)),
    redelivered: state.redelivered,
  };
};

export type CaseView = ReturnType<typeof buildCaseView>;
