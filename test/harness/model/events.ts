import { computeDuration } from "./calls.js";
import { resolveClient } from "./clients.js";
import type { EventName } from "../../helpers/rest/contract-events.js";
import { findMatch } from "./matching.js";
import { buildClientView, formatTime, buildUrl } from "./views.js";
import { computeScore, countAnswers, resolveResult } from "./score.js";
import {
  type ActionItem,
  type Answer,
  type Delivery,
  newId,
  type Organization,
  type Recording,
  type Webhook,
  type World,
} from "./world.js";

const formatActionItems = (items: readonly ActionItem[]): string =>
  (
    [
      ["explicit", "Action items from meeting"],
      ["client", "Client action items"],
    ] as const
  )
    .map(([kind, heading]) => [heading, ...formatLines(items, kind)])
    .filter((lines) => lines.length > 1)
    .map((lines) => lines.join("\n"))
    .join("\n\n");

const formatLines = (items: readonly ActionItem[], kind: string): string[] =>
  items.filter((item) => item.kind === kind).map(({ text }) => `- ${text}`);

const formatAnswer = (answer: Answer): string => {
  const { yes, rating, isCounted } = resolveResult(answer);
  const { verdict, answered } = answer;
  if (verdict?.notApplicable) return "doesn't apply";
  const result = rating === null ? (yes ? "Yes" : "No") : `${rating} of 5`;
  // The analysis's words would contradict the person.
  const isOverruled = verdict && (!answered || yes !== answer.yes || rating !== answer.rating);
  if (isOverruled) return result;
  if (!answered || !isCounted) return "not answered";
  if (answer.answer === null) return result;
  return rating === null ? answer.answer : `${result}: ${answer.answer}`;
};

const formatProcess = ({ analysis }: Recording): string =>
  [
    ...(analysis?.process?.answers ?? []).map(
      (answer) => `Q: ${answer.question}\nA: ${formatAnswer(answer)}`,
    ),
    ...(analysis?.process?.summary ? [analysis.process.summary] : []),
  ].join("\n\n");

const buildEventData = (org: Organization, recording: Recording): Record<string, unknown> => {
  const answers = recording.analysis?.process?.answers ?? [];
  const { followed, total } = countAnswers(answers);
  const match = findMatch(org, { recording });
  return {
    id: recording.id,
    name: recording.name,
    actionItems: formatActionItems(recording.analysis?.actionItems ?? []),
    notes: recording.analysis?.notes ?? "",
    meetingUrl: buildUrl(recording),
    process: formatProcess(recording),
    processFollowed: followed,
    processMissed: total - followed,
    processTotal: total,
    // Undefined without a match, but a custom field of this name is omitted anyway.
    event_id: match?.appointment.eventId,
    status: recording.status,
    createdAt: formatTime(recording.createdAt),
    duration: computeDuration(recording),
    summary: recording.analysis?.summary ?? "",
    userEmail: recording.user.email,
    clientId: resolveClient(org, recording)?.id ?? null,
  };
};

const buildFailureData = (org: Organization, recording: Recording): Record<string, unknown> => {
  const { id, name, meetingUrl, event_id, status, createdAt, duration, userEmail, clientId } =
    buildEventData(org, recording);
  const { failureReason } = recording;
  return {
    id,
    name,
    failureReason,
    meetingUrl,
    event_id,
    status,
    createdAt,
    duration,
    userEmail,
    clientId,
  };
};

const buildScoreEnvelope = (recording: Recording): string => {
  const { template, process } = recording.analysis!;
  const { answers } = process!;
  const data = {
    score: computeScore(answers),
    templateId: template!.id,
    template: template!.name,
    answers: answers.map(({ questionId, question, yes, answer, rating }) => ({
      questionId,
      question,
      yes,
      answer,
      rating,
    })),
    recordingId: recording.id,
    recordingName: recording.name,
    userEmail: recording.user.email,
    meetingUrl: buildUrl(recording),
  };
  return JSON.stringify({ event: "score.created", data });
};

/** Puts custom fields first and omits those with the name of an event field. */
const buildEnvelope = (org: Organization, event: EventName, recording: Recording): string => {
  if (event === "score.created") return buildScoreEnvelope(recording);
  const own = {
    ...(event === "recording.failed"
      ? buildFailureData(org, recording)
      : buildEventData(org, recording)),
    ...(event === "client.created" && {
      client: buildClientView(recording.createdClient!),
      integration: { entity: recording.entity },
    }),
  };
  const custom = Object.entries(recording.customFields).filter(([name]) => !(name in own));
  return JSON.stringify({ event, data: { ...Object.fromEntries(custom), ...own } });
};

/** The trigger filters recording.processed only; other events must be listed explicitly. */
const isSubscribed = (
  { active, events, trigger }: Webhook,
  event: EventName,
  { source }: Recording,
): boolean => {
  if (!active) return false;
  if (event !== "recording.processed") return events.includes(event);
  return (events.length === 0 || events.includes(event)) && ["all", source].includes(trigger);
};

/** Adds a delivery for each subscribed webhook, and returns them. */
export const emit = (
  world: World,
  org: Organization,
  event: EventName,
  recording: Recording,
  payload = buildEnvelope(org, event, recording),
): Delivery[] => {
  const webhooks = org.webhooks.toSorted(
    (a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  );
  const subscribed = webhooks.filter((one) => isSubscribed(one, event, recording));
  const deliveries = subscribed.map((webhook): Delivery => {
    const id = newId(world);
    return {
      id,
      messageId: id,
      event,
      webhook,
      recording,
      url: webhook.url,
      status: "pending",
      error: null,
      payload,
      createdAt: world.now,
      redeliveryOf: null,
    };
  });
  org.deliveries.push(...deliveries);
  return deliveries;
};
