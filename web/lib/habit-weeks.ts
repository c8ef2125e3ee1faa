import { href } from "./location.js";
import { buildWeek } from "./range.js";

/** A week alone has too few answers to tell a habit. */
export const HABIT_WEEKS = 4;

/**
 * Builds the address of the calls of these weeks with an answer to a question: "yes", "missed", or "" for any. `latest`:
 * how many weeks from this one the last of them is.
 */
export const hrefToAnswers = (
  questionId: string,
  answer: string,
  userEmail: string,
  latest = 0,
): string => {
  const { from } = buildWeek(latest + 1 - HABIT_WEEKS);
  const to = latest === 0 ? undefined : buildWeek(latest).to;
  return href("/recordings", {}, { from, to, userEmail, questionId, answer });
};
