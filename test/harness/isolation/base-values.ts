import { listWords } from "./list-words.js";
import type { OrganizationNames } from "./organization-names.js";
import type { RequestValues } from "./request-values.js";

type BuildBaseValues = (own: OrganizationNames) => RequestValues;

const buildNoValues: BuildBaseValues = () => ({});
const START = "2026-07-01T10:00:00Z";
const UNREACHABLE_URL = "http://127.0.0.1:9/hook";
const PASSWORD = "another horse battery";

const buildDialedCall = (callId: string, user: string): RequestValues => ({
  state: "recording",
  call_id: callId,
  // Far from the appointments of the other organizations.
  date_started: Date.parse("2026-11-01T10:00:00Z"),
  target: { email: user },
  recording_details: [{ url: UNREACHABLE_URL }],
});

const EXAMPLES = {
  examples: [{ text: "That is too expensive for us." }],
  counterExamples: [{ text: "Good morning to you." }],
};

/** The required values of every operation, built from the caller's own names and IDs. */
export const operationValues: Record<string, BuildBaseValues> = {
  ...Object.fromEntries(
    listWords(
      "actionItems appointments auditLog backupState calendars callProcessing callSources clients clips clock comments confirmClock deliveries dialerMediaCredentials dialers",
      "eventTypes events gettingStarted inboundCalls namedKeys",
      "organization playlists savedViews",
      "recordings redaction refusedConsent retentionReport sessions setCountry sources teamMiddle teams templates trackers readyTrackers unmappedNumbers users verdictAgreement viewer watchedFolders webhooks winRates",
    ).map((name) => [name, buildNoValues]),
  ),
  appointment: ({ event }) => ({ eventId: event }),
  client: ({ client }) => ({ id: client }),
  clip: ({ clip }) => ({ id: clip }),
  playlist: ({ playlist }) => ({ id: playlist }),
  comment: ({ comment }) => ({ id: comment }),
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
  deleteAppointment: buildNoValues,
  testWebhook: () => ({ url: UNREACHABLE_URL, recording: { id: "r", status: "processed" } }),
  ingestCall: ({ callId, user }) => ({ input: { callId, userEmail: user, startedAt: START } }),
  ingestDialerCall: ({ callId, user }) => ({
    adapter: "dialpad",
    payload: buildDialedCall(callId, user),
  }),
  updateUser: ({ user }) => ({ email: user, input: {} }),
  deactivateUser: buildNoValues,
  upsertWebhook: () => ({ input: { url: UNREACHABLE_URL } }),
  createNamedKey: () => ({ input: { name: "CRM", scopes: ["read"] } }),
  revokeNamedKey: buildNoValues,
  setDialerSecret: () => ({ adapter: "twilio", secret: PASSWORD }),
  setRepChannel: () => ({ source: "twilio" }),
  createCalendar: () => ({ input: { url: UNREACHABLE_URL } }),
  deleteCalendar: buildNoValues,
  pollCalendarNow: ({ calendar }) => ({ id: calendar }),
  updateCalendar: ({ calendar }) => ({ id: calendar, input: {} }),
  setDialerMediaCredential: () => ({ adapter: "twilio" }),
  replayInboundCall: ({ inbound }) => ({ id: inbound }),
  mapNumber: ({ user }) => ({ kind: "extension", number: "204", userEmail: user }),
  upsertUser: ({ user }) => ({ input: { email: user, name: "Robin" } }),
  inviteUser: ({ user }) => ({ input: { email: user, role: "rep" } }),
  createPasswordLink: ({ user }) => ({ email: user }),
  revokeInvitation: ({ user }) => ({ email: user }),
  setSignInRole: ({ user }) => ({ email: user }),
  upsertTeam: ({ team }) => ({ input: { id: team, name: "North", members: [] } }),
  deleteTeam: buildNoValues,
  setTargets: () => ({ input: { score: 60 } }),
  upsertTemplate: ({ template, question }) => ({
    input: { id: template, name: "Visit", questions: [{ id: question, question: "Q?" }] },
  }),
  tryTemplate: ({ template, question }) => ({
    insteadOf: template,
    input: { id: template, name: "Visit", questions: [{ id: question, question: "Q?" }] },
  }),
  upsertTracker: ({ tracker }) => ({ input: { id: tracker, ...EXAMPLES } }),
  tryTracker: ({ tracker }) => ({ input: { id: tracker, ...EXAMPLES } }),
  deleteTracker: buildNoValues,
  meaningSearch: buildNoValues,
  setMeaningSearch: () => ({ enabled: true }),
  vocabulary: buildNoValues,
  vocabularySuggestions: buildNoValues,
  saveVocabularyTerm: ({ term }) => ({ term }),
  deleteVocabularyTerm: ({ term }) => ({ term }),
  sentences: () => ({ meaning: "That is too expensive for us." }),
  trackedCalls: () => ({ from: "2026-03-01", to: "2026-03-31" }),
  recordUserActivity: ({ user }) => ({ email: user, input: { kind: "accessed" } }),
  startAnalysis: ({ call }) => ({ recordingId: call }),
  completeAnalysis: ({ recording, template }) => ({
    recordingId: recording,
    input: { summary: "", templateId: template },
  }),
  reanalyze: ({ recording }) => ({ recordingId: recording }),
  reanalyzeFailed: buildNoValues,
  earlierCalls: buildNoValues,
  reanalyzeEarlierCalls: () => ({ since: "2026-01-01T00:00:00Z" }),
  stopEarlierCalls: buildNoValues,
  analysisContent: ({ recording }) => ({ recordingId: recording, version: 1 }),
  restoreAnalysis: ({ recording }) => ({ recordingId: recording, version: 1 }),
  recordingViewers: ({ recording }) => ({ recordingId: recording }),
  originalTranscript: ({ recording }) => ({ recordingId: recording }),
  correctUtterance: ({ recording, said }) => ({
    recordingId: recording,
    index: 0,
    expectedText: said,
    text: "Corrected",
  }),
  assignSpeaker: ({ recording, userName }) => ({
    recordingId: recording,
    speaker: userName,
    currentRole: "rep",
    role: "client",
  }),
  swapSides: ({ recording }) => ({ recordingId: recording }),
  restoreHeardWords: ({ recording }) => ({ recordingId: recording }),
  undoTranscriptCorrections: ({ recording }) => ({ recordingId: recording }),
  failAnalysis: ({ call }) => ({ recordingId: call, reason: "No sound" }),
  syncRecording: ({ recording }) => ({ recordingId: recording }),
  addReview: ({ recording, user }) => ({
    recordingId: recording,
    reviewerEmail: user,
    durationMs: 1,
  }),
  setVerdict: ({ recording, question }) => ({
    recordingId: recording,
    questionId: question,
    yes: true,
  }),
  addComment: ({ recording, user }) => ({
    input: { recordingId: recording, text: "Well asked.", authorEmail: user },
  }),
  addTag: ({ recording }) => ({ recordingId: recording, tag: "vip" }),
  removeTag: ({ recording }) => ({ recordingId: recording, tag: "vip" }),
  addActionItem: ({ recording }) => ({ recordingId: recording, input: { text: "Send the offer" } }),
  updateActionItem: ({ actionItem }) => ({ id: actionItem, input: {} }),
  deleteActionItem: buildNoValues,
  replyToComment: ({ comment, user }) => ({
    id: comment,
    input: { text: "Thanks.", authorEmail: user },
  }),
  editComment: ({ comment }) => ({ id: comment, text: "Well asked." }),
  shareComment: ({ comment }) => ({ id: comment }),
  resolveComment: ({ comment }) => ({ id: comment }),
  deleteComment: buildNoValues,
  createClip: ({ recording, user }) => ({
    input: { recordingId: recording, title: "A close", start: 0, end: 1_000, authorEmail: user },
  }),
  renameClip: ({ clip }) => ({ id: clip, title: "The close" }),
  shareClip: ({ clip }) => ({ id: clip, with: {} }),
  unshareClip: ({ clip }) => ({ id: clip, with: {} }),
  deleteClip: buildNoValues,
  createClipLink: ({ clip }) => ({ clipId: clip }),
  endClipLink: ({ clipLink }) => ({ id: clipLink }),
  createPlaylist: () => ({ name: "Openings" }),
  renamePlaylist: ({ playlist }) => ({ id: playlist, name: "Closes" }),
  deletePlaylist: buildNoValues,
  saveView: ({ view }) => ({ input: { id: view, name: "Sold" } }),
  deleteView: buildNoValues,
  addToPlaylist: ({ playlist, clip }) => ({ id: playlist, clipId: clip }),
  removeFromPlaylist: ({ playlist, clip }) => ({ id: playlist, clipId: clip }),
  linkAppointment: ({ recording, event }) => ({ recordingId: recording, eventId: event }),
  unlinkAppointment: ({ call }) => ({ recordingId: call }),
  deleteRecording: buildNoValues,
  createClient: ({ call }) => ({ input: { recordingId: call, name: "Ben" } }),
  updateClient: ({ client }) => ({ id: client, input: {} }),
  deleteClient: buildNoValues,
  refreshApiKey: buildNoValues,
  setRefusedConsent: () => ({ refused: "hidden" }),
  setRedaction: () => ({ input: { cardNumbers: true } }),
  setRetention: () => ({ input: { payloadDays: 36_500 } }),
  createWebhook: () => ({ input: { url: UNREACHABLE_URL, active: false } }),
  updateWebhook: ({ webhook }) => ({ id: webhook, input: {} }),
  deleteWebhook: buildNoValues,
  rotateWebhookSecret: ({ webhook }) => ({ id: webhook }),
  redeliver: ({ delivery }) => ({ deliveryId: delivery }),
  createOrganization: () => ({ name: "Another" }),
  signOut: buildNoValues,
  setWeeklyMail: () => ({ wanted: true }),
  endSession: buildNoValues,
  changePassword: () => ({ current: PASSWORD, new: PASSWORD }),
  signIn: ({ admin }) => ({ email: admin, password: PASSWORD }),
  redeemAccountLink: () => ({ token: "x", password: PASSWORD }),
  requestPasswordReset: ({ admin }) => ({ email: admin }),
  redeemSetupLink: ({ admin }) => ({ token: "x", name: "X", email: admin, password: PASSWORD }),
};

