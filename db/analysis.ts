import { among } from "./among.js";
import type { Db } from "./connect.js";
import { keyOf } from "./key.js";
import { insertAll } from "./insert.js";

export interface ActionItemRow {
  kind: "explicit" | "client";
  text: string;
  assignee: string | null;
  completed: number;
}

export interface AnswerRow {
  questionId: string;
  question: string;
  answer: string | null;
  yes: number;
}

interface OfRecording {
  recordingId: string;
}

export const actionItemsOf = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<(ActionItemRow & OfRecording)[]> =>
  db("action_items")
    .select({
      recordingId: "recording_id",
      kind: "kind",
      text: "text",
      assignee: "assignee",
      completed: "completed",
    })
    .where("organization_id", organizationId)
    .where(among(db, "recording_id", recordingIds))
    .orderBy(["recording_id", "position"]);

export const answersOf = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<(AnswerRow & OfRecording)[]> =>
  db("process_answers")
    .select({
      recordingId: "recording_id",
      questionId: "question_id",
      question: "question",
      answer: "answer",
      yes: "yes",
    })
    .where("organization_id", organizationId)
    .where(among(db, "recording_id", recordingIds))
    .orderBy(["recording_id", "position"]);

export const tagsOf = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<(OfRecording & { tag: string })[]> =>
  db("recording_tags")
    .select({ recordingId: "recording_id", tag: "tag" })
    .where("organization_id", organizationId)
    .where(among(db, "recording_id", recordingIds))
    .orderBy(["recording_id", "ordinal"]);

/** Replaces what an earlier analysis of the recording wrote beside it. */
export const putAnalysis = async (
  trx: Db,
  organizationId: string,
  recording: { id: string; position: number; processedAt: number | null },
  analysis: {
    actionItems: readonly ActionItemRow[];
    answers: readonly AnswerRow[];
    tags: readonly string[];
  },
): Promise<void> => {
  const row = { organization_id: organizationId, recording_id: recording.id };
  const tables = {
    action_items: analysis.actionItems.map((item, position) => ({ ...row, position, ...item })),
    process_answers: analysis.answers.map((answer, position) => ({
      ...row,
      position,
      question_id: answer.questionId,
      question: answer.question,
      answer: answer.answer,
      yes: answer.yes,
    })),
    recording_tags: analysis.tags.map((tag, ordinal) => ({
      ...row,
      ordinal,
      tag,
      tag_key: keyOf(tag),
      position: recording.position,
    })),
  };
  for (const [table, rows] of Object.entries(tables)) {
    if (recording.processedAt !== null) await trx(table).where(row).delete();
    await insertAll(trx, table, rows);
  }
};
