import { ANY } from "./unify.js";
import { formulas } from "../helpers/formulas.js";
import { CHECK_AFTER_MS, matchStatus } from "./appointments.js";
import { durationOf } from "./calls.js";
import { clientOf } from "./clients.js";
import { matchOf } from "./matching.js";
import { lastDelivery } from "./webhooks.js";
import type {
  Appointment,
  Client,
  Delivery,
  Organization,
  Recording,
  Team,
  Template,
  User,
  Webhook,
  World,
} from "./world.js";

// What /graphql shows of each thing, in the order of the fragments of `documents.ts`.

export const time = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();

export const urlOf = ({ id }: Recording): string => `https://debrief.example.com/recordings/${id}`;

export const userView = (user: User) => ({
  email: user.email,
  name: user.name,
  role: user.role,
  active: user.active,
  lastProcessAIAction: user.lastProcessAIAction,
  lastProcessAIAt: time(user.lastProcessAIAt),
  lastCoachAssistantAction: user.lastCoachAssistantAction,
  lastCoachAssistantAt: time(user.lastCoachAssistantAt),
  lastRecordedAt: time(user.lastRecordedAt),
  accessedAt: time(user.accessedAt),
  createdAt: time(user.createdAt),
  updatedAt: time(user.updatedAt),
});

export const teamView = ({ id, name, members }: Team) => ({
  id,
  name,
  members: members.map(({ user, role }) => ({ email: user.email, name: user.name, role })),
});

export const templateView = ({ id, name, questions }: Template) => ({ id, name, questions });

export const clientView = (client: Client) => ({
  id: client.id,
  name: client.name,
  email: client.email,
  crmEntityId: client.crmEntityId,
  address: client.address,
  insights: client.insights,
  insightsUpdatedAt: time(client.insightsUpdatedAt),
  notes: client.notes,
  createdAt: time(client.createdAt),
  updatedAt: time(client.updatedAt),
});

export const appointmentView = (world: World, org: Organization, appointment: Appointment) => ({
  id: appointment.id,
  eventId: appointment.eventId,
  userEmail: appointment.user.email,
  startTime: time(appointment.startTime),
  endTime: time(appointment.endTime),
  title: appointment.title,
  customer: appointment.customer,
  customerName: appointment.customer?.name ?? null,
  customerEmail: appointment.customer?.email ?? null,
  recordingId: matchOf(org, { appointment })?.recording.id ?? null,
  scheduledAt: time(appointment.startTime + CHECK_AFTER_MS),
  status: "scheduled",
  matchStatus: matchStatus(world, org, appointment),
  metadata: appointment.metadata,
  createdAt: time(appointment.createdAt),
  updatedAt: time(appointment.updatedAt),
  client: appointment.client && { id: appointment.client.id },
});

/** The rep by the user's name, the client by the client's where it is known, else as sent. */
export const transcriptView = (org: Organization, recording: Recording) => {
  if (recording.status !== "processed") return [];
  const names = {
    rep: recording.user.name,
    client: clientOf(org, recording)?.name,
    other: undefined,
  };
  return recording.transcript.map(({ speaker, ...said }) => ({
    speaker: names[said.role] || speaker,
    ...said,
  }));
};

const processView = ({ analysis }: Recording) => {
  if (!analysis?.process) return null;
  const { summary, answers } = analysis.process;
  const followed = answers.filter(({ yes }) => yes).length;
  const total = answers.length;
  return { summary, answers, followed, missed: total - followed, total };
};

const metricsView = (recording: Recording) => {
  if (recording.status !== "processed") return null;
  const process = processView(recording);
  const metrics: Partial<ReturnType<typeof formulas>> = formulas(
    recording.transcript,
    recording.sentDuration,
    process && { yes: process.followed, questions: process.total },
  );
  delete metrics.duration;
  return metrics;
};

const matchView = (org: Organization, recording: Recording) => {
  const match = matchOf(org, { recording });
  if (!match) return { eventId: null, appointment: null, match: null };
  const { eventId, startTime, id } = match.appointment;
  const { method } = match;
  return {
    eventId,
    appointment: { id },
    match: { eventId, method, offset: recording.startedAt - startTime },
  };
};

export const recordingView = (org: Organization, recording: Recording) => {
  const { analysis } = recording;
  const client = clientOf(org, recording);
  return {
    id: recording.id,
    name: recording.name,
    status: recording.status,
    source: recording.source,
    organizationId: org.id,
    createdAt: time(recording.createdAt),
    // What touches it besides is the program's: it moves at least where what is shown of it does.
    updatedAt: org.hasTouched ? ANY : time(recording.updatedAt),
    processedAt: time(recording.processedAt),
    startedAt: time(recording.startedAt),
    duration: durationOf(recording),
    summary: analysis?.summary ?? null,
    notes: analysis?.notes ?? null,
    actionItems: analysis?.actionItems ?? null,
    coaching: analysis?.coaching ?? null,
    process: processView(recording),
    template: analysis?.template ? { id: analysis.template.id } : null,
    tags: analysis?.tags ?? [],
    closed: recording.closed,
    customFields: recording.customFields,
    url: urlOf(recording),
    transcript: transcriptView(org, recording),
    metrics: metricsView(recording),
    userEmail: recording.user.email,
    user: { email: recording.user.email },
    clientId: client?.id ?? null,
    client: client && { id: client.id },
    ...matchView(org, recording),
    failureReason: recording.failureReason,
  };
};

export const webhookView = (org: Organization, webhook: Webhook) => {
  const last = lastDelivery(org, webhook);
  return {
    id: webhook.id,
    url: webhook.url,
    active: webhook.active,
    trigger: webhook.trigger,
    events: webhook.events,
    createdAt: time(webhook.createdAt),
    lastDelivery: last ? { id: last.id } : null,
  };
};

/** Nothing is sent while a model is run: what is to be sent is in the log. */
export const deliveryView = (delivery: Delivery) => ({
  id: delivery.id,
  event: delivery.event,
  url: delivery.url,
  status: delivery.status,
  delivered: false,
  webhook: delivery.webhook && { id: delivery.webhook.id },
  recording: delivery.recording && { id: delivery.recording.id },
  createdAt: time(delivery.createdAt),
  attemptedAt: null,
  durationMs: null,
  responseStatus: null,
  responseBody: null,
  error: delivery.error,
  payload: delivery.payload,
  test: false,
  redeliveryOf: delivery.redeliveryOf,
});
