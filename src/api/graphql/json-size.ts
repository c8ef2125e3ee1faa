/** A number between the lengths of a small and a large one. */
const INTEGER_BYTES = 8;
const FLOAT_BYTES = 18;
const LITERAL_BYTES = 5;

/**
 * Returns the size of a value as JSON in bytes of UTF-8, before characters are escaped. Stops counting above
 * `limit`, so that a huge value doesn't cost more than a large one.
 */
export const measureJson = (value: unknown, limit: number): number => {
  if (typeof value === "string") return Buffer.byteLength(value) + 2;
  if (typeof value === "number") return Number.isInteger(value) ? INTEGER_BYTES : FLOAT_BYTES;
  if (typeof value !== "object" || value === null) return LITERAL_BYTES;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      bytes += 1 + measureJson(item, limit - bytes);
      if (bytes > limit) return bytes;
    }
    return bytes;
  }
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key];
    bytes += key.length + 4 + measureJson(item, limit - bytes);
    if (bytes > limit) return bytes;
  }
  return bytes;
};
