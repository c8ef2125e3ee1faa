import { analysisTextNames } from "../../helpers/analysis/analysis-texts.js";
import type {
  buildAppointmentView,
  buildRecordingView,
  buildTeamView,
  buildUserView,
  buildWebhookView,
} from "./views.js";

// Converts views to the field names of /v1.

export const pickFields = <T extends object>(from: T, ...names: (keyof T)[]): object =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

export const toRestAppointment = (view: ReturnType<typeof buildAppointmentView>): object => {
  const { eventId, userEmail, customer, ...rest } = view;
  return { ...rest, event_id: eventId, user_email: userEmail, client: customer };
};

type RecordingView = ReturnType<typeof buildRecordingView>;

export const toRestRecordingItem = (view: RecordingView): object => ({
  ...pickFields(view, "id", "name", "status", "createdAt", "duration", "summary"),
  recording: view.url,
});

const withoutScore = ({
  processScore: _,
  ...metrics
}: NonNullable<RecordingView["metrics"]>): object => metrics;

export const toRestRecording = (view: RecordingView): object => ({
  ...toRestRecordingItem(view),
  ...pickFields(view, "organizationId", "updatedAt", "tags", ...analysisTextNames),
  actionItems:
    view.actionItems?.map((item) => pickFields(item, "kind", "text", "assignee", "completed")) ??
    null,
  ...pickFields(view, "userEmail", "source", "startedAt", "processedAt", "clientId", "eventId"),
  ...pickFields(view, "customFields", "closed"),
  process: view.process && {
    ...pickFields(view.process, "templateId", "template", "summary", "score"),
    answers: view.process.answers.map((answer) =>
      pickFields(answer, "questionId", "question", "answer", "yes", "evidence", "start"),
    ),
  },
  metrics: view.metrics && withoutScore(view.metrics),
  // The model's calls come without one.
  consent: "unknown",
});

export const toRestCall = (view: RecordingView): object =>
  pickFields(view, "id", "name", "status", "createdAt", "eventId");

export const toRestUser = ({
  role: _,
  active: __,
  ...view
}: ReturnType<typeof buildUserView>): object => view;

export const toRestTeam = ({ leads: _, ...view }: ReturnType<typeof buildTeamView>): object => view;

export const toRestWebhook = (view: ReturnType<typeof buildWebhookView>): object =>
  pickFields(view, "id", "url", "active", "trigger", "events");

const REST_NAMES: Record<string, string> = {
  eventId: "event_id",
  userEmail: "user_email",
  startTime: "start_time",
  endTime: "end_time",
  callId: "call_id",
  startedAt: "started_at",
  duration: "duration_ms",
  customFields: "custom_fields",
};

/** Converts an input field to its name in /v1 bodies. */
export const toRestName = (field: string): string => REST_NAMES[field] ?? field;

export const toRestBody = (input: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).map(([field, value]) => [toRestName(field), value]));
