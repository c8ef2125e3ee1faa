const MAX_CHARACTERS = 64;

/**
 * Returns a short text inside an object; undefined for anything else there. For fields that a body may have for another
 * purpose, in another type or length: they must not refuse it.
 */
export const findNestedText = (
  values: Readonly<Record<string, unknown>>,
  [outer, inner]: readonly [outer: string, inner: string],
): string | undefined => {
  const object = values[outer];
  if (typeof object !== "object" || object === null || Array.isArray(object)) return undefined;
  const text: unknown = Object.hasOwn(object, inner)
    ? (object as Record<string, unknown>)[inner]
    : undefined;
  return typeof text === "string" &&
    text.length <= MAX_CHARACTERS &&
    text.isWellFormed() &&
    !text.includes("\0")
    ? text
    : undefined;
};
