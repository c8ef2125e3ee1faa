import type { AnalysisInput } from "../../graph/analysis/inputs.js";
import type { AnalysisQuestion, FoundTrackers } from "./analyzer.js";

/** What trackers answer of a template's questions. */
interface TrackedQuestions {
  answers: NonNullable<AnalysisInput["process"]>["answers"];
  /** The questions that are to be answered in another way. */
  others: AnalysisQuestion[];
}

/**
 * Answers the questions whose trackers were looked for: yes with the words in which one was found. Where it wasn't, the
 * question isn't answered.
 */
export const answerByTrackers = (
  questions: readonly AnalysisQuestion[],
  found: FoundTrackers = new Map(),
): TrackedQuestions => {
  const [answers, others]: [TrackedQuestions["answers"], AnalysisQuestion[]] = [[], []];
  for (const question of questions) {
    const place = found.get(question.trackerId ?? "");
    if (place === undefined) others.push(question);
    else if (place !== null) {
      const { quote, start } = place;
      const answer = { questionId: question.id, yes: true, answer: quote, evidence: quote };
      answers.push({ ...answer, start, source: "tracker" });
    }
  }
  return { answers, others };
};
