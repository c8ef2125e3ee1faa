import { textShapes } from "../analysis/analysis-texts.js";
import { Optional, type Shape } from "./shape.js";

/** The IDs that requests need. */
export interface KnownIds {
  recordingId: string;
  clientId: string;
  eventId: string;
  /** An appointment without a recording. */
  freeEventId: string;
  actionItemId: string;
  dialerToken: string;
  /** A URL that rejects deliveries. */
  refusingUrl: string;
}

export interface Expectation {
  /** The path of a valid request. With full data, a list's path is a page with another after it. */
  path: (known: KnownIds, data: "full" | "sparse") => string;
  body?: (known: KnownIds, data: "full" | "sparse") => object;
  shape: Shape;
  /** Any data, because calls are found only once they are prepared, and clips play only once they are cut. */
  data?: "any";
  /** The message of the 404 for unknown IDs. */
  missing?: string;
}

const numberFields = (...names: string[]): Record<string, Shape> =>
  Object.fromEntries(names.map((name) => [name, "number"]));

const buildPagePath = (path: string, data: "full" | "sparse"): string =>
  data === "full" ? `${path}?limit=1` : path;

const recordingItem: Record<string, Shape> = {
  id: "id",
  name: "text",
  status: "=processed",
  createdAt: "time",
  duration: "integer",
  summary: "string",
  recording: "text",
};

const recording: Shape = {
  ...recordingItem,
  organizationId: "id",
  updatedAt: "time",
  ...textShapes,
  actionItems: new Optional([
    { kind: "text", text: "text", assignee: "string?", completed: "boolean" },
  ]),
  tags: ["text"],
  userEmail: "text",
  source: "text",
  startedAt: "time",
  processedAt: "time",
  clientId: "id?",
  eventId: "text?",
  customFields: "object",
  consent: "text",
  closed: "boolean",
  process: new Optional({
    templateId: "id",
    template: "text",
    summary: "text?",
    score: "number",
    answers: [
      {
        questionId: "id",
        question: "text",
        answer: "text?",
        yes: "boolean",
        evidence: "text?",
        start: "number?",
      },
    ],
  }),
  metrics: new Optional({
    // Null if the transcript can't show it.
    talkTime: "number?",
    talkRatio: "number?",
    waitedToTalkAvg: "number?",
    talkSpeed: "number?",
    conversationSwitches: "number?",
    switchesPerMinute: "number?",
    questionsAsked: "number?",
  }),
};

/** The recording to which another object belongs. */
const namedRecording: Shape = {
  id: "id",
  name: "text",
  createdAt: "time",
  userEmail: "text",
  clientId: "id?",
};

const namedUser: Shape = { name: "text", email: "text" };

const comment: Shape = {
  id: "id",
  text: "text",
  isPrivate: "boolean",
  createdAt: "time",
  editedAt: "time?",
  resolvedAt: "time?",
  start: "integer?",
  end: "integer?",
  words: new Optional({ line: "integer", text: "text" }),
  author: namedUser,
  mentions: [namedUser],
  replies: [{ id: "id", text: "text", createdAt: "time", author: namedUser }],
  recording: namedRecording,
};

const clip: Shape = {
  id: "id",
  title: "text",
  start: "integer",
  end: "integer",
  isWhole: "boolean",
  createdAt: "time",
  state: "text",
  audioUrl: "text?",
  author: namedUser,
  rep: namedUser,
  recording: new Optional(namedRecording),
};

const actionItem: Record<string, Shape> = {
  id: "id",
  kind: "text",
  text: "text",
  assignee: "text?",
  ownerEmail: "text?",
  due: "text?",
  completed: "boolean",
  completedAt: "time?",
  added: "boolean",
  recording: namedRecording,
};

const appointment: Shape = {
  id: "id",
  event_id: "text",
  user_email: "text",
  startTime: "time",
  endTime: "time?",
  title: "text?",
  client: new Optional({ id: "text?", name: "text?", email: "text?", location: "text?" }),
  scheduledAt: "time",
  status: "=scheduled",
  createdAt: "time",
  updatedAt: "time",
  customerName: "text?",
  customerEmail: "text?",
  metadata: "object",
  matchStatus: "text",
  recordingId: "id?",
};

