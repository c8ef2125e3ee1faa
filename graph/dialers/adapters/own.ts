import { type Adapter, known, type ReadCall } from "./adapter.js";

/** The fields of a call's body under /v1, by their names in CallInput. */
const from = {
  callId: "call_id",
  userEmail: "user_email",
  startedAt: "started_at",
  duration: "duration_ms",
  name: "name",
  mediaUrl: "recording_url",
  eventId: "event_id",
  customer: "customer",
  customFields: "custom_fields",
  transcript: "transcript",
} as const;

const CUSTOMER = ["id", "name", "email", "location"];
const UTTERANCE = ["speaker", "role", "text", "start", "end"];

const only = (names: readonly string[], value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))
    : value;

/** What is sent to /v1/dialer itself: read here only where it is read again. */
export const own: Pick<Adapter, "parse" | "read" | "from"> = {
  parse: (body) => JSON.parse(body),
  from,
  read: (payload) => {
    const values = Object.fromEntries(
      Object.entries(from).map(([name, field]) => [name, payload.raw(field)]),
    );
    const { customer, transcript } = values;
    const call = known({
      ...values,
      customer: only(CUSTOMER, customer),
      transcript: Array.isArray(transcript)
        ? transcript.map((utterance) => only(UTTERANCE, utterance))
        : transcript,
    });
    return { call: call as unknown as ReadCall };
  },
};
