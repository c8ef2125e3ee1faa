import { type AnswerRow, loadAnswers, NO_VERDICT } from "../../db/analysis/analysis.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";

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
  const before = await loadAnswers(trx, organizationId, [recording.id]);
  const judged = new Map(
    before.filter(({ verdictAt }) => verdictAt !== null).map((row) => [row.questionId, row]),
  );
  return answers.map((answer) => {
    const found = judged.get(answer.questionId);
    const machineYes = answer.machineYes ?? answer.yes;
    if (!found) return { ...answer, yes: machineYes, ...NO_VERDICT };
    const { yes, verdictBy, verdictAt } = found;
    return { ...answer, yes, machineYes, verdictBy, verdictAt };
  });
};

/** Counts the answers that are yes. */
export const countYes = (answers: readonly AnswerRow[]): number =>
  answers.filter(({ yes }) => yes === 1).length;

/** Returns the columns of a process with these answers. */
export const countFollowed = (
  answers: readonly AnswerRow[] | null,
): Pick<RecordingRow, "processFollowed" | "processTotal"> => ({
  processFollowed: answers && countYes(answers),
  processTotal: answers && answers.length,
});
