import type { AnalysisInput } from "../../../graph/analysis.js";
import type { Call } from "../analyzer.js";
import { actionItemsOf } from "./action-items.js";
import { coachingOf } from "./coaching.js";
import { processOf } from "./process.js";
import { questionsAsked } from "./questions.js";
import { sentencesOf } from "./sentences.js";
import { summarize } from "./summary.js";

/**
 * What rules find in a call: no model, no network, the same answer each time. It sets no tags and no
 * outcome: a word that was said is no judgement. Never throws, whatever the text.
 */
export const analyzeByRules = (call: Call): AnalysisInput => {
  const sentences = sentencesOf(call);
  return {
    summary: summarize(sentences),
    notes: questionsAsked(sentences),
    coaching: coachingOf(call),
    actionItems: actionItemsOf(sentences, call),
    ...processOf(sentences, call),
  };
};
