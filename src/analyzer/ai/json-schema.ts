import * as z from "zod";

/** Keywords that strict servers refuse. Descriptions state these limits, and zod checks them. */
const UNSUPPORTED_KEYWORDS = [
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

/** Converts a schema to the JSON Schema keywords that servers accept in strict mode. */
export const toJsonSchema = (schema: z.ZodType): object => {
  const converted = z.toJSONSchema(schema, {
    target: "draft-7",
    override: ({ jsonSchema }) => {
      for (const word of UNSUPPORTED_KEYWORDS) delete (jsonSchema as Record<string, unknown>)[word];
    },
  });
  delete converted.$schema;
  return converted;
};

/** Declares a text of limited length that both databases can store. */
export const boundedText = (maxCharacters: number, description: string) =>
  z
    .string()
    .max(maxCharacters)
    .refine((text) => !text.includes("\0") && text.isWellFormed(), "must be plain Unicode text")
    .describe(`${description} At most ${maxCharacters} characters.`);
