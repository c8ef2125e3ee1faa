const MAX_CHARACTERS = 64;

/**
 * Returns a short text inside an object; undefined for anything else there. Use it for fields that a body may contain
 * for another purpose, with another type or length: such a field must not cause an error.
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
