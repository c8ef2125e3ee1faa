import type { AccessGroup } from "./group.js";

const BY_ADMINS = { admin: "all", internalToken: "all" } as const;
const BY_PROGRAMS = { ...BY_ADMINS, apiKey: "all" } as const;
const BY_VIEWERS = { ...BY_PROGRAMS, manager: "theirs", rep: "theirs", keyScope: "read" } as const;
const BY_PEOPLE = { ...BY_ADMINS, manager: "theirs", rep: "theirs" } as const;
const BY_SIGNED_IN = { admin: "own", manager: "own", rep: "own" } as const;

/** Who may do what: the table of SECURITY.md. Each operation, guarded field and route is in one group. */
export const accessGroups: readonly AccessGroup[] = [
  {
    title:
      "read calls, transcripts, media, comments, clips, playlists, action items, trackers, appointments, clients, statistics, users and teams",
    ...BY_VIEWERS,
    operations: `organization recordings recording appointments appointment coverage clients client
      stats teams users templates comments comment clips clip playlists playlist actionItems trackers readyTrackers trackedCalls sentences meaningSearch winRates`,
    fields: "Recording.comments Recording.clips",
    routes: [
      "GET /v1/recordings",
      "GET /v1/recordings/{id}",
      "GET /v1/recordings/{id}/transcript",
      "GET /v1/recordings/{id}/media",
      "GET /v1/clips",
      "GET /v1/clips/{id}/media",
      "GET /v1/action-items",
      "GET /v1/comments",
      "GET /v1/sentences",
      "GET /v1/scheduled-tasks",
      "GET /v1/scheduled-tasks/{event_id}",
      "GET /v1/clients",
      "GET /v1/clients/{id}",
      "GET /v1/stats",
      "GET /v1/teams",
      "GET /v1/users",
    ],
  },
  {
    title: "read the medians of the own team (keys and tokens that act for no person read none)",
    ...BY_VIEWERS,
    ...BY_SIGNED_IN,
    operations: "teamMiddle",
  },
  {
    title: "read events and their stream",
    ...BY_PROGRAMS,
    keyScope: "read",
    operations: "events",
    fields: "Organization.retention",
    routes: ["GET /v1/events", "GET /v1/events/stream"],
  },
  {
    title:
      "read an analysis's versions, a corrected transcript's original, who sees a call and who reviewed it; review a call",
    ...BY_PEOPLE,
    operations: "analysisContent originalTranscript recordingViewers addReview",
    fields: "Recording.analyses Recording.editedFields Recording.reviewers",
  },
  {
    title:
      "judge the answers of a call's process (a manager those of others), and read how often people agree",
    ...BY_PEOPLE,
    operations: "setVerdict verdictAgreement",
  },
  {
    title: "comment on calls, reply, resolve; change, share and delete comments",
    ...BY_PEOPLE,
    operations: `addComment replyToComment editComment shareComment resolveComment deleteComment`,
  },
  {
    title:
      "make clips; rename, share and delete them, and read their links (a rep their own clips)",
    ...BY_PEOPLE,
    fields: "Clip.links",
    operations: "createClip renameClip shareClip unshareClip deleteClip",
  },
  {
    title: "make and change playlists; make and end links to clips",
    ...BY_ADMINS,
    manager: "theirs",
    operations:
      "createPlaylist renamePlaylist deletePlaylist addToPlaylist removeFromPlaylist createClipLink endClipLink",
  },
  {
    title: "create and change templates (a manager those for teams that they lead)",
    ...BY_ADMINS,
    manager: "theirs",
    operations: "upsertTemplate tryTemplate",
  },
  {
    title: "set targets (a manager those of teams that they lead)",
    ...BY_ADMINS,
    manager: "theirs",
    operations: "setTargets",
  },
  {
    title: "save views of the list of recordings, read one's own and the shared ones",
    ...BY_PEOPLE,
    operations: "savedViews saveView deleteView",
  },
  {
    title: "complete and change action items",
    ...BY_PROGRAMS,
    manager: "theirs",
    rep: "theirs",
    keyScope: "ingest",
    operations: "updateActionItem",
    routes: ["PUT /v1/action-items/{id}"],
  },
  {
    title: "add tags to calls, and remove them",
    ...BY_ADMINS,
    manager: "theirs",
    operations: "addTag removeTag",
  },
  {
    title: "add action items, and delete them again",
    ...BY_PEOPLE,
    operations: "addActionItem deleteActionItem",
  },
  {
    title: "correct transcripts: their words, their speakers and their sides",
    ...BY_PEOPLE,
    operations:
      "correctUtterance assignSpeaker swapSides restoreHeardWords undoTranscriptCorrections",
    fields: "Recording.transcriptCorrectedBy",
  },
  {
    title: "analyze calls again, restore analyses, match calls and appointments",
    ...BY_ADMINS,
    manager: "theirs",
    operations: "reanalyze restoreAnalysis linkAppointment unlinkAppointment",
    fields: "Recording.canReanalyze Recording.matchCandidates",
  },
  {
    title: "send calls with a file, also in parts, in the console too (a rep their own)",
    ...BY_PROGRAMS,
    manager: "theirs",
    rep: "theirs",
    keyScope: "ingest",
    operations: "ingestCall",
    routes: [
      "POST /v1/recordings/upload",
      "POST /v1/uploads",
      "HEAD /v1/uploads/{id}",
      "PATCH /v1/uploads/{id}",
      "DELETE /v1/uploads/{id}",
    ],
  },
  {
    title: "send calls by dialer and appointments",
    ...BY_PROGRAMS,
    keyScope: "ingest",
    operations: "ingestDialerCall upsertAppointment updateAppointment deleteAppointment",
    routes: [
      "POST /v1/dialer",
      "POST /v1/scheduled-tasks",
      "PUT /v1/scheduled-tasks/{event_id}",
      "DELETE /v1/scheduled-tasks/{event_id}",
    ],
  },
  {
    title: "create, change and deactivate users",
    ...BY_ADMINS,
    keyScope: "people",
    operations: "upsertUser updateUser deactivateUser",
    routes: ["POST /v1/users", "PUT /v1/users/{email}", "DELETE /v1/users/{email}"],
  },
  {
    title:
      "invite users, see and revoke their invitations, create password links (a manager those of reps who have not signed in, in teams they lead)",
    ...BY_ADMINS,
    manager: "theirs",
    operations: "inviteUser createPasswordLink revokeInvitation",
    fields: "User.signInRole User.invitedUntil",
  },
  {
    title: "list and test webhooks",
    ...BY_PROGRAMS,
    keyScope: "webhooks",
    operations: "webhooks webhook eventTypes testWebhook",
    routes: ["GET /v1/webhooks", "POST /v1/webhooks/test"],
  },
  {
    title: "create, change and delete webhooks",
    ...BY_ADMINS,
    keyScope: "webhooks",
    operations: "upsertWebhook updateWebhook deleteWebhook",
    routes: ["POST /v1/webhooks", "PUT /v1/webhooks/{id}", "DELETE /v1/webhooks/{id}"],
  },
  {
    title: "export the organization",
    apiKey: "all",
    keyScope: "export",
    routes: ["GET /export"],
  },
  {
    title: "use `/mcp` (for assistants)",
    apiKey: "all",
    keyScope: "mcp",
    routes: ["POST /mcp"],
  },
  {
    title: "create, list and revoke named keys",
    ...BY_ADMINS,
    manager: "own",
    rep: "own",
    operations: "namedKeys createNamedKey revokeNamedKey",
  },
  {
    title: "list and end sessions, sign out, change the password, choose the weekly mail",
    ...BY_SIGNED_IN,
    operations: "sessions endSession changePassword signOut setWeeklyMail",
  },
  {
    title:
      "write and end analyses, analyze many calls again; sync and delete calls; change and delete clients",
    ...BY_ADMINS,
    operations: `startAnalysis completeAnalysis failAnalysis reanalyzeFailed
      earlierCalls reanalyzeEarlierCalls stopEarlierCalls
      syncRecording deleteRecording
      createClient updateClient deleteClient`,
  },
  {
    title: "read the delivery log, redeliver, replace signing secrets",
    ...BY_ADMINS,
    operations: "deliveries delivery redeliver createWebhook rotateWebhookSecret",
    fields: "Recording.deliveries Webhook.lastDelivery",
  },
  {
    title:
      "change teams, trackers, numbers and activity; turn on search by meaning; set sign-in roles",
    ...BY_ADMINS,
    operations: `upsertTeam deleteTeam upsertTracker deleteTracker tryTracker setMeaningSearch mapNumber unmappedNumbers
      recordUserActivity setSignInRole`,
    fields: "Tracker.examples Tracker.counterExamples",
  },
  {
    title: "read received calls; set up phone systems and calendars",
    ...BY_ADMINS,
    operations: `inboundCalls inboundCall replayInboundCall dialers setDialerSecret callSources
      setRepChannel dialerMediaCredentials setDialerMediaCredential sources watchedFolders callProcessing backupState
      calendars createCalendar updateCalendar pollCalendarNow deleteCalendar`,
  },
  {
    title:
      "read the audit log; change retention, redaction, consent, the vocabulary and other settings",
    ...BY_ADMINS,
    operations: `auditLog retentionReport clock confirmClock setRetention redaction setRedaction
      refusedConsent setRefusedConsent setCountry gettingStarted
      vocabulary vocabularySuggestions saveVocabularyTerm deleteVocabularyTerm`,
  },
  {
    title: "replace the organization's API key",
    ...BY_ADMINS,
    operations: "refreshApiKey",
    fields: "Organization.apiKey",
  },
];

/** Operations for every credential, for the operator only, and for visitors. */
export const otherOperations = {
  anyone: ["viewer"],
  operator: ["createOrganization"],
  visitor: ["signIn", "redeemSetupLink", "redeemAccountLink", "requestPasswordReset"],
};

/** Routes that need no key: the token in the path is the credential, or the answer is the same for all. */
export const otherRoutes = [
  "POST /v1/dialer/{dialerToken}",
  "POST /v1/dialer/{dialerToken}/{adapter}",
];