const client: Shape = {
  id: "id",
  name: "text?",
  email: "text?",
  crmEntityId: "text",
  address: "text?",
  insights: "object",
  insightsUpdatedAt: "time?",
  notes: "text?",
  createdAt: "time",
  updatedAt: "time",
};

const user: Shape = {
  name: "text",
  email: "text",
  lastProcessAIAction: "text?",
  lastProcessAIAt: "time?",
  lastCoachAssistantAction: "text?",
  lastCoachAssistantAt: "time?",
  lastRecordedAt: "time?",
  accessedAt: "time?",
  updatedAt: "time",
  createdAt: "time",
};

const stat: Record<string, Shape> = {
  name: "text",
  ...numberFields("totalRecordings", "recordingsClosed", "avgRecordingDuration", "avgTalkTime"),
  ...numberFields("avgTalkRatio", "avgWaitedToTalkAvg", "avgTalkSpeed", "avgConversationSwitches"),
  ...numberFields("avgSwitchesPerMinute", "avgQuestionsAsked", "avgProcessScore"),
  ...numberFields("recordingsWithTranscript", "recordingsWithRep", "recordingsWithSwitches"),
  ...numberFields("recordingsWithProcess", "recordingsWithCoaching", "recordingsWithActions"),
  ...numberFields(
    "totalActionItems",
    "reviewedCount",
    "totalReviews",
    "totalReviewMs",
    "avgReviewMs",
  ),
  recordingsByTag: "object",
  total: numberFields(
    "recordingDuration",
    "talkTime",
    "talkRatio",
    "waitedToTalkAvg",
    "talkSpeed",
    "conversationSwitches",
    "switchesPerMinute",
    "questionsAsked",
    "processScore",
  ),
  processQuestionBreakdown: [
    { questionId: "id", question: "text", ...numberFields("percentage", "yesCount", "totalCount") },
  ],
};

const acceptedCall: Shape = {
  id: "id",
  name: "text",
  status: "=received",
  createdAt: "time",
  eventId: "text?",
};
const callExpectation: Pick<Expectation, "body" | "shape"> = {
  body: ({ freeEventId }, data) => ({
    call_id: "call-of-the-contract",
    user_email: "rep@example.com",
    started_at: "2026-03-02T10:00:00Z",
    ...(data === "full" && { event_id: freeEventId }),
  }),
  shape: { recording: acceptedCall },
};

const buildAppointmentPath = ({ eventId }: KnownIds): string => `/v1/scheduled-tasks/${eventId}`;

