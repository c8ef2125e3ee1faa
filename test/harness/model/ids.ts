import type { Id } from "./world.js";

const SYMBOL_PATTERN = /‹[^›]*›/g;
const SYMBOL_ONLY = /^‹[^›]*›$/;

/** Anything goes: the model does not say what is there. */
export const ANYTHING = Symbol("any");

/** Which of the program's ids and cursors stand behind those of the model; one by one as they are told. */
export class Ids {
  readonly #known = new Map<Id, string>();
  readonly #taken = new Set<string>();

  /** The first time it is told, it is that; from then on it is no other. */
  bind(id: Id, actual: string): boolean {
    const known = this.#known.get(id);
    if (known !== undefined) return known === actual;
    if (this.#taken.has(actual)) return false;
    this.#known.set(id, actual);
    this.#taken.add(actual);
    return true;
  }

  /** The text with what is known in the place of the model's ids. */
  fillText(text: string): string {
    return text.replace(SYMBOL_PATTERN, (id) => this.#known.get(id) ?? id);
  }

  /** Whether something in the value has no id of the program's yet. */
  hasUnknown(value: unknown): boolean {
    return ((JSON.stringify(value) ?? "").match(SYMBOL_PATTERN) ?? []).some(
      (id) => !this.#known.has(id),
    );
  }

  fillValue<T>(value: T): T {
    const text = JSON.stringify(value);
    return text === undefined ? value : (JSON.parse(this.fillText(text)) as T);
  }
}

/** Whether it can only be compared once all ids in it are known. */
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

/** Where an answer is not what it must be; undefined where it is. Ids that are new are learnt. */
export const findMismatch = (
  ids: Ids,
  actual: unknown,
  wanted: unknown,
  path = "body",
): string | undefined => {
  const wrong = `${path} is ${formatValue(actual)} where it must be ${formatValue(wanted)}`;
  if (wanted === ANYTHING) return undefined;
  if (wanted instanceof RegExp)
    return wanted.test(String(actual)) ? undefined : `${path} is ${formatValue(actual)}`;
  if (typeof wanted === "number" && typeof actual === "number")
    return Math.abs(actual - wanted) <= 1e-9 * Math.max(Math.abs(actual), Math.abs(wanted))
      ? undefined
      : wrong;
  if (typeof wanted === "string" && typeof actual === "string") {
    const isRight = SYMBOL_ONLY.test(wanted)
      ? ids.bind(wanted, actual)
      : ids.fillText(wanted) === actual;
    return isRight ? undefined : `${wrong} (${ids.fillText(wanted)})`;
  }
  if (!isObject(wanted) || !isObject(actual)) return wanted === actual ? undefined : wrong;
  if (Array.isArray(wanted) !== Array.isArray(actual)) return wrong;
  if (Array.isArray(wanted) && wanted.length !== (actual as unknown as unknown[]).length)
    return wrong;
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(actual)])) {
    if (Object.hasOwn(wanted, key) !== Object.hasOwn(actual, key))
      return `${path}.${key} is ${Object.hasOwn(actual, key) ? "there" : "not there"}`;
    const found = findMismatch(ids, actual[key], wanted[key], `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
};
