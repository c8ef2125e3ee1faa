const STRING_OR_NOT_A_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;

/** Replaces NaN and Infinity, which Python writes and JSON doesn't have, by null. */
export const withoutOddNumbers = (text: string): string =>
  /NaN|Infinity/.test(text)
    ? text.replaceAll(STRING_OR_NOT_A_NUMBER, (found) => (found.startsWith('"') ? found : "null"))
    : text;

/** Parses JSON that may have NaN and Infinity, as null. @throws SyntaxError */
export const parseLenientJson = (text: string): unknown => JSON.parse(withoutOddNumbers(text));