/** The expected requests and responses of every /v1 endpoint, by method and path. */
export const expectations: Record<string, Expectation> = {
  "POST /v1/scheduled-tasks": {
    path: () => "/v1/scheduled-tasks",
    body: ({ eventId }) => ({
      event_id: eventId,
      user_email: "rep@example.com",
      start_time: "2026-03-03T10:00:00Z",
    }),
    shape: { appointment },
  },
  "GET /v1/scheduled-tasks": {
    path: (_, data) => buildPagePath("/v1/scheduled-tasks", data),
    shape: { appointments: [appointment], nextCursor: "text?", hasMore: "boolean" },
  },
  "GET /v1/scheduled-tasks/:event_id": {
    path: buildAppointmentPath,
    shape: { appointment },
    missing: "Appointment not found",
  },
  "PUT /v1/scheduled-tasks/:event_id": {
    path: buildAppointmentPath,
    body: () => ({}),
    shape: { appointment },
    missing: "Appointment not found",
  },
  "DELETE /v1/scheduled-tasks/:event_id": {
    path: buildAppointmentPath,
    shape: { message: "=Appointment deleted" },
    missing: "Appointment not found",
  },
  "GET /v1/clients": {
    path: (_, data) => buildPagePath("/v1/clients", data),
    shape: { clients: [client], nextCursor: "text?", hasMore: "boolean" },
  },
  "GET /v1/clients/:id": {
    path: ({ clientId }) => `/v1/clients/${clientId}`,
    shape: { client },
    missing: "Client not found",
  },
  "GET /v1/recordings": {
    path: (_, data) => buildPagePath("/v1/recordings", data),
    shape: { recordings: [recordingItem], nextCursor: "position?", hasMore: "boolean" },
  },
  "GET /v1/recordings/:id": {
    path: ({ recordingId }) => `/v1/recordings/${recordingId}`,
    shape: { recording },
    missing: "Recording not found",
  },
  "GET /v1/recordings/:id/transcript": {
    path: ({ recordingId }) => `/v1/recordings/${recordingId}/transcript`,
    shape: {
      recordingId: "id",
      transcript: [{ speaker: "text", text: "text", start: "integer", end: "integer" }],
    },
    missing: "Recording not found",
  },
  "GET /v1/action-items": {
    path: (_, data) => buildPagePath("/v1/action-items", data),
    shape: { actionItems: [actionItem], nextCursor: "text?", hasMore: "boolean" },
  },
  "PUT /v1/action-items/:id": {
    path: ({ actionItemId }) => `/v1/action-items/${actionItemId}`,
    body: (_, data) => (data === "full" ? { completed: true } : { text: "Sign" }),
    shape: {
      actionItem: { id: "id", completed: "boolean", completedAt: "time?", due: "text?" },
    },
    missing: "Action item not found",
  },
  "GET /v1/comments": {
    path: (_, data) => buildPagePath("/v1/comments", data),
    shape: { comments: [comment], nextCursor: "text?", hasMore: "boolean" },
  },
  "GET /v1/clips": {
    path: (_, data) => buildPagePath("/v1/clips", data),
    data: "any",
    shape: { clips: [clip], nextCursor: "text?", hasMore: "boolean" },
  },
  "GET /v1/sentences": {
    path: () => "/v1/sentences?meaning=Hello",
    data: "any",
    shape: {
      sentences: [
        {
          quote: "text",
          speaker: "text",
          role: "text",
          url: "text",
          ...numberFields("start", "end", "score"),
          recording: namedRecording,
        },
      ],
      calls: "integer",
      searchedFrom: "time?",
    },
  },
  "GET /v1/stats": {
    path: (_, data) =>
      `/v1/stats?groupBy=user${data === "full" ? "&emails=rep@example.com,x" : ""}`,
    shape: { stats: [{ ...stat, email: "text" }], errors: [{ type: "text", value: "text" }] },
  },
  "GET /v1/teams": {
    path: () => "/v1/teams",
    shape: {
      teams: [{ id: "id", name: "text", members: [{ email: "text", name: "text", role: "text" }] }],
    },
  },
  "GET /v1/users": { path: () => "/v1/users", shape: { users: [user] } },
  "GET /v1/webhooks": {
    path: () => "/v1/webhooks",
    shape: {
      webhooks: [{ id: "id", url: "text", active: "boolean", trigger: "text", events: ["text"] }],
    },
  },
  "GET /v1/events": {
    path: (_, data) => buildPagePath("/v1/events", data),
    shape: {
      events: [
        {
          id: "id",
          event: "event",
          createdAt: "time",
          recordingId: "id",
          payload: "text",
        },
      ],
      nextCursor: "text?",
      hasMore: "boolean",
      syncCursor: "text",
    },
  },
  "POST /v1/webhooks/test": {
    path: () => "/v1/webhooks/test",
    body: (known, data) => ({
      url: data === "full" ? known.refusingUrl : "http://127.0.0.1:1/",
      recording: {
        id: known.recordingId,
        status: "processed",
        ...(data === "full" && { name: "Visit", notes: "Notes." }),
      },
    }),
    shape: {
      message: "text",
      delivery: {
        delivered: "boolean",
        status: "integer?",
        durationMs: "integer",
        error: "text",
      },
    },
  },
  "POST /v1/dialer": { ...callExpectation, path: () => "/v1/dialer" },
  "POST /v1/dialer/:dialerToken": {
    ...callExpectation,
    path: ({ dialerToken }) => `/v1/dialer/${dialerToken}`,
  },
  "POST /v1/dialer/:dialerToken/:adapter": {
    path: ({ dialerToken }) => `/v1/dialer/${dialerToken}/dialpad`,
    body: (_known, data) => ({
      state: "recording",
      call_id: 1002,
      date_started: Date.parse("2026-03-04T10:00:00Z"),
      target: { email: "rep@example.com" },
      recording_details: data === "full" ? [{ url: "https://dialpad.com/blob/1.mp3" }] : [],
    }),
    shape: { recording: new Optional(acceptedCall), message: "text" },
  },
};
