import { resolveInStatus } from "./recordings.js";
import { buildInvalidField, Refusal } from "./refusal.js";
import { isYesRating, resolveResult } from "./score.js";
import {
  type Answer,
  type Organization,
  type Recording,
  type Verdict,
  type World,
} from "./world.js";

/** One of yes, rating and notApplicable. */
export interface VerdictInput {
  questionId: string;
  yes?: boolean | null | undefined;
  rating?: number | null | undefined;
  notApplicable?: boolean | null | undefined;
}

const requireOneVerdict = ({ yes, rating, notApplicable }: VerdictInput): void => {
  const isRated = typeof rating === "number";
  if (yes === undefined && !isRated && !notApplicable)
    throw new Refusal("MISSING_REQUIRED_FIELD", "yes");
  if (isRated && typeof yes === "boolean") throw buildInvalidField("rating");
  if (notApplicable && (isRated || typeof yes === "boolean"))
    throw buildInvalidField("notApplicable");
};

/** Null: a verdict is taken back. */
const buildVerdict = (
  { now }: World,
  { kind }: Answer,
  { yes, rating, notApplicable }: VerdictInput,
): Verdict | null => {
  if (notApplicable) return { yes: false, rating: null, notApplicable: true, at: now };
  if (typeof rating === "number") {
    if (kind !== "rating" || rating < 1 || rating > 5) throw buildInvalidField("rating");
    return { yes: isYesRating(rating), rating, notApplicable: false, at: now };
  }
  if (typeof yes !== "boolean") return null;
  if (kind !== "yesNo") throw buildInvalidField("yes");
  return { yes, rating: null, notApplicable: false, at: now };
};

/** Sets a verdict, as a program, on an answer of the recording's analysis. */
export const setVerdict = (
  world: World,
  org: Organization,
  id: string,
  input: VerdictInput,
): Recording => {
  requireOneVerdict(input);
  const recording = resolveInStatus(org, id, "processed");
  const answer = recording.analysis?.process?.answers.find(
    ({ questionId }) => questionId === input.questionId,
  );
  if (!answer) throw buildInvalidField("questionId");
  answer.verdict = buildVerdict(world, answer, input);
  recording.updatedAt = world.now;
  return recording;
};

/**
 * Keeps a person's verdict in another analysis, unless the question has another kind since. `former`: the last answer to
 * each question, by its id.
 */
export const keepVerdict = (answer: Answer, former: ReadonlyMap<string, Answer>): Answer => {
  const judged = former.get(answer.questionId);
  const isKept = judged?.verdict?.notApplicable || judged?.kind === answer.kind;
  return { ...answer, verdict: isKept ? judged.verdict : null };
};

/** Counts how often people and analyses came to the same result, by question. */
export const countAgreement = (org: Organization): object[] => {
  const judged = org.recordings
    .flatMap(({ analysis }) => analysis?.process?.answers ?? [])
    // An analysis could have come to this result.
    .filter(
      ({ kind, rating, verdict }) =>
        verdict && !verdict.notApplicable && (kind === "yesNo" || rating !== null),
    );
  return [...new Set(judged.map(({ questionId }) => questionId))].toSorted().map((questionId) => {
    const own = judged.filter((answer) => answer.questionId === questionId);
    return {
      questionId,
      verdicts: own.length,
      agreed: own.filter((answer) => {
        const { yes, rating } = resolveResult(answer);
        return yes === answer.yes && rating === answer.rating;
      }).length,
      wrongYes: own.filter((answer) => answer.yes && !resolveResult(answer).yes).length,
    };
  });
};
