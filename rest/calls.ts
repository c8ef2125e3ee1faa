import type { Route } from "./route.js";

const BODY_LIMIT = 10 * 1024 * 1024;

const ingest: Omit<Route, "path"> = {
  method: "post",
  operation: `mutation (
    $call_id: String!, $user_email: String!, $started_at: DateTime!, $duration_ms: Int,
    $name: String, $recording_url: String, $event_id: String, $customer: CustomerInput,
    $custom_fields: JSON, $transcript: [UtteranceInput!]
  ) {
    recording: ingestCall(input: {
      callId: $call_id, userEmail: $user_email, startedAt: $started_at, duration: $duration_ms,
      name: $name, mediaUrl: $recording_url, eventId: $event_id, customer: $customer,
      customFields: $custom_fields, transcript: $transcript
    }) { id name status createdAt eventId }
  }`,
  bodyLimit: BODY_LIMIT,
};

export const calls: Route[] = [
  { ...ingest, path: "/v1/dialer" },
  // The token is the credential: it has been read before the route is.
  { ...ingest, path: "/v1/dialer/:dialerToken" },
];
