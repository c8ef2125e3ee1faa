import * as z from "zod";
import { cleanText, entryText } from "./json-schema.js";

export const MAX_TAGS = 8;
export const MAX_INSIGHTS = 8;
const MAX_TAG_CHARACTERS = 40;

/** Declares a list. A longer list is valid, because toAnalysisInput cuts it. */
export const boundedList = <T>(
  item: z.ZodType<T>,
  { max, description, clean }: { max: number; description: string; clean: (list: T[]) => T[] },
) =>
  z
    .array(item)
    .overwrite(clean)
    .meta({
      description: `${description} At most ${max}, the most important first.`,
      maxItems: max,
    });

/** Splits tags at commas, and drops empty, overlong and duplicate tags. */
const normalizeTags = (tags: string[]): string[] => [
  ...new Set(
    tags
      .flatMap((tag) => tag.split(","))
      .map(cleanText)
      .filter((tag) => tag !== "" && tag.length <= MAX_TAG_CHARACTERS),
  ),
];

/** Declares a list of short, non-empty facts. */
export const insightList = (description: string) =>
  boundedList(entryText(200, "One thing, in a few words."), {
    max: MAX_INSIGHTS,
    description,
    clean: (insights) => insights.filter((insight) => insight !== ""),
  });

/** Declares a list of tags in the database's format. */
export const tagList = (description: string) =>
  boundedList(z.string().describe(`A word or two. At most ${MAX_TAG_CHARACTERS} characters.`), {
    max: MAX_TAGS,
    description,
    clean: normalizeTags,
  });
