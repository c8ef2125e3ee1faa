import { adapters } from "../../graph/dialers/adapters/index.js";
import type { Route } from "../route.js";

export const MAX_CALL_BODY_BYTES = 10 * 1024 * 1024;

const TRANSCRIPT_DESCRIPTION =
  "The whole transcript: utterances in any order, or a text in WebVTT, SRT or the JSON of Whisper, Deepgram, AssemblyAI or Twilio.";

const CALL_FRAGMENT = `fragment call on Recording { id name status createdAt eventId }`;

/** The fields that identify the rep. */
const CALL_USER = ["user_email", "extension", "user_phone"];

const buildIngestRoute = (name: string): Omit<Route, "path" | "summary"> => ({
  method: "post",
  description:
    "`call_id` identifies the call: the same id again updates the recording and never creates a second one. A processed recording does not change. The call of a deleted recording gets 409 with `field` `call_id`. With `event_id`, debrief matches the call to that appointment; without it, to the user's nearest free appointment around `started_at`.",
  errorCodes: ["USER_NOT_FOUND", "CONFLICT"],
  operation: `mutation ${name}(
    $call_id: String!, $user_email: String, $extension: String, $user_phone: String, $upsert_user: PushedUserInput, $started_at: DateTime!, $created_at: DateTime, $duration_ms: Int,
    $name: String, $recording_url: String, $event_id: String, $customer: CustomerInput, $customer_phone: String,
    $custom_fields: JSON, $consent: Consent, $transcript: [UtteranceInput!]
  ) {
    recording: ingestCall(input: {
      callId: $call_id, userEmail: $user_email, extension: $extension, userPhone: $user_phone, upsertUser: $upsert_user,
      startedAt: $started_at, createdAt: $created_at, duration: $duration_ms,
      name: $name, mediaUrl: $recording_url, eventId: $event_id, customer: $customer, customerPhone: $customer_phone,
      customFields: $custom_fields, consent: $consent, transcript: $transcript
    }) { ...call }
  } ${CALL_FRAGMENT}`,
  transcriptVariable: "transcript",
  blankIsAbsent: true,
  requiredOneOf: CALL_USER,
  nestedTexts: { customer_phone: ["customer", "phone"] },
  bodySchemas: {
    transcript: { type: ["array", "string", "null"], description: TRANSCRIPT_DESCRIPTION },
  },
  maxBodyBytes: MAX_CALL_BODY_BYTES,
});

export const uploadRoute: Route = {
  method: "post",
  path: "/v1/recordings/upload",
  summary: "Upload a recorded call",
  description:
    "Send `multipart/form-data` with the file in the part `file`, or the file alone with the other fields in the query. In both, objects and lists are JSON text. The content decides the file's type: anything but audio or video in a supported format gets 415. `/v1/recordings/{id}/media` returns the file. The part `transcript` may be a file, too. A second upload with the same `call_id` replaces it; a processed recording does not change. A file that names no user (`user_email`, `extension` or `user_phone`) belongs to the call with the same `call_id`, which must have arrived before.",
  errorCodes: ["USER_NOT_FOUND", "CONFLICT"],
  operation: `mutation uploadCall(
    $call_id: String!, $user_email: String, $extension: String, $user_phone: String, $upsert_user: PushedUserInput, $started_at: DateTime!, $created_at: DateTime, $duration_ms: Int,
    $name: String, $event_id: String, $customer: CustomerInput, $customer_phone: String,
    $custom_fields: JSON, $consent: Consent, $transcript: [UtteranceInput!]
  ) {
    recording: ingestCall(input: {
      callId: $call_id, userEmail: $user_email, extension: $extension, userPhone: $user_phone, upsertUser: $upsert_user,
      startedAt: $started_at, createdAt: $created_at, duration: $duration_ms,
      name: $name, eventId: $event_id, customer: $customer, customerPhone: $customer_phone,
      customFields: $custom_fields, consent: $consent, transcript: $transcript
    }) { ...call }
  } ${CALL_FRAGMENT}`,
  transcriptVariable: "transcript",
  blankIsAbsent: true,
  nestedTexts: { customer_phone: ["customer", "phone"] },
  bodySchemas: { transcript: { type: ["array", "string"], description: TRANSCRIPT_DESCRIPTION } },
  isUpload: true,
};

/** The response of a finished upload, when requested again. It has no path of its own. */
export const uploadedCallRoute: Route = {
  method: "get",
  path: "/v1/uploads/:id",
  summary: "Read the recording of a finished upload",
  operation: `query uploadedCall($id: ID!) { recording(id: $id) { ...call } } ${CALL_FRAGMENT}`,
  notFoundMessage: "Recording not found",
};

export const callRoute: Route = {
  ...buildIngestRoute("pushCall"),
  path: "/v1/dialer",
  summary: "Ingest a finished call",
  inboundKind: "key",
};

export const callRoutes: Route[] = [
  callRoute,
  uploadRoute,
  // The token in the path is the credential, which is checked before the route runs.
  {
    ...buildIngestRoute("pushCallByToken"),
    path: "/v1/dialer/:dialerToken",
    summary: "Ingest a finished call from a phone system that accepts only a URL",
    errorCodes: ["USER_NOT_FOUND", "CONFLICT", "FORBIDDEN"],
    inboundKind: "token",
  },
  {
    method: "post",
    path: "/v1/dialer/:dialerToken/:adapter",
    summary: "Ingest a finished call from a phone system's own webhook",
    description: `\`adapter\` is one of ${Object.keys(adapters)
      .map((name) => `\`${name}\``)
      .join(
        ", ",
      )}. The body is the phone system's own payload; if the organization has set a secret, its signature must be valid. debrief ignores events other than a finished, recorded call: \`recording\` is then null, and \`message\` has the reason.`,
    errorCodes: ["USER_NOT_FOUND", "CONFLICT"],
    operation: `mutation pushCallOfDialer($adapter: String!, $payload: JSON!, $user_email: String) {
      body: ingestDialerCall(adapter: $adapter, payload: $payload, userEmail: $user_email) {
        recording { ...call } message
      }
    } ${CALL_FRAGMENT}`,
    maxBodyBytes: MAX_CALL_BODY_BYTES,
    inboundKind: "adapter",
    bodyVariable: "payload",
  },
];
