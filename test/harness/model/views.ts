import { ANYTHING } from "./ids.js";
import { computeReferenceMetrics } from "../../helpers/recordings/reference-metrics.js";
import { showTexts } from "../../helpers/analysis/analysis-texts.js";
import { resolveItemOwner } from "./action-items.js";
import { CHECK_AFTER_MS, computeMatchStatus } from "./appointments.js";
import { computeDuration } from "./calls.js";
import { compareText } from "./lists.js";
import { resolveClient } from "./clients.js";
import { findMatch } from "./matching.js";
import { sortByName, sortUsers } from "./people.js";
import { listTeamsOfKey } from "./viewers.js";
import { computeScore, countAnswers, resolveResult } from "./score.js";
import { findLastDelivery } from "./webhooks.js";
import type {
  ActionItem,
  Answer,
  Clip,
  Appointment,
  Client,
  Delivery,
  NamedKey,
  Organization,
  Recording,
  Team,
  Template,
  Tracker,
  User,
  Webhook,
  World,
} from "./world.js";

// Views as /graphql returns them; selections.ts lists the same fields.

export const formatTime = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();

export const buildUrl = ({ id }: Recording): string =>
  `https://debrief.example.com/recordings/${id}`;

export const buildUserView = (user: User) => ({
  email: user.email,
  name: user.name,
  role: user.role,
  active: user.active,
  lastProcessAIAction: user.lastProcessAIAction,
  lastProcessAIAt: formatTime(user.lastProcessAIAt),
  lastCoachAssistantAction: user.lastCoachAssistantAction,
  lastCoachAssistantAt: formatTime(user.lastCoachAssistantAt),
  lastRecordedAt: formatTime(user.lastRecordedAt),
  accessedAt: formatTime(user.accessedAt),
  createdAt: formatTime(user.createdAt),
  updatedAt: formatTime(user.updatedAt),
});

export const buildTeamView = ({ id, name, members, leads }: Team) => ({
  id,
  name,
  members: members.map(({ user, role }) => ({ email: user.email, name: user.name, role })),
  leads: sortUsers(leads).map(({ email, name }) => ({ email, name })),
});

export const buildNamedKeyView = (org: Organization, key: NamedKey) => ({
  id: key.id,
  name: key.name,
  scopes: ["read"],
  expiresAt: formatTime(key.expiresAt),
  user: key.user && { email: key.user.email },
  teams:
    key.teams && sortByName(listTeamsOfKey(org, key)).map(({ id, name }) => ({ teamId: id, name })),
});

/** The calls that a tracker has yet to search are counted by the search. */
export const buildTrackerView = ({ id, name, phrases, saidBy, ...tracker }: Tracker) => ({
  id,
  name,
  phrases,
  concept: null,
  saidBy,
  part: "call",
  minutes: null,
  progress: tracker.isSearched ? null : { done: 0, total: 0 },
  createdAt: formatTime(tracker.createdAt),
  updatedAt: formatTime(tracker.updatedAt),
});

export const buildTemplateView = ({ id, name, version, questions }: Template) => ({
  id,
  name,
  version,
  questions: questions.map(({ tracker, ...question }) => ({
    ...question,
    tracker: tracker && { id: tracker.id },
  })),
});

export const buildClientView = (client: Client) => ({
  id: client.id,
  name: client.name,
  email: client.email,
  crmEntityId: client.crmEntityId,
  address: client.address,
  insights: client.insights,
  insightsUpdatedAt: formatTime(client.insightsUpdatedAt),
  notes: client.notes,
  createdAt: formatTime(client.createdAt),
  updatedAt: formatTime(client.updatedAt),
});

