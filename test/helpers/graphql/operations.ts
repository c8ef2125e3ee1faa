import { addCalendar } from "../calendars/add-calendar.js";
import { createClip, createClipLink, createPlaylist } from "../clips/clips.js";
import { saveView } from "../views/views.js";
import { addComment } from "../comments/comments.js";
import { createNamedKey } from "../sign-in/named-keys.js";
import { insertVersion } from "../analysis/insert-version.js";
import { listInboundCalls } from "../dialers/dialers.js";
import type { Tenant, SharedServer } from "../server.js";
import { createTracker } from "../trackers/trackers.js";
import { insertFailedDelivery } from "../webhooks/webhooks.js";

/**
 * The role that an operation requires: `integration` includes internal tools, `anyone` also the
 * operator.
 */
export type OperationRole =
  | "anyone"
  | "integration"
  | "internal"
  | "operator"
  /** A signed-in admin. */
  | "session"
  /** A caller without credentials. */
  | "visitor";

/** IDs of existing objects for the operations' arguments. */
export interface SampleIds {
  /** An unprocessed call. */
  recording: string;
  /** Another unprocessed call. */
  processedRecording: string;
  client: string;
  team: string;
  template: string;
  tracker: string;
  webhook: string;
  /** An ended delivery to the webhook. */
  delivery: string;
  /** A received call in the inbound log. */
  inboundCall: string;
  /** A comment of rep@example.com on a processed recording of their own. */
  comment: string;
  commentedRecording: string;
  /** A clip of the same recording. */
  clip: string;
  /** It has the clip. */
  playlist: string;
  view: string;
  /** A link to the clip. */
  clipLink: string;
  actionItem: string;
  /** A processed recording of somebody else, and a question of its process. */
  judgedRecording: string;
  question: string;
  namedKey: string;
  /** A calendar that no job polls. */
  calendar: string;
}

const ADD_ACTION_ITEM = `mutation ($id: ID!) {
  addActionItem(recordingId: $id, input: { text: "Send the offer" }) { id }
}`;

/** The transcript of `processedRecording`. */
export const SAMPLE_TRANSCRIPT = [
  { speaker: "Ann", role: "other", text: "Hello", start: 0, end: 1 },
];

/** Creates one object of each kind. */
export const createSampleData = async (server: SharedServer, org: Tenant): Promise<SampleIds> => {
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-02T10:00:00Z",
    customer: { id: "c-1", name: "Ann" },
  });
  const recording = await org.ingestCall({ event_id: "e-1" });
  const other = await org.ingestCall({ transcript: SAMPLE_TRANSCRIPT });
  await insertVersion(server, org.id, other);
  const created = await org.graphql(`mutation {
    upsertTeam(input: { name: "North", members: [{ email: "rep@example.com" }] }) { id }
    upsertTemplate(input: { name: "Visit", questions: [{ question: "Was there a greeting?" }] }) {
      id questions { id }
    }
  }`);
  const template = created.upsertTemplate;
  await org.createUser("judged@example.com", { name: "Sam" });
  const judged = await org.createProcessed(
    { call_id: "judged", user_email: "judged@example.com" },
    { templateId: template.id, process: { answers: [] } },
  );
  const commented = await org.createProcessed({ call_id: "commented", duration_ms: 60_000 });
  const { id: clip } = await createClip(org, commented);
  const { addActionItem } = await org.graphql(ADD_ACTION_ITEM, { id: commented });
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
  await org.graphql("mutation { setMeaningSearch(enabled: true) { enabled } }");
  return {
    namedKey: (await createNamedKey(org, { teamIds: [created.upsertTeam.id] })).namedKey.id,
    recording,
    processedRecording: other,
    client: clients.nodes[0].id,
    team: created.upsertTeam.id,
    template: template.id,
    tracker: await createTracker(org, ["hello"]),
    webhook,
    delivery: await insertFailedDelivery(server, org, webhook),
    comment: (await addComment(org, commented)).id,
    commentedRecording: commented,
    clip,
    playlist: await createPlaylist(org, [clip]),
    view: await saveView(org),
    clipLink: await createClipLink(org, clip),
    actionItem: addActionItem.id,
    judgedRecording: judged,
    question: template.questions[0].id,
    inboundCall: (await listInboundCalls(org))[0].id,
    calendar: await addCalendar(org, "http://127.0.0.1:9/a.ics", null),
  };
};

