import { registerEnumType } from "type-graphql";
import type { QuestionKind } from "../../db/analysis/questions.js";
import { invalidField } from "../core/errors.js";

/** What answers a question. */
export const QuestionKinds = { yesNo: "yesNo", rating: "rating" } as const satisfies {
  [Kind in QuestionKind]: Kind;
};
registerEnumType(QuestionKinds, {
  name: "QuestionKind",
  description: "What answers a question of a template.",
  valuesConfig: {
    yesNo: { description: "Yes or no." },
    rating: {
      description: "A number from 1 to 5, from a model, a program or a person. Rules don't rate.",
    },
  },
});

/** @throws INVALID_FIELD if the number is outside the range */
export const validateRange = (
  field: string,
  value: number,
  { min, max }: { min: number; max: number },
): void => {
  if (value < min || value > max) throw invalidField(field, `must be from ${min} to ${max}`);
};
