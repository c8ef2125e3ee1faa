import { parseExactJson } from "../../core/exact-json.js";
import { findNestedText } from "../../arguments/nested-text.js";
import { type Adapter, withoutUndefined, type VendorCall } from "./adapter.js";

/** The fields of a call's body under /v1, by CallInput field. */
const fieldPaths = {
  callId: "call_id",
  userEmail: "user_email",
  extension: "extension",
  userPhone: "user_phone",
  startedAt: "started_at",
  createdAt: "created_at",
  duration: "duration_ms",
  name: "name",
  mediaUrl: "recording_url",
  eventId: "event_id",
  customer: "customer",
  customFields: "custom_fields",
  consent: "consent",
  transcript: "transcript",
} as const;

const CUSTOMER_FIELDS = ["id", "name", "email", "location"];
const UTTERANCE_FIELDS = ["speaker", "role", "text", "start", "end"];

const pickFields = (names: readonly string[], value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)))
    : value;

/** Reads the body of /v1/dialer itself. Only a replay uses it. */
export const ownAdapter: Pick<Adapter, "parse" | "read" | "fieldPaths"> = {
  parse: (body) => parseExactJson(body),
  fieldPaths,
  read: (payload) => {
    const values = Object.fromEntries(
      Object.entries(fieldPaths).map(([name, field]) => [name, payload.raw(field)]),
    );
    const { customer, transcript } = values;
    const call = withoutUndefined({
      ...values,
      customerPhone: findNestedText(values, ["customer", "phone"]),
      customer: pickFields(CUSTOMER_FIELDS, customer),
      transcript: Array.isArray(transcript)
        ? transcript.map((utterance) => pickFields(UTTERANCE_FIELDS, utterance))
        : transcript,
    });
    return { call: call as unknown as VendorCall };
  },
};