/** Builds every operation of the schema with valid arguments, by the role that it requires. */
export const buildOperations = (ids: SampleIds): Record<OperationRole, string[]> => ({
  anyone: ["viewer { role }"],
  integration: [
    "organization { id }",
    "recordings { hasMore }",
    `recording(id: "${ids.recording}") { id }`,
    "appointments { hasMore }",
    'appointment(eventId: "e-1") { id }',
    'coverage(from: "2026-03-02", to: "2026-03-02") { due }',
    "clients { hasMore }",
    "clips { hasMore }",
    "playlists { name }",
    `playlist(id: "${ids.playlist}") { name }`,
    `clip(id: "${ids.clip}") { title }`,
    "comments { hasMore }",
    "actionItems { hasMore }",
    `comment(id: "${ids.comment}") { text }`,
    "events { hasMore }",
    `client(id: "${ids.client}") { id }`,
    "stats(groupBy: user) { stats { name } }",
    "teamMiddle { team }",
    "winRates { calls won practices { name } }",
    "teams { id }",
    "users { email }",
    "templates { id }",
    "trackers { id }",
    "readyTrackers { concept }",
    "meaningSearch { enabled }",
    'sentences(meaning: "We want it cheaper.") { calls }',
    'trackedCalls(from: "2026-03-02", to: "2026-03-02", groupBy: team) { calls weeks { from calls } }',
    "webhooks { id }",
    "eventTypes { name }",
    `webhook(id: "${ids.webhook}") { id }`,
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
    `updateActionItem(id: "${ids.actionItem}", input: { completed: true }) { id }`,
    'ingestDialerCall(adapter: "dialpad", payload: { state: "hangup", call_id: 1 }) { message }',
  ],
  internal: [
    "deliveries { hasMore }",
    "auditLog { hasMore }",
    "retentionReport { nextRunAt }",
    "clock { hasJumped }",
    "confirmClock { hasJumped }",
    "refusedConsent",
    "setRefusedConsent(refused: hidden)",
    "redaction { cardNumbers }",
    "setRedaction(input: { cardNumbers: false }) { cardNumbers }",
    "setRetention(input: { payloadDays: 36500 }) { payloadDays }",
    "inboundCalls { hasMore }",
    `inboundCall(id: "${ids.inboundCall}") { id }`,
    `replayInboundCall(id: "${ids.inboundCall}") { id }`,
    "dialers { adapter }",
    'setDialerSecret(adapter: "twilio", secret: "a secret") { adapter }',
    "namedKeys { id }",
    'createNamedKey(input: { name: "CRM", scopes: [read] }) { key }',
    `revokeNamedKey(id: "${ids.namedKey}")`,
    "callProcessing",
    "backupState { lastAt }",
    "calendars { hasMore }",
    'createCalendar(input: { url: "http://127.0.0.1:9/b.ics" }) { id }',
    `pollCalendarNow(id: "${ids.calendar}") { id }`,
    `updateCalendar(id: "${ids.calendar}", input: { events: all }) { id }`,
    `deleteCalendar(id: "${ids.calendar}")`,
    "dialerMediaCredentials { adapter }",
    "callSources { source }",
    "sources { channel }",
    "watchedFolders { folder }",
    "unmappedNumbers { number }",
    'mapNumber(kind: extension, number: "204", userEmail: "rep@example.com") { email }',
    'setCountry(country: "DE") { country }',
    'setRepChannel(source: "twilio", repChannel: right) { source }',
    `setDialerMediaCredential(adapter: "twilio", input: {
      host: "api.example.com", kind: bearer, secret: "a secret"
    }) { adapter }`,
    "gettingStarted { hasCalls }",
    "verdictAgreement { verdicts }",
    `delivery(id: "${ids.delivery}") { id }`,
    'updateUser(email: "rep@example.com", input: { name: "Robin" }) { email }',
    'upsertWebhook(input: { url: "https://hooks.example.com/3" }) { signingSecret }',
    'upsertUser(input: { email: "new@example.com", name: "New" }) { email }',
    'deactivateUser(email: "new@example.com")',
    `inviteUser(input: { email: "guest@example.com", role: rep, teamIds: ["${ids.team}"] }) { isSent }`,
    'createPasswordLink(email: "guest@example.com") { isSent }',
    'revokeInvitation(email: "guest@example.com") { email }',
    'setSignInRole(email: "guest@example.com") { email }',
    `upsertTeam(input: { id: "${ids.team}", name: "South", members: [] }) { id }`,
    `setTargets(teamId: "${ids.team}", input: { score: 60 }) { score }`,
    `upsertTemplate(input: { id: "${ids.template}", name: "Call", questions: [] }) { id }`,
    `tryTemplate(input: { name: "Call", questions: [] }, insteadOf: "${ids.template}") { calls }`,
    `upsertTracker(input: { id: "${ids.tracker}", name: "Greeting" }) { id }`,
    `tryTracker(input: { id: "${ids.tracker}" }) { calls }`,
    `deleteTracker(id: "${ids.tracker}")`,
    "setMeaningSearch(enabled: true) { enabled }",
    "vocabulary { term heardAs createdAt }",
    "vocabularySuggestions { heard term times }",
    'saveVocabularyTerm(term: "Trane", heardAs: ["train"]) { term }',
    'deleteVocabularyTerm(term: "Trane")',
    'recordUserActivity(email: "rep@example.com", input: { kind: accessed }) { email }',
    `addReview(
      recordingId: "${ids.recording}", reviewerEmail: "rep@example.com", durationMs: 1
    ) { id }`,
    `setVerdict(recordingId: "${ids.judgedRecording}", questionId: "${ids.question}", yes: true) { id }`,
    `addComment(input: {
      recordingId: "${ids.commentedRecording}", text: "Well asked.", authorEmail: "rep@example.com"
    }) { id }`,
    `recordingViewers(recordingId: "${ids.commentedRecording}") { email }`,
    `addTag(recordingId: "${ids.commentedRecording}", tag: "vip") { tags }`,
    `removeTag(recordingId: "${ids.commentedRecording}", tag: "vip") { tags }`,
    `addActionItem(recordingId: "${ids.commentedRecording}", input: { text: "Call Ann" }) { id }`,
    `deleteActionItem(id: "${ids.actionItem}")`,
    `replyToComment(id: "${ids.comment}", input: {
      text: "Thanks.", authorEmail: "rep@example.com"
    }) { id }`,
    `editComment(id: "${ids.comment}", text: "Well done.") { id }`,
    `shareComment(id: "${ids.comment}") { id }`,
    `resolveComment(id: "${ids.comment}", resolved: true) { id }`,
    `deleteComment(id: "${ids.comment}")`,
    `createClip(input: {
      recordingId: "${ids.commentedRecording}", title: "A", start: 0, end: 1000, authorEmail: "rep@example.com"
    }) { id }`,
    `renameClip(id: "${ids.clip}", title: "B") { id }`,
    `shareClip(id: "${ids.clip}", with: {}) { id }`,
    `unshareClip(id: "${ids.clip}", with: {}) { id }`,
    `addToPlaylist(id: "${ids.playlist}", clipId: "${ids.clip}") { id }`,
    `removeFromPlaylist(id: "${ids.playlist}", clipId: "${ids.clip}") { id }`,
    `renamePlaylist(id: "${ids.playlist}", name: "Closes") { id }`,
    `deletePlaylist(id: "${ids.playlist}")`,
    'createPlaylist(name: "Openings", authorEmail: "rep@example.com") { id }',
    "savedViews { name query isShared author { name } }",
    'saveView(input: { name: "Sold", query: "tag=sold", authorEmail: "rep@example.com" }) { id }',
    `deleteView(id: "${ids.view}")`,
    `createClipLink(clipId: "${ids.clip}", authorEmail: "rep@example.com") { link { id } }`,
    `endClipLink(id: "${ids.clipLink}")`,
    `deleteClip(id: "${ids.clip}")`,
    `startAnalysis(recordingId: "${ids.recording}") { id }`,
    `failAnalysis(recordingId: "${ids.recording}", reason: "No sound") { id }`,
    `reanalyze(recordingId: "${ids.recording}") { id }`,
    "reanalyzeFailed",
    "earlierCalls { left }",
    `reanalyzeEarlierCalls(since: "2026-01-01T00:00:00Z") { left }`,
    "stopEarlierCalls { left }",
    `analysisContent(recordingId: "${ids.processedRecording}", version: 1) { version }`,
    `completeAnalysis(recordingId: "${ids.processedRecording}", input: { summary: "A summary." }) { id }`,
    `restoreAnalysis(recordingId: "${ids.processedRecording}", version: 1) { id }`,
    `originalTranscript(recordingId: "${ids.processedRecording}") { text }`,
    `correctUtterance(
      recordingId: "${ids.processedRecording}", index: 0, expectedText: "Hello", text: "Hi"
    ) { id }`,
    `assignSpeaker(
      recordingId: "${ids.processedRecording}", lines: [0], speaker: "Ann", currentRole: other
      role: client, name: "Ben"
    ) { id }`,
    `swapSides(recordingId: "${ids.processedRecording}") { id }`,
    `restoreHeardWords(recordingId: "${ids.processedRecording}") { id }`,
    `undoTranscriptCorrections(recordingId: "${ids.processedRecording}") { id }`,
    `syncRecording(recordingId: "${ids.processedRecording}") { id }`,
    `linkAppointment(recordingId: "${ids.recording}", eventId: "e-1") { id }`,
    `unlinkAppointment(recordingId: "${ids.recording}") { id }`,
    `createClient(input: { recordingId: "${ids.recording}", name: "Ben" }) { id }`,
    `updateClient(id: "${ids.client}", input: { name: "Ben" }) { id }`,
    'createWebhook(input: { url: "https://hooks.example.com/2" }) { signingSecret }',
    `redeliver(deliveryId: "${ids.delivery}") { id }`,
    `updateWebhook(id: "${ids.webhook}", input: { active: false }) { id }`,
    `rotateWebhookSecret(id: "${ids.webhook}") { signingSecret }`,
    "refreshApiKey { apiKey }",
    `deleteWebhook(id: "${ids.webhook}")`,
    `deleteRecording(id: "${ids.recording}")`,
    `deleteClient(id: "${ids.client}")`,
    `deleteTeam(id: "${ids.team}")`,
  ],
  operator: ['createOrganization(name: "Another") { apiKey }'],
  session: [
    "sessions { id }",
    "signOut",
    "setWeeklyMail(wanted: true)",
    'endSession(id: "x")',
    'changePassword(current: "a horse battery", new: "another horse battery")',
  ],
  visitor: [
    'signIn(email: "rep@example.com", password: "a horse battery") { role }',
    'redeemSetupLink(token: "x", name: "X", email: "x@example.com", password: "a horse battery") { role }',
    'redeemAccountLink(token: "x", password: "a horse battery") { role }',
    'requestPasswordReset(email: "rep@example.com")',
  ],
});

export const operationNameOf = (operation: string): string => /^\w+/.exec(operation)![0];