export const buildAppointmentView = (
  world: World,
  org: Organization,
  appointment: Appointment,
) => ({
  id: appointment.id,
  eventId: appointment.eventId,
  userEmail: appointment.user.email,
  startTime: formatTime(appointment.startTime),
  endTime: formatTime(appointment.endTime),
  title: appointment.title,
  customer: appointment.customer,
  customerName: appointment.customer?.name ?? null,
  customerEmail: appointment.customer?.email ?? null,
  recordingId: findMatch(org, { appointment })?.recording.id ?? null,
  scheduledAt: formatTime(appointment.startTime + CHECK_AFTER_MS),
  status: "scheduled",
  matchStatus: computeMatchStatus(world, org, appointment),
  metadata: appointment.metadata,
  createdAt: formatTime(appointment.createdAt),
  updatedAt: formatTime(appointment.updatedAt),
  client: appointment.client && { id: appointment.client.id },
});

/** Replaces the speakers' names: the rep by the user, the client by the client's name if known. */
export const buildTranscriptView = (org: Organization, recording: Recording) => {
  if (recording.status !== "processed" || recording.isTranscriptRemoved) return [];
  const names = {
    rep: recording.user.name,
    client: resolveClient(org, recording)?.name,
    other: undefined,
  };
  return recording.transcript.map(({ speaker, ...utterance }) => ({
    speaker: names[utterance.role] || speaker,
    ...utterance,
  }));
};

export const buildActionItemView = (item: ActionItem, recording: Recording) => {
  const owner = resolveItemOwner(item, recording);
  return {
    id: item.id,
    kind: item.kind,
    text: item.text,
    assignee: item.assignee,
    completed: item.completed,
    due: item.due,
    owner: owner && { email: owner.email },
    completedAt: formatTime(item.completedAt),
    added: item.isAdded,
  };
};

const buildAnswerView = (answer: Answer) => {
  const { yes, rating, verdict, ...rest } = answer;
  const result = resolveResult(answer);
  return {
    ...rest,
    yes: result.yes,
    rating: result.rating,
    foundYes: yes,
    foundRating: rating,
    evidence: null,
    start: null,
    source: answer.answered ? "program" : null,
    verdict: verdict && { ...verdict, by: null, at: formatTime(verdict.at) },
  };
};

const buildProcessView = ({ analysis }: Recording) => {
  if (!analysis?.process) return null;
  const { summary, answers } = analysis.process;
  const { followed, total } = countAnswers(answers);
  return {
    templateId: analysis.template!.id,
    templateVersion: analysis.templateVersion,
    template: analysis.template!.name,
    summary,
    answers: answers.map(buildAnswerView),
    followed,
    missed: total - followed,
    total,
    score: computeScore(answers) ?? 0,
  };
};

const buildMetricsView = (recording: Recording) => {
  if (recording.status !== "processed" || recording.transcript.length === 0) return null;
  const metrics: Partial<ReturnType<typeof computeReferenceMetrics>> = computeReferenceMetrics(
    recording.transcript,
    recording.sentDuration,
    null,
  );
  delete metrics.duration;
  const answers = recording.analysis?.process?.answers;
  return { ...metrics, processScore: answers ? computeScore(answers) : null };
};

const buildMatchView = (org: Organization, recording: Recording) => {
  const match = findMatch(org, { recording });
  if (!match) return { eventId: null, appointment: null, match: null };
  const { eventId, startTime, id } = match.appointment;
  const { method } = match;
  return {
    eventId,
    appointment: { id },
    match: { eventId, method, offset: recording.startedAt - startTime },
  };
};

/** In the order of the call: by time, then by tracker. */
const buildHitsView = ({ hits }: Recording) => {
  const sorted = hits.toSorted(
    (a, b) => a.start - b.start || compareText(a.tracker.id, b.tracker.id),
  );
  const found = new Set(sorted.map(({ tracker }) => tracker.id));
  return {
    trackerHits: sorted.map(({ tracker, ...hit }) => ({
      tracker: { id: tracker.id },
      ...hit,
      score: 100,
    })),
    trackers: [...found].map((id) => ({ id })),
  };
};

