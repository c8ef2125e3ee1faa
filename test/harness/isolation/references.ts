import { mapTexts } from "../../helpers/analysis-texts.js";
import { listWords } from "./list-words.js";
import type { OrganizationNames } from "./organization-names.js";

/** The names of another organization to try in a place; empty if its text refers to nothing. */
export type ReferenceNames = (keyof OrganizationNames)[];

const NO_REFERENCE: ReferenceNames = [];

/** What a text refers to, by field name. Add each new text field here or in `referencesByPath`. */
export const referencesByName: Record<string, ReferenceNames> = {
  recordingId: ["recording", "call"],
  eventId: ["event"],
  event_id: ["event"],
  userEmail: ["user"],
  user_email: ["user"],
  reviewerEmail: ["user"],
  emails: ["user"],
  clientId: ["client"],
  crmEntityId: ["crmEntityId"],
  callId: ["callId"],
  call_id: ["callId"],
  webhookId: ["webhook"],
  deliveryId: ["delivery"],
  templateId: ["template"],
  aiTemplate: ["template"],
  teamIds: ["team"],
  questionId: ["question"],
  tag: ["tag"],
  includedTags: ["tag"],
  excludedTags: ["tag"],
  search: ["recordingName"],
  // Both organizations may have the same numbers.
  extension: [],
  pattern: [],
  number: [],
  extensions: [],
  phones: [],
  userPhone: [],
  user_phone: [],
  customerPhone: [],
  customer_phone: [],
  cursor: ["clientCursor"],
  ...mapTexts(() => NO_REFERENCE),
  ...Object.fromEntries(
    listWords(
      "action adapter address assignee country current customFields custom_fields email entity event",
      "events expectedText host insights location mediaUrl metadata name new password reason recording",
      "payload question recording_url role secret source speaker tags text title token trigger type url",
    ).map((name) => [name, NO_REFERENCE]),
  ),
};

const RECORDING_REFERENCES: ReferenceNames = ["recording", "call"];

/** Exceptions by operation or endpoint and path, where the field name is ambiguous. */
export const referencesByPath: Record<string, ReferenceNames> = {
  "recording.id": RECORDING_REFERENCES,
  "client.id": ["client"],
  "webhook.id": ["webhook"],
  "delivery.id": ["delivery"],
  "inboundCall.id": ["inbound"],
  "calendars.after": ["calendarCursor"],
  "deleteCalendar.id": ["calendar"],
  "pollCalendarNow.id": ["calendar"],
  "inboundCalls.after": ["inboundCursor"],
  "replayInboundCall.id": ["inbound"],
  "recordings.after": ["recordingCursor", "clientCursor"],
  "appointments.after": ["appointmentCursor"],
  "clients.after": ["clientCursor"],
  "deliveries.after": ["deliveryCursor"],
  "auditLog.after": ["auditCursor"],
  "events.after": ["eventCursor", "syncCursor"],
  "auditLog.filter.email": ["admin"],
  "auditLog.filter.subject": ["webhook", "user"],
  "clients.filter.email": ["clientEmail"],
  "deleteRecording.id": RECORDING_REFERENCES,
  "deleteClient.id": ["client"],
  "deleteTeam.id": ["team"],
  "deleteWebhook.id": ["webhook"],
  "updateClient.id": ["client"],
  "updateWebhook.id": ["webhook"],
  "rotateWebhookSecret.id": ["webhook"],
  "endSession.id": ["session"],
  "upsertTeam.input.id": ["team"],
  "upsertTeam.input.members.email": ["user"],
  "upsertTemplate.input.id": ["template"],
  "upsertTemplate.input.questions.id": ["question"],
  "upsertUser.input.email": ["user", "admin"],
  "recordUserActivity.email": ["user"],
  "signIn.email": ["admin", "user"],
  "upsertAppointment.input.customer.id": ["crmEntityId"],
  "updateAppointment.input.customer.id": ["crmEntityId"],
  "ingestCall.input.customer.id": ["crmEntityId"],
  "POST /v1/scheduled-tasks.customer.id": ["crmEntityId"],
  "PUT /v1/scheduled-tasks/:event_id.customer.id": ["crmEntityId"],
  "POST /v1/dialer.customer.id": ["crmEntityId"],
  "POST /v1/dialer/:dialerToken.customer.id": ["crmEntityId"],
  "POST /v1/recordings/upload.customer.id": ["crmEntityId"],
  "GET /v1/recordings/:id.id": RECORDING_REFERENCES,
  "GET /v1/recordings/:id/transcript.id": RECORDING_REFERENCES,
  "GET /v1/clients/:id.id": ["client"],
  "GET /v1/clients.email": ["clientEmail"],
  "GET /v1/clients.startAfter": ["clientCursor"],
  "GET /v1/recordings.startAfter": ["recordingCursor", "clientCursor"],
  "GET /v1/scheduled-tasks.startAfter": ["appointmentCursor"],
  "GET /v1/events.startAfter": ["eventCursor", "syncCursor"],
};
