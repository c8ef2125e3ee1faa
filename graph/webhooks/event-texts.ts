import type { FoundActionItem } from "../../db/analysis/action-items.js";
import { RATING_RANGE } from "../../db/analysis/questions.js";
import type { AnswerRow } from "../../db/analysis/analysis.js";

/** Formats action items as one text: a heading for each kind that occurs, then a line for each item. */
export const formatActionItems = (
  items: readonly Pick<FoundActionItem, "kind" | "text">[],
): string =>
  [
    { kind: "explicit", heading: "Action items from meeting" },
    { kind: "client", heading: "Client action items" },
  ]
    .map(({ kind, heading }) => ({ heading, matches: items.filter((item) => item.kind === kind) }))
    .filter(({ matches }) => matches.length > 0)
    .map(({ heading, matches }) => [heading, ...matches.map((item) => `- ${item.text}`)].join("\n"))
    .join("\n\n");

type EventAnswer = Pick<AnswerRow, "question" | "answer" | "yes" | "answered"> & Partial<AnswerRow>;

/** Returns whether a person said something else than the analysis. */
const isOverruled = ({ yes, rating, machineYes, machineRating, answered }: EventAnswer): boolean =>
  answered === 0 || yes !== machineYes || rating !== machineRating;

const formatAnswer = (event: EventAnswer): string => {
  const { answer, yes, answered, rating = null, isCounted = 1, verdictAt = null } = event;
  if (verdictAt !== null && isCounted === 0) return "doesn't apply";
  const result = rating === null ? (yes ? "Yes" : "No") : `${rating} of ${RATING_RANGE.max}`;
  // The analysis's words would contradict the person.
  if (verdictAt !== null && isOverruled(event)) return result;
  if (!answered) return "not answered";
  if (answer === null) return result;
  return rating === null ? answer : `${result}: ${answer}`;
};

/** Formats the process as one text: each question with its answer, then the summary. */
export const formatProcess = (answers: readonly EventAnswer[], summary: string | null): string =>
  [
    ...answers.map((answer) => `Q: ${answer.question}\nA: ${formatAnswer(answer)}`),
    ...(summary ? [summary] : []),
  ].join("\n\n");

/** Formats milliseconds since 1970 as ISO 8601. */
export const formatOptionalTime = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();
