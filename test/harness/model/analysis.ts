import type { TestUtterance } from "../../helpers/recordings/measure-call.js";
import { type SentTexts, storeTexts } from "../../helpers/analysis/analysis-texts.js";
import { type FoundItem, keepActionItems } from "./action-items.js";
import { findAppointment } from "./appointments.js";
import { sortUtterances } from "./calls.js";
import { moveComments } from "./comments.js";
import { emit } from "./events.js";
import { requireFound, buildInvalidField, Refusal, omitUndefined } from "./refusal.js";
import { eraseRecording, linkManually, findMatch, unlinkMatch } from "./matching.js";
import { listUsersById, resolveReviewer } from "./people.js";
import { isYesRating, listCounted } from "./score.js";
import { resolveInStatus, resolveRecording } from "./recordings.js";
import { keepTagEdits } from "./tags.js";
import { awaitSearch } from "./trackers.js";
import { keepVerdict } from "./verdicts.js";
import { formatTime } from "./views.js";
import { findAgain } from "./words.js";
import type { Analysis, Answer, Organization, Question, Recording, World } from "./world.js";

/** A yes/no question needs `yes`, and a rated one `rating`. */
export interface AnswerInput {
  questionId: string;
  answer?: string;
  yes?: boolean;
  rating?: number;
}

export interface AnalysisInput extends SentTexts {
  transcript?: TestUtterance[];
  name?: string;
  summary: string;
  actionItems?: FoundItem[];
  templateId?: string;
  process?: { summary?: string; answers: AnswerInput[] };
  tags?: string[];
  closed?: boolean;
  customFields?: object;
}

export const startAnalysis = (world: World, org: Organization, id: string): Recording =>
  Object.assign(resolveInStatus(org, id, "received", "failed"), {
    status: "processing",
    failureReason: null,
    updatedAt: world.now,
  });

export const failAnalysis = (
  world: World,
  org: Organization,
  id: string,
  failureReason: string,
): Recording => {
  const recording = Object.assign(resolveInStatus(org, id, "processing"), {
    status: "failed",
    failureReason,
    updatedAt: world.now,
  } as const);
  emit(world, org, "recording.failed", recording);
  return recording;
};

/** @throws MISSING_REQUIRED_FIELD, INVALID_FIELD */
const validateResult = ({ kind }: Question, { yes, rating }: AnswerInput, field: string): void => {
  if (kind === "rating") {
    if (rating === undefined) throw new Refusal("MISSING_REQUIRED_FIELD", `${field}.rating`);
    if (rating < 1 || rating > 5) throw buildInvalidField(`${field}.rating`);
    return;
  }
  if (rating !== undefined) throw buildInvalidField(`${field}.rating`);
  if (yes === undefined) throw new Refusal("MISSING_REQUIRED_FIELD", `${field}.yes`);
};

/** Builds one answer per question of the template, in its order; a missing answer is a no. */
const buildProcess = (
  template: Analysis["template"],
  { process }: AnalysisInput,
): Analysis["process"] => {
  if (!process) return null;
  if (!template) throw new Refusal("MISSING_REQUIRED_FIELD", "templateId");
  for (const [index, answer] of process.answers.entries()) {
    const { questionId } = answer;
    const asked = template.questions.find(({ id }) => id === questionId);
    const isFirst = process.answers.findIndex((one) => one.questionId === questionId) === index;
    if (!asked || !isFirst) throw buildInvalidField(`process.answers.${index}.questionId`);
    validateResult(asked, answer, `process.answers.${index}`);
  }
  const answers = template.questions.map(({ id, question, kind, weight }): Answer => {
    const given = process.answers.find(({ questionId }) => questionId === id);
    const rating = kind === "rating" ? (given?.rating ?? null) : null;
    return {
      questionId: id,
      question,
      kind,
      weight,
      answer: given?.answer ?? null,
      yes: kind === "rating" ? isYesRating(rating) : (given?.yes ?? false),
      rating,
      answered: given !== undefined,
      verdict: null,
    };
  });
  return { summary: process.summary ?? null, answers };
};

