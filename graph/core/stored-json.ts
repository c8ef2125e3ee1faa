import { parseExactJson } from "./exact-json.js";

/**
 * Creates a parser of stored JSON that remembers its last text: a field under several aliases parses a row's
 * text once. Callers must not change the value.
 */
export const createStoredJsonParser = (): ((text: string) => unknown) => {
  let lastText: string | undefined;
  let lastValue: unknown;
  return (text) => {
    if (text !== lastText) {
      lastValue = parseExactJson(text);
      lastText = text;
    }
    return lastValue;
  };
};
