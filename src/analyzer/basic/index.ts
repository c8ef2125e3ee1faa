import type { AnalysisInput } from "../../../graph/analysis/inputs.js";
import type { Call } from "../analyzer.js";
import { extractActionItems } from "./action-items.js";
import { buildCoaching } from "./coaching.js";
import { createFindSaid, type Vectors } from "./meanings.js";
import { buildProcess } from "./process.js";
import { formatQuestionsAsked } from "./questions.js";
import { extractSentences } from "./sentences.js";
import { summarize } from "./summarize.js";

/**
 * Analyses a call by rules: without a model server or network, with the same result each time. `vectors`: the meanings
 * of its `listMeaningTexts`; without them, questions are answered by their words alone. Sets neither tags nor `closed`,
 * because a spoken word isn't a judgement. Never throws.
 */
export const analyzeByRules = (call: Call, vectors: Vectors = new Map()): AnalysisInput => {
  const sentences = extractSentences(call);
  return {
    summary: summarize(sentences),
    notes: formatQuestionsAsked(sentences),
    coaching: buildCoaching(call),
    actionItems: extractActionItems(sentences, call),
    ...buildProcess(sentences, call, createFindSaid(sentences, vectors)),
  };
};
