import * as z from "zod";

/** Keywords that servers refuse in strict mode. Descriptions state these limits, and zod checks them. */
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

/**
 * Converts a schema to the JSON Schema keywords that servers accept in strict mode. Most accept `maxItems` too, which
 * `keepsListLimits` keeps: small models repeat entries until the answer is cut off.
 */
export const toJsonSchema = (
  schema: z.ZodType,
  { keepsListLimits = false }: { keepsListLimits?: boolean } = {},
): object => {
  const removed = UNSUPPORTED_KEYWORDS.filter((word) => !(keepsListLimits && word === "maxItems"));
  const converted = z.toJSONSchema(schema, {
    target: "draft-7",
    override: ({ jsonSchema }) => {
      for (const word of removed) delete (jsonSchema as Record<string, unknown>)[word];
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

/** Removes characters that a database can't store, and the spaces around a text. */
export const cleanText = (text: string): string => text.replaceAll("\0", "").toWellFormed().trim();

const cutText = (text: string, maxCharacters: number): string => {
  const clean = cleanText(text);
  return clean.length <= maxCharacters
    ? clean
    : `${clean.slice(0, maxCharacters - 1).toWellFormed()}…`;
};

/**
 * Declares a text in a list: cut at its limit and without characters that a database can't store, so that it is always
 * valid.
 */
export const entryText = (maxCharacters: number, description: string) =>
  z
    .string()
    .overwrite((text) => cutText(text, maxCharacters))
    .describe(`${description} At most ${maxCharacters} characters.`);
