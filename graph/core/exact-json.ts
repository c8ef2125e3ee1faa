/** The largest integers that a number holds exactly have 16 digits. */
const MAY_HAVE_LONG_INTEGER = /\d{16}/;
const INTEGER = /^-?\d+$/;

/** JSON's own functions for numbers as text; TypeScript's library doesn't have them yet. */
const exact = JSON as unknown as {
  rawJSON: (text: string) => object;
  isRawJSON: (value: unknown) => boolean;
};

/** Returns the digits of an integer beyond 2^53 from `parseExactJson`; undefined for any other value. */
export const readLongInteger = (value: unknown): string | undefined =>
  exact.isRawJSON(value) ? (value as { rawJSON: string }).rawJSON : undefined;

const revive = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === "number" &&
  Number.isInteger(value) &&
  !Number.isSafeInteger(value) &&
  source !== undefined &&
  INTEGER.test(source)
    ? exact.rawJSON(source)
    : value;

/**
 * Parses JSON. Integers beyond 2^53 become objects that `JSON.stringify` writes with all their digits: an id in a
 * sender's metadata must come back as it was. @throws SyntaxError
 */
export const parseExactJson = (text: string): unknown =>
  MAY_HAVE_LONG_INTEGER.test(text)
    ? JSON.parse(text, revive as Parameters<typeof JSON.parse>[1])
    : JSON.parse(text);

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
