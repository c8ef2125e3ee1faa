import fc from "fast-check";
import { computeReferenceMetrics } from "../helpers/recordings/reference-metrics.js";
import {
  measureCall,
  type MeasuredMetrics,
  type TestUtterance,
} from "../helpers/recordings/measure-call.js";
import { test } from "../helpers/suite.js";
import { createTemplate } from "../helpers/analysis/templates.js";

const word = fc.oneof(
  fc.constantFrom(
    ..."don't it’s naïve e\u0301te\u0301 日本語 привет שלום ماذا 42 x2".split(" "),
    ..."- 🙂 a_b well, re-do ' … “so”".split(" "),
    ..."http://x/?a=b why?not “so?” (so??) so?! so…? だ？だ".split(" "),
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).map((text) =>
    // U+0000 is refused, and only the generator ends sentences.
    text.replaceAll(/[\0.!?？؟]/gu, "x"),
  ),
);

const sentence = fc
  .tuple(
    fc.array(word, { minLength: 1, maxLength: 4 }),
    fc.constantFrom("", ".", "!", "?", "？", "؟", "??", "!!"),
  )
  .map(([spoken, end]) => spoken.join(" ") + end);

const utterance: fc.Arbitrary<TestUtterance> = fc
  .record({
    speaker: fc.constantFrom("A", "B", "C"),
    role: fc.constantFrom("rep" as const, "client" as const, "other" as const),
    text: fc.array(sentence, { maxLength: 3 }).map((sentences) => sentences.join(" ")),
    start: fc.nat(60_000),
    length: fc.oneof(fc.constant(0), fc.nat(20_000)),
  })
  .map(({ length, ...rest }) => ({ ...rest, end: rest.start + length }));

const QUESTION_COUNT = 3;

test("the metrics of any transcript equal the reference formulas", async (t) => {
  const { org } = t.context;
  const template = await createTemplate(org, "One?", "Two?", "Three?");
  const property = fc.asyncProperty(
    fc.array(utterance, { maxLength: 8 }),
    fc.option(fc.nat(600_000)),
    fc.option(fc.array(fc.boolean(), { maxLength: QUESTION_COUNT })),
    async (transcript, duration, answers) => {
      const process = answers && {
        answers: answers.map((yes, index) => ({ questionId: template.questions[index]!.id, yes })),
      };
      const actual = await measureCall(org, transcript, {
        call: { call_id: crypto.randomUUID(), duration_ms: duration },
        analysis: { templateId: template.id, process },
      });
      const score = answers && {
        yes: answers.filter((yes) => yes).length,
        questions: QUESTION_COUNT,
      };
      const reference = computeReferenceMetrics(transcript, duration, score);
      // Without an utterance, there is only a duration.
      const expected = transcript.length > 0 ? reference : { duration: reference.duration };
      if (Object.keys(actual).length !== Object.keys(expected).length)
        throw new Error(`the metrics are ${Object.keys(actual).join()}`);
      for (const [name, value] of Object.entries(expected)) {
        const measured = actual[name as keyof MeasuredMetrics];
        // Another order of the same operations may differ in the last bits.
        const isNear =
          typeof value === "number" && typeof measured === "number"
            ? Math.abs(measured - value) <= Math.abs(value) * 1e-12
            : measured === value;
        if (!isNear) throw new Error(`${name} is ${measured} where it must be ${value}`);
      }
    },
  );
  await t.notThrowsAsync(async () => fc.assert(property, { numRuns: 60 }));
});
