import type { Db } from "../engine/connect.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";
import type { AnswerRow, Verdict } from "./analysis.js";

/** Stores the verdict on an answer, or removes it (`NO_VERDICT`). `yes`: the answer that counts from now on. */
export const updateVerdict = async (
  trx: Db,
  organizationId: string,
  { recordingId, questionId }: { recordingId: string; questionId: string },
  verdict: Verdict & Pick<AnswerRow, "yes" | "rating" | "isCounted">,
): Promise<void> => {
  await trx("process_answers")
    .where({
      organization_id: organizationId,
      recording_id: recordingId,
      question_id: questionId,
    })
    .update({
      yes: verdict.yes,
      rating: verdict.rating,
      is_counted: verdict.isCounted,
      machine_yes: verdict.machineYes,
      machine_rating: verdict.machineRating,
      verdict_by: verdict.verdictBy,
      verdict_at: verdict.verdictAt,
    });
};

/** How the verdicts on a question compare with what the analyses found. */
export interface AgreementRow {
  questionId: string;
  verdicts: number;
  agreed: number;
  /** The analysis said yes, the person no. */
  wrongYes: number;
}

/**
 * Counts the verdicts on each question that has any, over the recordings that the caller may see. Verdicts that no
 * analysis could have given don't count: that a question doesn't apply, and a rating where the analysis found none.
 */
export const countVerdicts = async (db: Db, organizationId: string): Promise<AgreementRow[]> =>
  db("process_answers")
    .where("organization_id", organizationId)
    .whereNotNull("verdict_at")
    .whereRaw("is_counted = 1 AND (kind = 'yesNo' OR machine_rating IS NOT NULL)")
    .modify(withinRecordingScope(db, organizationId, "process_answers.recording_id"))
    .groupBy("question_id")
    .orderBy("question_id")
    .select(
      db.raw(`question_id AS "questionId", CAST(count(*) AS INTEGER) AS verdicts,
        CAST(sum(CASE WHEN yes = machine_yes AND coalesce(rating, 0) = coalesce(machine_rating, 0) THEN 1 ELSE 0 END) AS INTEGER) AS agreed,
        CAST(sum(CASE WHEN yes < machine_yes THEN 1 ELSE 0 END) AS INTEGER) AS "wrongYes"`),
    );
