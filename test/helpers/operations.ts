import { listInboundCalls } from "./dialers.js";
import type { Tenant, SharedServer } from "./server.js";
import { insertFailedDelivery } from "./webhooks.js";

/** Who may run an operation: `integration` means internal tools too, `anyone` also the operator. */
export type OperationAccess =
  | "anyone"
  | "integration"
  | "internal"
  | "operator"
  /** An admin who has signed in. */
  | "session"
  /** Who has no credential yet. */
  | "visitor";

/** Ids of what the organization has, so that an operation has something to act on. */
export interface SampleIds {
  /** A call that is not processed yet. */
  recording: string;
  /** Another one. */
  processedRecording: string;
  client: string;
  team: string;
  template: string;
  webhook: string;
  /** One to that webhook, which has ended. */
  delivery: string;
  /** A call as it was received. */
  inboundCall: string;
}

/** One of each: a team, a template, an appointment, a client, a call, a webhook, a delivery. */
export const createSampleData = async (server: SharedServer, org: Tenant): Promise<SampleIds> => {
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-02T10:00:00Z",
    customer: { id: "c-1", name: "Ann" },
  });
  const recording = await org.ingestCall({ event_id: "e-1" });
  const other = await org.ingestCall();
  const made = await org.graphql(`mutation {
    upsertTeam(input: { name: "North", members: [{ email: "rep@example.com" }] }) { id }
    upsertTemplate(input: { name: "Visit", questions: [{ question: "Was there a greeting?" }] }) { id }
  }`);
  const { clients } = await org.graphql(`{ clients { nodes { id } } }`);
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
    processedRecording: other,
    client: clients.nodes[0].id,
    team: made.upsertTeam.id,
    template: made.upsertTemplate.id,
    webhook,
    delivery: await insertFailedDelivery(server, org, webhook),
    inboundCall: (await listInboundCalls(org))[0].id,
  };
};

/** Every operation of the schema, with valid arguments, under the right that it needs. */
export const buildOperations = (it: SampleIds): Record<OperationAccess, string[]> => ({
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
    "eventTypes { name }",
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
    'ingestDialerCall(adapter: "dialpad", payload: { state: "hangup", call_id: 1 }) { message }',
  ],
  internal: [
    "deliveries { hasMore }",
    "auditLog { hasMore }",
    "retentionReport { nextRunAt }",
    "setRetention(input: { payloadDays: 36500 }) { payloadDays }",
    "inboundCalls { hasMore }",
    `inboundCall(id: "${it.inboundCall}") { id }`,
    `replayInboundCall(id: "${it.inboundCall}") { id }`,
    "dialers { adapter }",
    'setDialerSecret(adapter: "twilio", secret: "a secret") { adapter }',
    "gettingStarted { hasCalls }",
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
    `completeAnalysis(recordingId: "${it.processedRecording}", input: { summary: "A summary." }) { id }`,
    `syncRecording(recordingId: "${it.processedRecording}") { id }`,
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
    'redeemSetupLink(token: "x", name: "X", email: "x@example.com", password: "a horse battery") { role }',
  ],
});

export const operationNameOf = (operation: string): string => /^\w+/.exec(operation)![0];
