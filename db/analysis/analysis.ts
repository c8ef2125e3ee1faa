import { inList, type IdBatch } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import { insertAll } from "../engine/insert-all.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";
import type { QuestionKind } from "./questions.js";
import { type StoredActionItem, insertActionItems } from "./action-items.js";
import { replaceTags } from "./tags.js";

/** What found an answer: debrief's rules, a tracker, a model, or a program over the API. */
export type AnswerSource = "rules" | "tracker" | "model" | "program";

export interface AnswerRow {
  questionId: string;
  question: string;
  answer: string | null;
  yes: number;
  /** 0 if the analysis did not answer the question. */
  answered: number;
  /** The words of the transcript that support the answer. */
  evidence: string | null;
  /** Where they start, in milliseconds from the start of the recording. */
  start: number | null;
  /** Null without an answer, and for one of an earlier release. */
  source: AnswerSource | null;
  kind: QuestionKind;
  weight: number;
  /** For a question that is rated, from 1 to 5; null while no one has. */
  rating: number | null;
  /** 0 while a question that is rated has no rating, and where a person said that it doesn't apply to the call. */
  isCounted: number;
  /** What the analysis found, if a person has judged: `yes` is the person's verdict. Null without one. */
  machineYes: number | null;
  /** The same for the rating. */
  machineRating: number | null;
  /** The user's id; null without a verdict, and for that of a program. */
  verdictBy: string | null;
  /** Milliseconds since 1970; null without a verdict. */
  verdictAt: number | null;
}

/** A person's verdict on an answer. */
export type Verdict = Pick<AnswerRow, "machineYes" | "machineRating" | "verdictBy" | "verdictAt">;

export const NO_VERDICT: Verdict = {
  machineYes: null,
  machineRating: null,
  verdictBy: null,
  verdictAt: null,
};

interface RecordingRef {
  recordingId: string;
}

const answersByRecordingIds = prepareQuery<IdBatch, AnswerRow & RecordingRef>((db, values) =>
  db("process_answers")
    .select({
      recordingId: "recording_id",
      questionId: "question_id",
      question: "question",
      answer: "answer",
      yes: "yes",
      answered: "answered",
      evidence: "evidence",
      start: "evidence_start",
      source: "source",
      kind: "kind",
      weight: "weight",
      rating: "rating",
      machineYes: "machine_yes",
      machineRating: "machine_rating",
      isCounted: "is_counted",
      verdictBy: "verdict_by",
      verdictAt: "verdict_at",
    })
    .where("organization_id", values.organizationId)
    .where(inList(db, "recording_id", values.ids))
    .modify(withinRecordingScope(db, values.organizationId, "process_answers.recording_id"))
    .orderBy(["recording_id", "position"]),
);

export const loadAnswers = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<(AnswerRow & RecordingRef)[]> => answersByRecordingIds(db, { organizationId, ids });

const tagsByRecordingIds = prepareQuery<IdBatch, RecordingRef & { tag: string }>((db, values) =>
  db("recording_tags")
    .select({ recordingId: "recording_id", tag: "tag" })
    .where("organization_id", values.organizationId)
    .where(inList(db, "recording_id", values.ids))
    .modify(withinRecordingScope(db, values.organizationId, "recording_tags.recording_id"))
    .orderBy(["recording_id", "ordinal"]),
);

export const loadTagsByRecordings = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<(RecordingRef & { tag: string })[]> => tagsByRecordingIds(db, { organizationId, ids });

/** Replaces the action items, answers and tags of a recording. */
export const replaceAnalysis = async (
  trx: Db,
  organizationId: string,
  recording: { id: string; position: number; processedAt: number | null },
  analysis: {
    actionItems: readonly StoredActionItem[];
    answers: readonly AnswerRow[];
    tags: readonly string[];
  },
): Promise<void> => {
  const row = { organization_id: organizationId, recording_id: recording.id };
  const answers = analysis.answers.map((answer, position) => ({
    ...row,
    position,
    question_id: answer.questionId,
    question: answer.question,
    answer: answer.answer,
    yes: answer.yes,
    answered: answer.answered,
    evidence: answer.evidence,
    evidence_start: answer.start,
    source: answer.source,
    kind: answer.kind,
    weight: answer.weight,
    rating: answer.rating,
    machine_yes: answer.machineYes,
    machine_rating: answer.machineRating,
    is_counted: answer.isCounted,
    verdict_by: answer.verdictBy,
    verdict_at: answer.verdictAt,
  }));
  const isAgain = recording.processedAt !== null;
  if (isAgain) await trx("action_items").where(row).delete();
  await insertActionItems(trx, organizationId, recording, analysis.actionItems);
  if (isAgain) await trx("process_answers").where(row).delete();
  await insertAll(trx, "process_answers", answers);
  await replaceTags(trx, organizationId, recording, analysis.tags);
};
