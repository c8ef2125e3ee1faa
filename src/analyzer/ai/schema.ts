import * as z from "zod";

/** What strict servers refuse, or grammars cannot hold: it is said in descriptions, and checked here. */
const UNSENT = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
];

/** The JSON Schema of an answer, in the words that servers with a strict mode take. */
export const jsonSchemaOf = (schema: z.ZodType): object => {
  const sent = z.toJSONSchema(schema, {
    target: "draft-7",
    override: ({ jsonSchema }) => {
      for (const word of UNSENT) delete (jsonSchema as Record<string, unknown>)[word];
    },
  });
  delete sent.$schema;
  return sent;
};

/** A text of a model: of so many characters at most, and one that every database keeps. */
export const textOf = (most: number, description: string) =>
  z
    .string()
    .max(most)
    .refine((text) => !text.includes("\0") && text.isWellFormed(), "must be plain Unicode text")
    .describe(`${description} At most ${most} characters.`);
