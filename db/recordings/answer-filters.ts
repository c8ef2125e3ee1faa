/** What the analysis, or a person after it, answered to a question. */
const answerConditions = {
  /** Any answer: the analysis had the question. */
  withQuestion: "TRUE",
  withYes: "a.yes = 1",
  withMiss: "a.yes = 0 AND a.is_counted = 1",
  withNo: "a.yes = 0 AND a.is_counted = 1 AND (a.answered = 1 OR a.verdict_at IS NOT NULL)",
  withoutAnswer: "a.yes = 0 AND a.is_counted = 1 AND a.answered = 0 AND a.verdict_at IS NULL",
  withoutRating: "a.is_counted = 0 AND a.verdict_at IS NULL",
  whereNotApplicable: "a.is_counted = 0 AND a.verdict_at IS NOT NULL",
} as const;

/** Filters on an answer. Each has the id of its question. */
export type AnswerFilters = { [Name in keyof typeof answerConditions]?: string };

const answerFilters = Object.entries(answerConditions) as [keyof AnswerFilters, string][];

/** Lists the conditions on answers that a search sets, each with the question's id. */
export const listAnswerConditions = <Value>(search: {
  [Name in keyof AnswerFilters]?: Value | undefined;
}): [condition: string, questionId: Value][] =>
  answerFilters.flatMap(([name, condition]) => {
    const questionId = search[name];
    return questionId === undefined ? [] : [[condition, questionId] as [string, Value]];
  });
