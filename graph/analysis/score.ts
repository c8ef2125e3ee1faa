import type { AnswerRow } from "../../db/analysis/analysis.js";
import { RATING_RANGE } from "../../db/analysis/questions.js";
import type { RecordingRow } from "../../db/recordings/fields.js";

/** The points of the highest rating, and of a yes. The lowest rating has none. */
const MAX_POINTS = RATING_RANGE.max - RATING_RANGE.min;

/** Ratings from this one on count as yes, where yes and no are counted. */
const YES_RATING = 4;

/** Returns whether a rating counts as yes: 1 or 0. */
export const toYesFlag = (rating: number | null): number =>
  rating !== null && rating >= YES_RATING ? 1 : 0;

/** Returns whether an answer counts in the score unless a person excludes it: 0 for a rating that isn't given yet. */
export const toCountedFlag = ({ kind, rating }: Pick<AnswerRow, "kind" | "rating">): number =>
  kind === "rating" && rating === null ? 0 : 1;

type CountedAnswer = Pick<AnswerRow, "kind" | "yes" | "rating" | "weight" | "isCounted">;

const countPoints = ({ kind, yes, rating }: CountedAnswer): number =>
  kind === "rating" ? (rating ?? RATING_RANGE.min) - RATING_RANGE.min : yes * MAX_POINTS;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, add) => total + add, 0);

/** Returns the columns of a process with these answers. Null: no process. */
export const buildScoreColumns = (
  answers: readonly CountedAnswer[] | null,
): Pick<RecordingRow, "processFollowed" | "processTotal" | "processPoints" | "processMax"> => {
  const counted = (answers ?? []).filter(({ isCounted }) => isCounted === 1);
  // A template without questions has no points: its score is 0, not one that is still to come.
  const hasQuestions = answers !== null && answers.length > 0;
  return {
    processFollowed: answers && sum(counted.map(({ yes }) => yes)),
    processTotal: answers && counted.length,
    processPoints: hasQuestions
      ? sum(counted.map((answer) => answer.weight * countPoints(answer)))
      : null,
    processMax: hasQuestions ? sum(counted.map(({ weight }) => weight * MAX_POINTS)) : null,
  };
};
