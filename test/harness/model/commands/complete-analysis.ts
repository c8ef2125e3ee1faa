import fc from "fast-check";
import { type AnalysisInput, completeAnalysis } from "../analysis.js";
import { mapSamples } from "../../../helpers/analysis/analysis-texts.js";
import type { Answer } from "../world.js";
import { defineRecordingChange } from "./recording-change.js";
import type { CommandContext } from "./command-kind.js";
import {
  fields,
  pickId,
  index,
  maybe,
  names,
  objects,
  pickByIndex,
  transcripts,
} from "./value-pool.js";

const TAGS = ["roof", "new", "__proto__", "10", "Ünï 🙂"];

const analyses = fc.record({
  template: maybe(index),
  answers: maybe(
    fc.array(fc.record({ at: index, yes: fc.boolean(), answer: maybe(names) }), { maxLength: 3 }),
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
          text: names,
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
  const answersSent = answers?.flatMap(
    ({ at, yes, answer }): Omit<Answer, "question" | "answered">[] => {
      const question = pickByIndex(usedTemplate?.questions ?? [], at);
      return question ? [{ questionId: question.id, yes, answer: answer ?? null }] : [];
    },
  );
  return {
    ...input,
    ...(templateId !== undefined && { templateId }),
    ...(answersSent && {
      process: {
        answers: answersSent as never,
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
