/**
 * Describes where two values differ; undefined if they don't. Numbers may differ by a factor of
 * 1e-9.
 */
export const findDifference = (
  actual: unknown,
  expected: unknown,
  path = "body",
): string | undefined => {
  if (typeof actual === "number" && typeof expected === "number") {
    if (Math.abs(actual - expected) <= 1e-9 * Math.max(Math.abs(actual), Math.abs(expected)))
      return undefined;
  } else if (
    typeof actual === "object" &&
    actual !== null &&
    typeof expected === "object" &&
    expected !== null
  ) {
    for (const key of new Set([...Object.keys(actual), ...Object.keys(expected)])) {
      const [a, b] = [actual, expected].map((object) =>
        Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined,
      );
      const found = findDifference(a, b, `${path}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  } else if (actual === expected) return undefined;
  return `${path} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`;
};
