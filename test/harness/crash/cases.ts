import type { Random } from "../../src/demo/random.js";
import type { EventName, Source } from "./receivers.js";

/** What a sequence of changes leads to, as far as it is not the case's own. */
export interface State {
  /** Which title the appointment has; 0: there is none. */
  title: number;
  status: "absent" | "received" | "processing" | "failed" | "processed";
  /** Which analysis it has; 0: none. */
  analysis: number;
  /** Whether a rep created the client. */
  created: boolean;
  synced: number;
  tested: number;
  redelivered: number;
}

/** A call and its appointment, which nothing else touches: from nothing to processed and beyond. */
export interface Case {
  readonly n: number;
  readonly source: Source;
  /** By what the call finds its appointment. */
  readonly match: "explicit" | "window" | "none";
  /** What has sent the customer. */
  readonly customer: "call" | "appointment" | "none";
  recordingId: string | null;
  state: State;
  /** What it is if the change that got no answer was made after all. */
  maybe?: State;
}

const FIRST_MS = Date.parse("2026-01-01T12:00:00Z");
// Further apart than any window reaches: no case's call finds the appointment of another.
const APART_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

export const newCase = (n: number, random: Random): Case => ({
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
    synced: 0,
    tested: 0,
    redelivered: 0,
  },
});

export const eventIdOf = ({ n }: Case): string => `event-${n}`;
export const callIdOf = ({ n }: Case): string => `call-${n}`;
export const createdClientOf = ({ n }: Case): string => `Created ${n}`;
export const reasonOf = ({ n }: Case): string => `No sound in ${n}`;
export const titleOf = ({ n }: Case, title: number): string => `Visit ${n}, ${title}`;
export const startOf = ({ n }: Case): string => new Date(FIRST_MS + n * APART_MS).toISOString();

export const callOf = (it: Case) => {
  const near = it.match === "none" ? -6 * HOUR_MS : HOUR_MS / 4;
  return {
    call_id: callIdOf(it),
    user_email: "rep@example.com",
    started_at: new Date(Date.parse(startOf(it)) + near).toISOString(),
    name: `Call ${it.n}`,
    custom_fields: { n: it.n },
    transcript: [
      { speaker: "Robin", role: "rep", text: `Is this ${it.n}?`, start: 0, end: 900 },
      { speaker: "Ann", role: "client", text: "It is.", start: 1_000, end: 2_000 },
    ],
    ...(it.match === "explicit" && { event_id: eventIdOf(it) }),
    ...(it.customer === "call" && { customer: customerOf(it) }),
  };
};

export const customerOf = ({ n }: Case) => ({ id: `customer-${n}`, name: `Customer ${n}` });

export const analysisOf = ({ n }: Case, analysis: number) => ({
  summary: `Summary ${analysis} of ${n}. 🙂\u2028`,
  notes: `Notes ${analysis} of ${n}`,
  tags: [`analysis ${analysis}`, `case ${n}`],
  actionItems: [{ text: `Call ${n} back, ${analysis}` }, { text: "Send it.", kind: "client" }],
});

const isMatched = ({ match }: Case, { title, status }: State): boolean =>
  title > 0 && status !== "absent" && match !== "none";

const clientOf = (it: Case, state: State): string | null => {
  if (state.created) return createdClientOf(it);
  const known = it.customer === "call" || (it.customer === "appointment" && isMatched(it, state));
  return known ? customerOf(it).name : null;
};

/** What the events of a case are, by name, with the tests of webhooks under `test`. */
export const eventsOf = ({ analysis, created, synced, tested }: State) => ({
  "recording.processed": analysis > 0 && !created ? 1 : 0,
  "client.created": analysis > 0 && created ? 1 : 0,
  "recording.integration_updated": synced,
  test: tested,
});

export type Counted = EventName | "test";

/** All that can be seen of a case in such a state: half a change looks like no state at all. */
export const viewOf = (it: Case, state: State) => {
  const { status, analysis, title } = state;
  const eventId = isMatched(it, state) ? eventIdOf(it) : null;
  const written = analysis > 0 ? analysisOf(it, analysis) : undefined;
  const call = callOf(it);
  return {
    appointment: title === 0 ? null : { title: titleOf(it, title), matched: eventId !== null },
    recording:
      status === "absent"
        ? null
        : {
            name: call.name,
            status,
            source: it.source,
            failureReason: status === "failed" ? reasonOf(it) : null,
            customFields: call.custom_fields,
            eventId,
            client: clientOf(it, state),
            summary: written?.summary ?? null,
            notes: written?.notes ?? null,
            tags: written?.tags ?? [],
            actionItems: written?.actionItems.map(({ text }) => text) ?? null,
            transcript: written ? call.transcript.map(({ text }) => text) : [],
          },
    events: eventsOf(state),
    redelivered: state.redelivered,
  };
};

export type View = ReturnType<typeof viewOf>;