/** Replaces content and metrics; emits the event only the first time. */
export const completeAnalysis = (
  world: World,
  org: Organization,
  id: string,
  input: AnalysisInput,
): Recording => {
  const recording = resolveInStatus(org, id, "received", "processing", "processed");
  const comma = input.tags?.findIndex((tag) => tag.includes(",")) ?? -1;
  if (comma >= 0) throw buildInvalidField(`tags.${comma}`);
  const template = org.templates.find((one) => one.id === input.templateId) ?? null;
  if (input.templateId !== undefined && !template) throw buildInvalidField("templateId");
  const process = buildProcess(template, input);
  const offered = input.transcript && sortUtterances(input.transcript);
  // What a person corrected is kept.
  const transcript = recording.originalTranscript ? undefined : offered;
  if (recording.isTranscriptRemoved && !transcript) throw new Refusal("CONFLICT");
  const isFirst = recording.processedAt === null;
  if (transcript) {
    recording.isTranscriptRemoved = false;
    moveComments(org, recording, (words) => findAgain(recording.transcript, transcript, words));
  }
  for (const answer of recording.analysis?.process?.answers ?? [])
    recording.formerAnswers.set(answer.questionId, answer);
  Object.assign(recording, omitUndefined({ name: input.name, closed: input.closed, transcript }), {
    status: "processed",
    processedAt: recording.processedAt ?? world.now,
    updatedAt: world.now,
    failureReason: null,
    customFields: { ...recording.customFields, ...input.customFields },
    analysis: {
      summary: input.summary,
      ...storeTexts(input),
      actionItems: keepActionItems(world, recording, input.actionItems),
      template,
      templateVersion: template?.version ?? null,
      process: process && {
        ...process,
        answers: process.answers.map((answer) => keepVerdict(answer, recording.formerAnswers)),
      },
      tags: keepTagEdits(recording, input.tags ?? []),
    },
  });
  awaitSearch(recording, isFirst);
  if (isFirst)
    emit(world, org, recording.createdClient ? "client.created" : "recording.processed", recording);
  if (isFirst && process && listCounted(process.answers).length > 0)
    emit(world, org, "score.created", recording);
  return recording;
};

export const syncRecording = (world: World, org: Organization, id: string): Recording => {
  const recording = resolveInStatus(org, id, "processed");
  emit(world, org, "recording.integration_updated", recording);
  return recording;
};

export const addReview = (
  world: World,
  org: Organization,
  id: string,
  { email, durationMs }: { email: string; durationMs: number },
): Recording => {
  if (durationMs < 0) throw buildInvalidField("durationMs");
  const recording = resolveRecording(org, id);
  recording.reviews.push({ user: resolveReviewer(org, email), durationMs, at: world.now });
  return recording;
};

/** Lists who has reviewed a recording, the last reviewer first. */
export const listReviewers = (world: World, org: Organization, { reviews }: Recording): object[] =>
  listUsersById(world, org)
    .flatMap((user) => {
      const own = reviews.filter((review) => review.user === user);
      if (own.length === 0) return [];
      const durationMs = own.reduce((sum, review) => sum + review.durationMs, 0);
      return [{ user, count: own.length, durationMs, at: Math.max(...own.map(({ at }) => at)) }];
    })
    .toSorted((a, b) => b.at - a.at)
    .map(({ user, count, durationMs, at }) => ({
      user: { email: user.email },
      count,
      durationMs,
      lastAt: formatTime(at),
    }));

export const deleteRecording = (org: Organization, id: string): true => {
  eraseRecording(org, resolveRecording(org, id));
  return true;
};

export const linkAppointment = (org: Organization, id: string, eventId: string): Recording => {
  const recording = resolveRecording(org, id);
  linkManually(org, {
    recording,
    appointment: requireFound(findAppointment(org, eventId), "Appointment"),
  });
  return recording;
};

export const unlinkAppointment = (org: Organization, id: string): Recording => {
  const recording = resolveRecording(org, id);
  const match = findMatch(org, { recording });
  if (!match) throw new Refusal("CONFLICT");
  unlinkMatch(org, match);
  return recording;
};
