import type { Route } from "./route.js";

const BODY_LIMIT = 10 * 1024 * 1024;

const ingest = (name: string): Omit<Route, "path" | "summary"> => ({
  method: "post",
  about:
    "A call is known by `call_id`: sent again, it changes the recording and never makes a second one, and a recording that is processed is not changed. With `event_id` it is matched to that appointment; without, to the nearest one of the user around `started_at`.",
  refuses: ["USER_NOT_FOUND"],
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
  }
  fragment call on Recording { id name status createdAt eventId }`,
  bodyLimit: BODY_LIMIT,
});

export const calls: Route[] = [
  { ...ingest("pushCall"), path: "/v1/dialer", summary: "Take a finished call" },
  // The token is the credential: it has been read before the route is.
  {
    ...ingest("pushCallByToken"),
    path: "/v1/dialer/:dialerToken",
    summary: "Take a finished call of a phone system that can only be given a URL",
  },
];
