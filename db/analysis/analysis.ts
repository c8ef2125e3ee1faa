import { among, type OfMany } from "./among.js";
import type { Db } from "./connect.js";
import { keyOf } from "./key.js";
import { insertAll } from "./insert.js";
import { prepared } from "./prepared.js";

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

const actionItems = prepared<OfMany, ActionItemRow & OfRecording>((db, values) =>
  db("action_items")
    .select({
      recordingId: "recording_id",
      kind: "kind",
      text: "text",
      assignee: "assignee",
      completed: "completed",
    })
    .where("organization_id", values.organizationId)
    .where(among(db, "recording_id", values.ids))
    .orderBy(["recording_id", "position"]),
);

export const actionItemsOf = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<(ActionItemRow & OfRecording)[]> => actionItems(db, { organizationId, ids });

const answers = prepared<OfMany, AnswerRow & OfRecording>((db, values) =>
  db("process_answers")
    .select({
      recordingId: "recording_id",
      questionId: "question_id",
      question: "question",
      answer: "answer",
      yes: "yes",
    })
    .where("organization_id", values.organizationId)
    .where(among(db, "recording_id", values.ids))
    .orderBy(["recording_id", "position"]),
);

export const answersOf = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<(AnswerRow & OfRecording)[]> => answers(db, { organizationId, ids });

const tags = prepared<OfMany, OfRecording & { tag: string }>((db, values) =>
  db("recording_tags")
    .select({ recordingId: "recording_id", tag: "tag" })
    .where("organization_id", values.organizationId)
    .where(among(db, "recording_id", values.ids))
    .orderBy(["recording_id", "ordinal"]),
);

export const tagsOf = async (
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<(OfRecording & { tag: string })[]> => tags(db, { organizationId, ids });

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