/**
 * Operations that attackers call only with foreign IDs: with their own ID, they would delete the
 * test data.
 */
export const foreignOnlyRequests = new Set([
  ...listWords(
    "deleteAppointment deleteTeam deleteRecording deleteClient deleteWebhook deleteCalendar endSession",
  ),
  "DELETE /v1/scheduled-tasks/:event_id",
]);

/** Requests that end a caller's credential or count its attempts. They run once, at the end. */
export const finalRequests = new Set([
  "refreshApiKey",
  "signOut",
  "changePassword",
  "signIn",
  "redeemSetupLink",
  "redeemAccountLink",
  "requestPasswordReset",
]);

const buildPush: BuildBaseValues = ({ event, user }) => ({
  event_id: event,
  user_email: user,
  start_time: START,
});
const buildCall: BuildBaseValues = ({ callId, user }) => ({
  call_id: callId,
  user_email: user,
  started_at: START,
});

/** The required values of every /v1 endpoint. */
export const endpointValues: Record<string, BuildBaseValues> = {
  "POST /v1/scheduled-tasks": buildPush,
  "GET /v1/scheduled-tasks": buildNoValues,
  "GET /v1/scheduled-tasks/:event_id": ({ event }) => ({ event_id: event }),
  "PUT /v1/scheduled-tasks/:event_id": ({ event }) => ({ event_id: event }),
  "DELETE /v1/scheduled-tasks/:event_id": buildNoValues,
  "GET /v1/clients": buildNoValues,
  "GET /v1/clients/:id": ({ client }) => ({ id: client }),
  "GET /v1/recordings": buildNoValues,
  "GET /v1/recordings/:id": ({ recording }) => ({ id: recording }),
  "GET /v1/recordings/:id/transcript": ({ recording }) => ({ id: recording }),
  "GET /v1/action-items": buildNoValues,
  "PUT /v1/action-items/:id": ({ actionItem }) => ({ id: actionItem }),
  "GET /v1/comments": buildNoValues,
  "GET /v1/clips": buildNoValues,
  "GET /v1/sentences": () => ({ meaning: "That is too expensive for us." }),
  "GET /v1/stats": () => ({ groupBy: "user" }),
  "GET /v1/teams": buildNoValues,
  "GET /v1/users": buildNoValues,
  "GET /v1/webhooks": buildNoValues,
  "GET /v1/events": buildNoValues,
  "POST /v1/webhooks/test": () => ({
    url: UNREACHABLE_URL,
    recording: { id: "r", status: "processed" },
  }),
  "POST /v1/dialer": buildCall,
  "POST /v1/dialer/:dialerToken": buildCall,
  "POST /v1/recordings/upload": buildCall,
  "POST /v1/dialer/:dialerToken/:adapter": ({ callId, user }) => ({
    adapter: "dialpad",
    payload: buildDialedCall(callId, user),
  }),
};
