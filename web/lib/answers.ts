/** What is shown of an answer of a scorecard. */
export interface ShownAnswer {
  kind: "yesNo" | "rating";
  yes: boolean;
  rating: number | null;
  /** Whether the analysis found an answer. */
  answered: boolean;
  verdict: { notApplicable: boolean } | null;
}

/** The ratings, from the worst to the best. */
export const RATINGS = [1, 2, 3, 4, 5] as const;

export const formatRating = (rating: number): string => `${rating} of ${RATINGS.at(-1)}`;

/** Formats how often a question counts in the score. */
export const formatWeight = (weight: number): string =>
  ["once", "twice"][weight - 1] ?? `${weight} times`;

/** Describes an answer in a few words. */
export const describeAnswer = ({ kind, yes, rating, answered, verdict }: ShownAnswer): string => {
  if (verdict?.notApplicable) return "doesn’t apply";
  if (kind === "rating") return rating === null ? "not rated" : formatRating(rating);
  if (!answered && !verdict) return "not found";
  return yes ? "yes" : "no";
};

/** Formats a score; undefined while no question counts in it. */
export const formatScore = ({
  score,
  total,
}: {
  score: number;
  total: number;
}): string | undefined => (total === 0 ? undefined : String(Math.round(score)));
