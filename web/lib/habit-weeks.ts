import { href } from "./location.js";
import { buildWeek } from "./range.js";

/** A week alone has too few answers to tell a habit. */
export const HABIT_WEEKS = 4;

/** Builds the address of the calls of these weeks with an answer to a question: "yes", "missed", or "" for any. */
export const hrefToAnswers = (questionId: string, answer: string, userEmail: string): string =>
  href("/recordings", {}, { from: buildWeek(1 - HABIT_WEEKS).from, userEmail, questionId, answer });
