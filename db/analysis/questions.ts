/** What answers a question: yes or no, or a rating. */
export type QuestionKind = "yesNo" | "rating";

export const RATING_RANGE = { min: 1, max: 5 } as const;

/** How much a question may weigh in the score. */
export const WEIGHT_RANGE = { min: 1, max: 10 } as const;
