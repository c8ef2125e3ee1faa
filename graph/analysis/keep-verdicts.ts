import {
  type AnswerRow,
  loadAnswers,
  NO_VERDICT,
  type Verdict,
} from "../../db/analysis/analysis.js";
import { findEarlierAnswers } from "../../db/analysis/versions.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { toCountedFlag } from "./score.js";

type Result = Pick<AnswerRow, "yes" | "rating" | "isCounted">;

/** Returns what the analysis found, without a person's verdict. */
export const toMachineResult = (answer: AnswerRow): Result => {
  const { verdictAt, machineYes, machineRating } = answer;
  const { yes, rating } = verdictAt === null ? answer : { yes: machineYes!, rating: machineRating };
  return { yes, rating, isCounted: toCountedFlag({ ...answer, rating }) };
};

/** Returns what a person's verdict changes in an answer, beside which the analysis's own result is kept. */
export const buildVerdict = (
  answer: AnswerRow,
  given: Result & Pick<Verdict, "verdictBy" | "verdictAt">,
): Result & Verdict => {
  const { yes: machineYes, rating: machineRating } = toMachineResult(answer);
  return { ...given, machineYes, machineRating };
};

/** A verdict doesn't outlive a change of the question's kind, unless it is that the question doesn't apply. */
const isVerdictKept = (answer: AnswerRow, verdict: AnswerRow): boolean =>
  verdict.kind === answer.kind || verdict.isCounted === 0;

/**
 * Applies the verdicts on a recording's answers to the answers of a new analysis. A person's verdict outlives the analysis.
 */
export const keepVerdicts = async (
  trx: Db,
  organizationId: string,
  recording: Pick<RecordingRow, "id" | "processedAt">,
  answers: readonly AnswerRow[],
): Promise<AnswerRow[]> => {
  if (recording.processedAt === null) return [...answers];
  const before: AnswerRow[] = await loadAnswers(trx, organizationId, [recording.id]);
  const asked = new Set(before.map(({ questionId }) => questionId));
  const others = answers.map(({ questionId }) => questionId).filter((id) => !asked.has(id));
  // The last analysis may have had other questions.
  before.push(...(await findEarlierAnswers(trx, organizationId, recording.id, new Set(others))));
  const judged = new Map(
    before.filter(({ verdictAt }) => verdictAt !== null).map((row) => [row.questionId, row]),
  );
  return answers.map((answer) => {
    const found = judged.get(answer.questionId);
    if (!found || !isVerdictKept(answer, found))
      return { ...answer, ...toMachineResult(answer), ...NO_VERDICT };
    const { yes, rating, isCounted, verdictBy, verdictAt } = found;
    return { ...answer, ...buildVerdict(answer, { yes, rating, isCounted, verdictBy, verdictAt }) };
  });
};
