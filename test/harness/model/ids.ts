import type { Id } from "./world.js";

const SYMBOL_PATTERN = /‹[^›]*›/g;
const SYMBOL_ONLY = /^‹[^›]*›$/;

/** Matches any value, where the model has no expectation. */
export const ANYTHING = Symbol("any");

/** Maps the model's IDs and cursors to the program's, as responses reveal them. */
export class Ids {
  readonly #actualById = new Map<Id, string>();
  readonly #boundValues = new Set<string>();

  /** Binds an ID at its first use; later it must be the same. Returns whether it is. */
  bind(id: Id, actual: string): boolean {
    const bound = this.#actualById.get(id);
    if (bound !== undefined) return bound === actual;
    if (this.#boundValues.has(actual)) return false;
    this.#actualById.set(id, actual);
    this.#boundValues.add(actual);
    return true;
  }

  /** Replaces the model's known IDs in a text. */
  fillText(text: string): string {
    return text.replace(SYMBOL_PATTERN, (id) => this.#actualById.get(id) ?? id);
  }

  /** Whether the value contains an ID that isn't bound yet. */
  hasUnknown(value: unknown): boolean {
    return ((JSON.stringify(value) ?? "").match(SYMBOL_PATTERN) ?? []).some(
      (id) => !this.#actualById.has(id),
    );
  }

  fillValue<T>(value: T): T {
    const text = JSON.stringify(value);
    return text === undefined ? value : (JSON.parse(this.fillText(text)) as T);
  }
}

/** Lists the texts that can only be compared once all IDs in them are bound. */
export const listEmbeddedTexts = (value: unknown): unknown[] =>
  typeof value === "string"
    ? SYMBOL_ONLY.test(value)
      ? []
      : [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(listEmbeddedTexts)
      : [];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const formatValue = (value: unknown): string => JSON.stringify(value) ?? String(value);

/**
 * Describes where a response differs from the expected value; undefined if it doesn't. Binds new
 * IDs.
 */
export const findMismatch = (
  ids: Ids,
  actual: unknown,
  expected: unknown,
  path = "body",
): string | undefined => {
  const mismatch = `${path} is ${formatValue(actual)}, expected ${formatValue(expected)}`;
  if (expected === ANYTHING) return undefined;
  if (expected instanceof RegExp)
    return expected.test(String(actual)) ? undefined : `${path} is ${formatValue(actual)}`;
  if (typeof expected === "number" && typeof actual === "number")
    return Math.abs(actual - expected) <= 1e-9 * Math.max(Math.abs(actual), Math.abs(expected))
      ? undefined
      : mismatch;
  if (typeof expected === "string" && typeof actual === "string") {
    const isEqual = SYMBOL_ONLY.test(expected)
      ? ids.bind(expected, actual)
      : ids.fillText(expected) === actual;
    return isEqual ? undefined : `${mismatch} (${ids.fillText(expected)})`;
  }
  if (!isObject(expected) || !isObject(actual)) return expected === actual ? undefined : mismatch;
  if (Array.isArray(expected) !== Array.isArray(actual)) return mismatch;
  if (Array.isArray(expected) && expected.length !== (actual as unknown as unknown[]).length)
    return mismatch;
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    if (Object.hasOwn(expected, key) !== Object.hasOwn(actual, key))
      return `${path}.${key} is ${Object.hasOwn(actual, key) ? "unexpected" : "missing"}`;
    const found = findMismatch(ids, actual[key], expected[key], `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
};