export const buildRecordingView = (org: Organization, recording: Recording) => {
  const { analysis } = recording;
  const client = resolveClient(org, recording);
  return {
    id: recording.id,
    name: recording.name,
    status: recording.status,
    source: recording.source,
    organizationId: org.id,
    createdAt: formatTime(recording.createdAt),
    // Changes of other objects can also move this time, which the model doesn't predict.
    updatedAt: org.hasUncertainTimes ? ANYTHING : formatTime(recording.updatedAt),
    processedAt: formatTime(recording.processedAt),
    startedAt: formatTime(recording.startedAt),
    duration: computeDuration(recording),
    summary: analysis?.summary ?? null,
    actionItems: analysis?.actionItems?.map((item) => buildActionItemView(item, recording)) ?? null,
    ...showTexts(analysis),
    process: buildProcessView(recording),
    template: analysis?.template ? { id: analysis.template.id } : null,
    tags: analysis?.tags ?? [],
    closed: recording.closed,
    customFields: recording.customFields,
    url: buildUrl(recording),
    transcript: buildTranscriptView(org, recording),
    metrics: buildMetricsView(recording),
    userEmail: recording.user.email,
    user: { email: recording.user.email },
    clientId: client?.id ?? null,
    client: client && { id: client.id },
    ...buildMatchView(org, recording),
    failureReason: recording.failureReason,
    ...buildHitsView(recording),
  };
};

const compareNames = (a: { name: string; email: string }, b: { name: string; email: string }) =>
  a.name.localeCompare(b.name, "en") || (a.email < b.email ? -1 : 1);

/** `org`: as the viewer sees it, which decides what of the recording is shown. */
export const buildClipView = (org: Organization, clip: Clip) => {
  const { recording, part } = clip;
  const { start, end } = part ?? { start: 0, end: computeDuration(recording) };
  const isSeen = org.recordings.some(({ id }) => id === recording.id);
  return {
    id: clip.id,
    title: clip.title,
    start,
    end,
    isWhole: part === null,
    createdAt: formatTime(clip.createdAt),
    // The model's calls have no stored files.
    state: "without_audio",
    audioUrl: null,
    author: { email: clip.author.email },
    rep: { email: recording.user.email },
    recording: isSeen ? { id: recording.id } : null,
    transcript: (recording.isTranscriptRemoved ? [] : recording.transcript)
      .filter((line) => part === null || (line.start >= start && line.end <= end))
      .map((line) => ({ text: line.text, start: line.start, end: line.end })),
    sharedWith: isSeen
      ? {
          everyone: clip.isForEveryone,
          teams: sortByName([...clip.teams]).map(({ id }) => ({ id })),
          users: [...clip.users].toSorted(compareNames).map(({ email }) => ({ email })),
        }
      : null,
  };
};

export const buildWebhookView = (org: Organization, webhook: Webhook) => {
  const last = findLastDelivery(org, webhook);
  return {
    id: webhook.id,
    url: webhook.url,
    active: webhook.active,
    trigger: webhook.trigger,
    events: webhook.events,
    retry: webhook.retry,
    failingSince: null,
    createdAt: formatTime(webhook.createdAt),
    lastDelivery: last ? { id: last.id } : null,
  };
};

/** The model runs without the notifier, so deliveries are only logged. */
export const buildDeliveryView = (delivery: Delivery) => ({
  id: delivery.id,
  event: delivery.event,
  url: delivery.url,
  status: delivery.status,
  delivered: false,
  webhook: delivery.webhook && { id: delivery.webhook.id },
  recording: delivery.recording && { id: delivery.recording.id },
  createdAt: formatTime(delivery.createdAt),
  attemptedAt: null,
  durationMs: null,
  responseStatus: null,
  responseBody: null,
  error: delivery.error,
  payload: delivery.payload,
  test: false,
  redeliveryOf: delivery.redeliveryOf,
  messageId: delivery.messageId,
  attempt: 1,
  dueAt: null,
});
