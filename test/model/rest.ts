import type { appointmentView, recordingView, userView, webhookView } from "./views.js";

// What /v1 shows: the same things under the names of api.md.

const pick = <T extends object>(from: T, ...names: (keyof T)[]): object =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

export const appointmentOut = (view: ReturnType<typeof appointmentView>): object => {
  const { eventId, userEmail, customer, ...rest } = view;
  return { ...rest, event_id: eventId, user_email: userEmail, client: customer };
};

type RecordingView = ReturnType<typeof recordingView>;

export const recordingItem = (view: RecordingView): object => ({
  ...pick(view, "id", "name", "status", "createdAt", "duration", "summary"),
  recording: view.url,
});

export const recordingOut = (view: RecordingView): object => ({
  ...recordingItem(view),
  ...pick(view, "organizationId", "updatedAt", "notes", "actionItems", "coaching", "tags"),
  ...pick(view, "userEmail", "source", "startedAt", "processedAt", "clientId", "eventId"),
  customFields: view.customFields,
});

export const callOut = (view: RecordingView): object =>
  pick(view, "id", "name", "status", "createdAt", "eventId");

export const userOut = ({ role: _, active: __, ...view }: ReturnType<typeof userView>): object =>
  view;

export const webhookOut = (view: ReturnType<typeof webhookView>): object =>
  pick(view, "id", "url", "active", "trigger", "events");

const NAMES: Record<string, string> = {
  eventId: "event_id",
  userEmail: "user_email",
  startTime: "start_time",
  endTime: "end_time",
  callId: "call_id",
  startedAt: "started_at",
  duration: "duration_ms",
  customFields: "custom_fields",
};

/** A field of an input as a body of /v1 calls it. */
export const nameIn = (field: string): string => NAMES[field] ?? field;

export const bodyIn = (input: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).map(([field, value]) => [nameIn(field), value]));
