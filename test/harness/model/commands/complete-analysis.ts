import fc from "fast-check";
import { type AnalysisInput, completeAnalysis } from "../analysis.js";
import type { Answer } from "../world.js";
import { changing } from "./changing.js";
import type { Place } from "./kind.js";
import { fields, idOf, index, maybe, names, objects, pick, transcripts } from "./pool.js";

const TAGS = ["roof", "new", "__proto__", "10", "Ünï 🙂"];

const analyses = fc.record({
  template: maybe(index),
  answers: maybe(
    fc.array(fc.record({ at: index, yes: fc.boolean(), answer: maybe(names) }), { maxLength: 3 }),
  ),
  processSummary: maybe(names),
  input: fields<AnalysisInput>({
    summary: fc.constantFrom("", "A summary. 🙂"),
    notes: maybe(names),
    coaching: maybe(fc.constantFrom("", " \u00a0\n", "**Well** done.")),
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

/** The input with the ids of templates and questions that there are. */
const analysisOf = (
  { org, other }: Place,
  {
    template,
    answers,
    processSummary,
    input,
  }: typeof analyses extends fc.Arbitrary<infer T> ? T : never,
): AnalysisInput => {
  const templateId =
    template === undefined ? undefined : idOf(org.templates, other.templates, template);
  const asked = org.templates.find(({ id }) => id === templateId);
  const given = answers?.flatMap(({ at, yes, answer }): Omit<Answer, "question">[] => {
    const question = pick(asked?.questions ?? [], at);
    return question ? [{ questionId: question.id, yes, answer: answer ?? null }] : [];
  });
  return {
    ...input,
    ...(templateId !== undefined && { templateId }),
    ...(given && {
      process: { answers: given as never, ...(processSummary && { summary: processSummary }) },
    }),
  };
};

export const complete = changing(
  14,
  ["completeAnalysis", ", $input: AnalysisInput!"],
  analyses,
  (at, data) => ({ input: analysisOf(at, data) }),
  ({ world, org }, id, { input }) => completeAnalysis(world, org, id, input),
);
