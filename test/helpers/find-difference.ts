/** Where two answers differ, numbers by more than 1e-9 of themselves; undefined where they do not. */
export const findDifference = (
  actual: unknown,
  wanted: unknown,
  path = "body",
): string | undefined => {
  if (typeof actual === "number" && typeof wanted === "number") {
    if (Math.abs(actual - wanted) <= 1e-9 * Math.max(Math.abs(actual), Math.abs(wanted)))
      return undefined;
  } else if (
    typeof actual === "object" &&
    actual !== null &&
    typeof wanted === "object" &&
    wanted !== null
  ) {
    for (const key of new Set([...Object.keys(actual), ...Object.keys(wanted)])) {
      const [a, b] = [actual, wanted].map((object) =>
        Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined,
      );
      const found = findDifference(a, b, `${path}.${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  } else if (actual === wanted) return undefined;
  return `${path} is ${JSON.stringify(actual)} where it must be ${JSON.stringify(wanted)}`;
};
