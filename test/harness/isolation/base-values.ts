import type { Values } from "./cases.js";
import type { Names } from "./names.js";

type Base = (own: Names) => Values;

/** The words of some lines. */
export const words = (...lines: string[]): string[] => lines.join(" ").split(" ");

const nothing: Base = () => ({});
const START = "2026-07-01T10:00:00Z";
const HOOK = "http://127.0.0.1:9/hook";
const PASSWORD = "another horse battery";

const dialed = (callId: string, user: string): Values => ({
  state: "recording",
  call_id: callId,
  // Near no appointment of the others.
  date_started: Date.parse("2026-11-01T10:00:00Z"),
  target: { email: user },
  recording_details: [{ url: HOOK }],
});

/** What each operation has to be given, in terms of the caller's own things. All of them are here. */
export const operations: Record<string, Base> = {
  ...Object.fromEntries(
    words(
      "appointments auditLog clients deliveries dialers events gettingStarted inboundCalls organization",
      "recordings retentionReport sessions teams templates users viewer webhooks",
    ).map((name) => [name, nothing]),
  ),
  appointment: ({ event }) => ({ eventId: event }),
  client: ({ client }) => ({ id: client }),
  coverage: () => ({ from: "2026-03-01", to: "2026-03-31" }),
  delivery: ({ delivery }) => ({ id: delivery }),
  inboundCall: ({ inbound }) => ({ id: inbound }),
  recording: ({ recording }) => ({ id: recording }),
  stats: () => ({ groupBy: "user" }),
  webhook: ({ webhook }) => ({ id: webhook }),
  upsertAppointment: ({ event, user }) => ({
    input: { eventId: event, userEmail: user, startTime: START },
  }),
  updateAppointment: ({ event }) => ({ eventId: event, input: {} }),
  deleteAppointment: nothing,
  testWebhook: () => ({ url: HOOK, recording: { id: "r", status: "processed" } }),
  ingestCall: ({ callId, user }) => ({ input: { callId, userEmail: user, startedAt: START } }),
  takeDialerCall: ({ callId, user }) => ({ adapter: "dialpad", payload: dialed(callId, user) }),
  setDialerSecret: () => ({ adapter: "twilio", secret: PASSWORD }),
  replayInboundCall: ({ inbound }) => ({ id: inbound }),
  upsertUser: ({ user }) => ({ input: { email: user, name: "Robin" } }),
  upsertTeam: ({ team }) => ({ input: { id: team, name: "North", members: [] } }),
  deleteTeam: nothing,
  upsertTemplate: ({ template, question }) => ({
    input: { id: template, name: "Visit", questions: [{ id: question, question: "Q?" }] },
  }),
  recordUserActivity: ({ user }) => ({ email: user, input: { kind: "accessed" } }),
  startAnalysis: ({ call }) => ({ recordingId: call }),
  completeAnalysis: ({ recording, template }) => ({
    recordingId: recording,
    input: { summary: "", templateId: template },
  }),
  reanalyze: ({ recording }) => ({ recordingId: recording }),
  reanalyzeFailed: nothing,
  failAnalysis: ({ call }) => ({ recordingId: call, reason: "No sound" }),
  syncRecording: ({ recording }) => ({ recordingId: recording }),
  addReview: ({ recording, user }) => ({
    recordingId: recording,
    reviewerEmail: user,
    durationMs: 1,
  }),
  linkAppointment: ({ recording, event }) => ({ recordingId: recording, eventId: event }),
  unlinkAppointment: ({ call }) => ({ recordingId: call }),
  deleteRecording: nothing,
  createClient: ({ call }) => ({ input: { recordingId: call, name: "Ben" } }),
  updateClient: ({ client }) => ({ id: client, input: {} }),
  deleteClient: nothing,
  refreshApiKey: nothing,
  setRetention: () => ({ input: { payloadDays: 36_500 } }),
  createWebhook: () => ({ input: { url: HOOK, active: false } }),
  updateWebhook: ({ webhook }) => ({ id: webhook, input: {} }),
  deleteWebhook: nothing,
  rotateWebhookSecret: ({ webhook }) => ({ id: webhook }),
  redeliver: ({ delivery }) => ({ deliveryId: delivery }),
  createOrganization: () => ({ name: "Another" }),
  signOut: nothing,
  endSession: nothing,
  changePassword: () => ({ current: PASSWORD, new: PASSWORD }),
  signIn: ({ admin }) => ({ email: admin, password: PASSWORD }),
  setUp: ({ admin }) => ({ token: "x", name: "X", email: admin, password: PASSWORD }),
};

/** Those that need no more than a name of somebody else's: with a name of one's own they would end it. */
export const onlyForeign = new Set([
  ...words("deleteAppointment deleteTeam deleteRecording deleteClient deleteWebhook endSession"),
  "DELETE /v1/scheduled-tasks/:event_id",
]);

/** Those that end a credential of the caller's, or count his attempts: once, at the end. */
export const atLast = new Set(["refreshApiKey", "signOut", "changePassword", "signIn", "setUp"]);

const push: Base = ({ event, user }) => ({ event_id: event, user_email: user, start_time: START });
const call: Base = ({ callId, user }) => ({
  call_id: callId,
  user_email: user,
  started_at: START,
});

/** The same for the endpoints of /v1. */
export const endpoints: Record<string, Base> = {
  "POST /v1/scheduled-tasks": push,
  "GET /v1/scheduled-tasks": nothing,
  "GET /v1/scheduled-tasks/:event_id": ({ event }) => ({ event_id: event }),
  "PUT /v1/scheduled-tasks/:event_id": ({ event }) => ({ event_id: event }),
  "DELETE /v1/scheduled-tasks/:event_id": nothing,
  "GET /v1/clients": nothing,
  "GET /v1/clients/:id": ({ client }) => ({ id: client }),
  "GET /v1/recordings": nothing,
  "GET /v1/recordings/:id": ({ recording }) => ({ id: recording }),
  "GET /v1/recordings/:id/transcript": ({ recording }) => ({ id: recording }),
  "GET /v1/stats": () => ({ groupBy: "user" }),
  "GET /v1/teams": nothing,
  "GET /v1/users": nothing,
  "GET /v1/webhooks": nothing,
  "GET /v1/events": nothing,
  "POST /v1/webhooks/test": () => ({ url: HOOK, recording: { id: "r", status: "processed" } }),
  "POST /v1/dialer": call,
  "POST /v1/dialer/:dialerToken": call,
  "POST /v1/recordings/upload": call,
  "POST /v1/dialer/:dialerToken/:adapter": ({ callId, user }) => ({
    adapter: "dialpad",
    payload: dialed(callId, user),
  }),
};
