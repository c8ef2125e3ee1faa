import type { Answer } from "./world.js";

const MAX_POINTS = 4;

/** What counts as the answer: a person's verdict or, without one, what the analysis found. */
export interface CountedResult {
  yes: boolean;
  rating: number | null;
  isCounted: boolean;
}

/** Ratings of 4 and 5 count as yes. */
export const isYesRating = (rating: number | null): boolean => (rating ?? 0) >= 4;

/** A rating that no one has given doesn't count, nor a question that doesn't apply. */
export const resolveResult = ({ kind, yes, rating, verdict }: Answer): CountedResult => {
  if (verdict?.notApplicable) return { yes: false, rating: null, isCounted: false };
  const result = verdict ?? { yes, rating };
  return {
    yes: result.yes,
    rating: result.rating,
    isCounted: kind === "yesNo" || result.rating !== null,
  };
};

export const listCounted = (answers: readonly Answer[]): Answer[] =>
  answers.filter((answer) => resolveResult(answer).isCounted);

const countPoints = (answer: Answer): number => {
  const { yes, rating } = resolveResult(answer);
  if (answer.kind === "rating") return rating! - 1;
  return yes ? MAX_POINTS : 0;
};

/** Returns the percentage of the points that were possible; null if there are questions, and none counts. */
export const computeScore = (answers: readonly Answer[]): number | null => {
  if (answers.length === 0) return 0;
  const counted = listCounted(answers);
  if (counted.length === 0) return null;
  let [points, possible] = [0, 0];
  for (const answer of counted) {
    points += answer.weight * countPoints(answer);
    possible += answer.weight * MAX_POINTS;
  }
  return (100 * points) / possible;
};

/** Counts the questions that count, and those of them that are answered yes. */
export const countAnswers = (answers: readonly Answer[]): { followed: number; total: number } => {
  const counted = listCounted(answers);
  return {
    followed: counted.filter((answer) => resolveResult(answer).yes).length,
    total: counted.length,
  };
};
