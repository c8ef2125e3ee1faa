import type { AnswerRow } from "../../db/analysis/analysis.js";
import type { StoredUtterance } from "../../db/recordings/transcript.js";
import { findWords } from "../comments/words.js";
import { invalidField } from "../core/errors.js";
import { toCountedFlag } from "./score.js";

/** Returns when a word of a line begins: lines have no times within, so an even pace is assumed. */
const estimateStart = ({ text, start, end }: StoredUtterance, from: number): number =>
  start + Math.round(((end - start) * from) / Math.max(1, text.length));

const UNANSWERED = {
  answer: null,
  yes: 0,
  rating: null,
  answered: 0,
  evidence: null,
  start: null,
  source: null,
} satisfies Partial<AnswerRow>;

/**
 * Finds each answer's evidence in the transcript, near to its start if that is known. If it isn't there, the question
 * counts as not answered with `isMachine`: a program may invent what it quotes. `sent`: the answers as they were sent.
 * @throws INVALID_FIELD without `isMachine`
 */
export const locateEvidence = (
  answers: readonly AnswerRow[],
  transcript: readonly StoredUtterance[],
  { isMachine, sent }: { isMachine: boolean; sent: readonly { questionId: string }[] },
): AnswerRow[] =>
  answers.map((answer) => {
    const { evidence, start } = answer;
    if (evidence === null) return answer;
    const words =
      evidence.trim() === "" ? undefined : findWords(transcript, evidence, start ?? undefined);
    if (words) return { ...answer, start: estimateStart(transcript[words.line]!, words.from) };
    if (isMachine)
      return {
        ...answer,
        ...UNANSWERED,
        isCounted: toCountedFlag({ kind: answer.kind, rating: null }),
      };
    const index = sent.findIndex(({ questionId }) => questionId === answer.questionId);
    throw invalidField(
      `process.answers.${index}.evidence`,
      "must be words of one line of the transcript",
    );
  });
