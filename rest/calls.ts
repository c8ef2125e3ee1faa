import { adapters } from "../graph/dialers/adapters/index.js";
import type { Route } from "./route.js";

const MAX_CALL_BODY_BYTES = 10 * 1024 * 1024;

const CALL_FRAGMENT = `fragment call on Recording { id name status createdAt eventId }`;

const buildIngestRoute = (name: string): Omit<Route, "path" | "summary"> => ({
  method: "post",
  description:
    "A call is known by `call_id`: sent again, it changes the recording and never makes a second one, and a recording that is processed is not changed. With `event_id` it is matched to that appointment; without, to the nearest one of the user around `started_at`.",
  errorCodes: ["USER_NOT_FOUND"],
  operation: `mutation ${name}(
    $call_id: String!, $user_email: String!, $started_at: DateTime!, $duration_ms: Int,
    $name: String, $recording_url: String, $event_id: String, $customer: CustomerInput,
    $custom_fields: JSON, $transcript: [UtteranceInput!]
  ) {
    recording: ingestCall(input: {
      callId: $call_id, userEmail: $user_email, startedAt: $started_at, duration: $duration_ms,
      name: $name, mediaUrl: $recording_url, eventId: $event_id, customer: $customer,
      customFields: $custom_fields, transcript: $transcript
    }) { ...call }
  } ${CALL_FRAGMENT}`,
  maxBodyBytes: MAX_CALL_BODY_BYTES,
});

const uploadRoute: Route = {
  method: "post",
  path: "/v1/recordings/upload",
  summary: "Upload a recorded call",
  description:
    "A call with its audio or video, as `multipart/form-data` with the file in the part `file`, or as the file alone with the rest in the query; objects and lists are JSON text in either. The file's type is told by its content: what is neither audio nor video of a known format is 415. It is kept, and read again at `/v1/recordings/{id}/media`. Sent again with the same `call_id`, it takes the place of the file before; a recording that is processed is not changed.",
  errorCodes: ["USER_NOT_FOUND"],
  operation: `mutation uploadCall(
    $call_id: String!, $user_email: String!, $started_at: DateTime!, $duration_ms: Int,
    $name: String, $event_id: String, $customer: CustomerInput,
    $custom_fields: JSON, $transcript: [UtteranceInput!]
  ) {
    recording: ingestCall(input: {
      callId: $call_id, userEmail: $user_email, startedAt: $started_at, duration: $duration_ms,
      name: $name, eventId: $event_id, customer: $customer,
      customFields: $custom_fields, transcript: $transcript
    }) { ...call }
  } ${CALL_FRAGMENT}`,
  isUpload: true,
};

export const callRoutes: Route[] = [
  {
    ...buildIngestRoute("pushCall"),
    path: "/v1/dialer",
    summary: "Take a finished call",
    inboundKind: "key",
  },
  uploadRoute,
  // The token is the credential: it has been read before the route is.
  {
    ...buildIngestRoute("pushCallByToken"),
    path: "/v1/dialer/:dialerToken",
    summary: "Take a finished call of a phone system that can only be given a URL",
    inboundKind: "token",
  },
  {
    method: "post",
    path: "/v1/dialer/:dialerToken/:adapter",
    summary: "Take a finished call as a phone system's own webhook tells of it",
    description: `\`adapter\` is one of ${Object.keys(adapters)
      .map((name) => `\`${name}\``)
      .join(
        ", ",
      )}: the body is what that phone system sends, signed by it where the organization has set its secret. What tells of no finished and recorded call is not taken: \`recording\` is null then, and \`message\` says why.`,
    errorCodes: ["USER_NOT_FOUND"],
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
