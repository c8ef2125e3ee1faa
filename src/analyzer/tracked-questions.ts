import type { AnalysisInput } from "../../graph/analysis/inputs.js";
import type { TrackerRule } from "../../db/trackers/trackers.js";
import type { TrackedCall } from "../../graph/core/tracker-port.js";
import type { AnalysisQuestion, FoundTracker, FoundTrackers } from "./analyzer.js";

/** Long quotes are cut, which an ellipsis shows. */
const withoutEllipses = (quote: string): string => quote.replaceAll(/^…|…$/g, "");

/** Returns the most certain place of each tracker in a call that was searched for them. */
export const pickPlaces = (
  rules: readonly TrackerRule[],
  { hits }: Pick<TrackedCall, "hits">,
): FoundTrackers => {
  const findBest = (id: string): FoundTracker | null => {
    const own = hits.filter(({ trackerId }) => trackerId === id);
    const best = Math.max(...own.map(({ score }) => score));
    const hit = own.find(({ score }) => score === best);
    return hit ? { quote: withoutEllipses(hit.quote), start: hit.start } : null;
  };
  return new Map(rules.map(({ id }) => [id, findBest(id)]));
};

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
