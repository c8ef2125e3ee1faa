/** What answers a question: yes or no, or a rating. */
export const QUESTION_KINDS = ["yesNo", "rating"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** The lowest and the highest rating. */
export const RATINGS = { min: 1, max: 5 } as const;

/** How much a question may weigh in the score. */
export const WEIGHTS = { min: 1, max: 10 } as const;
