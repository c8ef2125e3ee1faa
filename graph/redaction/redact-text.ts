import type { TextSpan } from "./find-card-numbers.js";

export const CARD_REPLACEMENT = "[card number]";

/** Replaces the spans of one line, which are sorted and don't overlap. */
export const replaceSpans = (
  text: string,
  spans: readonly Pick<TextSpan, "start" | "end">[],
  replacement: string,
): string => {
  let result = "";
  let from = 0;
  for (const { start, end } of spans) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
};
