import { inbound } from "./dialers.js";
import type { Tenant, SharedServer } from "./server.js";
import { storeDelivery } from "./webhooks.js";

/** Who may run an operation: `integration` means internal tools too, `anyone` also the operator. */
export type Right =
  | "anyone"
  | "integration"
  | "internal"
  | "operator"
  /** An admin who has signed in. */
  | "session"
  /** Who has no credential yet. */
  | "visitor";

/** Ids of what the organization has, so that an operation has something to act on. */
export interface Things {
  /** A call that is not processed yet. */
  recording: string;
  /** Another one. */
  other: string;
  client: string;
  team: string;
  template: string;
  webhook: string;
  /** One to that webhook, which has ended. */
  delivery: string;
  /** A call as it was received. */
  inbound: string;
}

/** One of each: a team, a template, an appointment, a client, a call, a webhook, a delivery. */
export const furnish = async (server: SharedServer, org: Tenant): Promise<Things> => {
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-02T10:00:00Z",
    customer: { id: "c-1", name: "Ann" },
  });
  const recording = await org.call({ event_id: "e-1" });
  const other = await org.call();
  const made = await org.graph(`mutation {
    upsertTeam(input: { name: "North", members: [{ email: "rep@example.com" }] }) { id }
    upsertTemplate(input: { name: "Visit", questions: [{ question: "Was there a greeting?" }] }) { id }
  }`);
  const { clients } = await org.graph(`{ clients { nodes { id } } }`);
  const webhook = server.services.newId();
  await server.services.db("webhooks").insert({
    organization_id: org.id,
    id: webhook,
    url: "https://hooks.example.com/",
    active: 1,
    source_trigger: "all",
    events: "[]",
    secret: server.services.vault.seal("whsec_"),
    created_at: server.services.now(),
    updated_at: server.services.now(),
  });
  return {
    recording,
    other,
    client: clients.nodes[0].id,
    team: made.upsertTeam.id,
    template: made.upsertTemplate.id,
    webhook,
    delivery: await storeDelivery(server, org, webhook),
    inbound: (await inbound(org))[0].id,
  };
};

/** Every operation of the schema, with valid arguments, under the right that it needs. */
export const operations = (it: Things): Record<Right, string[]> => ({
  anyone: ["viewer { role }"],
  integration: [
    "organization { id }",
    "recordings { hasMore }",
    `recording(id: "${it.recording}") { id }`,
    "appointments { hasMore }",
    'appointment(eventId: "e-1") { id }',
    'coverage(from: "2026-03-02", to: "2026-03-02") { due }',
    "clients { hasMore }",
    "events { hasMore }",
    `client(id: "${it.client}") { id }`,
    "stats(groupBy: user) { stats { name } }",
    "teams { id }",
    "users { email }",
    "templates { id }",
    "webhooks { id }",
    `webhook(id: "${it.webhook}") { id }`,
    `upsertAppointment(input: {
      eventId: "e-2", userEmail: "rep@example.com", startTime: "2026-03-03T10:00:00Z"
    }) { id }`,
    'updateAppointment(eventId: "e-1", input: { title: "Roof" }) { id }',
    'deleteAppointment(eventId: "e-2")',
    `testWebhook(
      url: "https://hooks.example.com/", recording: { id: "r", status: "processed" }
    ) { id }`,
    `ingestCall(input: {
      callId: "x-1", userEmail: "rep@example.com", startedAt: "2026-03-02T10:00:00Z"
    }) { id }`,
    'takeDialerCall(adapter: "dialpad", payload: { state: "hangup", call_id: 1 }) { message }',
  ],
  internal: [
    "deliveries { hasMore }",
    "auditLog { hasMore }",
    "retentionReport { nextRunAt }",
    "setRetention(input: { payloadDays: 36500 }) { payloadDays }",
    "inboundCalls { hasMore }",
    `inboundCall(id: "${it.inbound}") { id }`,
    `replayInboundCall(id: "${it.inbound}") { id }`,
    "dialers { adapter }",
    'setDialerSecret(adapter: "twilio", secret: "a secret") { adapter }',
    "gettingStarted { calls }",
    `delivery(id: "${it.delivery}") { id }`,
    'upsertUser(input: { email: "new@example.com", name: "New" }) { email }',
    `upsertTeam(input: { id: "${it.team}", name: "South", members: [] }) { id }`,
    `upsertTemplate(input: { id: "${it.template}", name: "Call", questions: [] }) { id }`,
    'recordUserActivity(email: "rep@example.com", input: { kind: accessed }) { email }',
    `addReview(
      recordingId: "${it.recording}", reviewerEmail: "rep@example.com", durationMs: 1
    ) { id }`,
    `startAnalysis(recordingId: "${it.recording}") { id }`,
    `failAnalysis(recordingId: "${it.recording}", reason: "No sound") { id }`,
    `reanalyze(recordingId: "${it.recording}") { id }`,
    "reanalyzeFailed",
    `completeAnalysis(recordingId: "${it.other}", input: { summary: "A summary." }) { id }`,
    `syncRecording(recordingId: "${it.other}") { id }`,
    `linkAppointment(recordingId: "${it.recording}", eventId: "e-1") { id }`,
    `unlinkAppointment(recordingId: "${it.recording}") { id }`,
    `createClient(input: { recordingId: "${it.recording}", name: "Ben" }) { id }`,
    `updateClient(id: "${it.client}", input: { name: "Ben" }) { id }`,
    'createWebhook(input: { url: "https://hooks.example.com/2" }) { signingSecret }',
    `redeliver(deliveryId: "${it.delivery}") { id }`,
    `updateWebhook(id: "${it.webhook}", input: { active: false }) { id }`,
    `rotateWebhookSecret(id: "${it.webhook}") { signingSecret }`,
    "refreshApiKey { apiKey }",
    `deleteWebhook(id: "${it.webhook}")`,
    `deleteRecording(id: "${it.recording}")`,
    `deleteClient(id: "${it.client}")`,
    `deleteTeam(id: "${it.team}")`,
  ],
  operator: ['createOrganization(name: "Another") { apiKey }'],
  session: [
    "sessions { id }",
    "signOut",
    'endSession(id: "x")',
    'changePassword(current: "a horse battery", new: "another horse battery")',
  ],
  visitor: [
    'signIn(email: "rep@example.com", password: "a horse battery") { role }',
    'setUp(token: "x", name: "X", email: "x@example.com", password: "a horse battery") { role }',
  ],
});

export const nameOf = (operation: string): string => /^\w+/.exec(operation)![0];
