import type { AnalysisInput } from "../../../graph/analysis/inputs.js";
import type { Call } from "../analyzer.js";
import { extractActionItems, withNextStep } from "./action-items.js";
import { buildCoaching } from "./coaching.js";
import { createFindSaid } from "./meanings.js";
import type { ConceptId } from "../../meaning/concepts/concepts.js";
import { SAID_SCORE } from "../../meaning/concepts/classify.js";
import { findMoments, listMoments, type Moments, type Vectors } from "./moments.js";
import { findOutcome } from "./outcome.js";
import { buildProcess } from "./process.js";
import { formatQuestionsAsked } from "./questions.js";
import { extractSentences, type Sentence } from "./sentences.js";
import { summarize } from "./summarize.js";

const NO_MOMENTS: Moments = new Map();

const listSaid = (moments: Moments | undefined, id: ConceptId): Sentence[] =>
  listMoments(moments ?? NO_MOMENTS, id, SAID_SCORE).map(({ sentence }) => sentence);

/**
 * Analyses a call by rules: without a model server or network, with the same result each time. `vectors`: the meanings
 * of its `listMeaningTexts`; without them, words alone are compared, and neither tags nor `closed` are set. `sayings`:
 * concepts are found by usual words alone; that one isn't found then shows nothing, and no coaching follows from it. Never
 * throws.
 */
export const analyzeByRules = (
  call: Call,
  vectors: Vectors | "sayings" = new Map(),
): AnalysisInput => {
  const sentences = extractSentences(call);
  const isKnown = vectors === "sayings" || vectors.size > 0;
  const moments = isKnown ? findMoments(sentences, vectors) : undefined;
  const context = { sentences, agenda: new Set(listSaid(moments, "agenda")) };
  return {
    summary: summarize(sentences, moments ?? NO_MOMENTS),
    notes: formatQuestionsAsked(sentences),
    coaching: buildCoaching(call, sentences, vectors === "sayings" ? undefined : moments),
    actionItems: withNextStep(
      extractActionItems(sentences, call, context),
      listSaid(moments, "next_step"),
      call,
      context,
    ),
    ...(moments && findOutcome(moments)),
    ...buildProcess(sentences, call, createFindSaid(moments)),
  };
};
