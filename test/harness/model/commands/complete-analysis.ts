import fc from "fast-check";
import { type AnalysisInput, type AnswerInput, completeAnalysis } from "../analysis.js";
import { mapSamples } from "../../../helpers/analysis/analysis-texts.js";
import { defineRecordingChange } from "./recording-change.js";
import type { CommandContext } from "./command-kind.js";
import {
  DUE_DAYS,
  fields,
  pickId,
  index,
  maybe,
  names,
  objects,
  pickByIndex,
  TAGS,
  TASKS,
  transcripts,
} from "./value-pool.js";

const analyses = fc.record({
  template: maybe(index),
  answers: maybe(
    fc.array(
      fc.record({
        at: index,
        yes: fc.boolean(),
        rating: fc.constantFrom(1, 2, 3, 4, 5, 5, 4, 1, 0, 6),
        sends: fc.constantFrom("kind", "kind", "kind", "kind", "kind", "kind", "both", "other"),
        answer: maybe(names),
      }),
      { maxLength: 3 },
    ),
  ),
  processSummary: maybe(names),
  input: fields<AnalysisInput>({
    summary: fc.constantFrom("", "A summary. 🙂"),
    ...mapSamples((samples) => maybe(fc.constantFrom(...samples))),
    name: maybe(names),
    transcript: maybe(transcripts),
    tags: maybe(fc.array(fc.constantFrom(...TAGS, ...TAGS, ...TAGS, "a,b"), { maxLength: 3 })),
    closed: maybe(fc.boolean()),
    customFields: maybe(objects),
    actionItems: maybe(
      fc.array(
        fields({
          text: fc.oneof(
            { weight: 1, arbitrary: names },
            { weight: 4, arbitrary: fc.constantFrom(...TASKS) },
          ),
          due: maybe(fc.constantFrom(...DUE_DAYS)),
          kind: maybe(fc.constantFrom("explicit", "client")),
          assignee: maybe(names),
          completed: maybe(fc.boolean()),
        }),
        { maxLength: 3 },
      ),
    ),
  }),
});

/** Builds an input with the IDs of existing templates and questions. */
const buildAnalysisInput = (
  { org, other }: CommandContext,
  {
    template,
    answers,
    processSummary,
    input,
  }: typeof analyses extends fc.Arbitrary<infer T> ? T : never,
): AnalysisInput => {
  const templateId =
    template === undefined ? undefined : pickId(org.templates, other.templates, template);
  const usedTemplate = org.templates.find(({ id }) => id === templateId);
  const answersSent = answers?.flatMap(({ at, yes, rating, sends, answer }): AnswerInput[] => {
    const question = pickByIndex(usedTemplate?.questions ?? [], at);
    if (!question) return [];
    const isRated = question.kind === "rating";
    return [
      {
        questionId: question.id,
        ...((isRated ? sends !== "kind" : sends !== "other") && { yes }),
        ...((isRated ? sends !== "other" : sends !== "kind") && { rating }),
        ...(answer !== undefined && { answer }),
      },
    ];
  });
  return {
    ...input,
    ...(templateId !== undefined && { templateId }),
    ...(answersSent && {
      process: {
        answers: answersSent,
        ...(processSummary && { summary: processSummary }),
      },
    }),
  };
};

export const complete = defineRecordingChange(
  14,
  ["completeAnalysis", ", $input: AnalysisInput!"],
  analyses,
  (at, data) => ({ input: buildAnalysisInput(at, data) }),
  ({ world, org }, id, { input }) => completeAnalysis(world, org, id, input),
);
