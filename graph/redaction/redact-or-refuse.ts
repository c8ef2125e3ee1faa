import { invalidField } from "../core/errors.js";
import { formatFieldPath } from "../arguments/limits.js";
import { RedactionBudgetError } from "../core/redaction-port.js";

interface FoundText {
  path: (string | number)[];
  length: number;
}

const findLongestText = (value: unknown, path: (string | number)[] = []): FoundText => {
  if (typeof value === "string") return { path, length: value.length };
  if (typeof value !== "object" || value === null) return { path, length: 0 };
  let longest: FoundText = { path, length: 0 };
  for (const [key, item] of Object.entries(value)) {
    const found = findLongestText(item, [...path, key]);
    if (found.length > longest.length) longest = found;
  }
  return longest;
};

/** Redacts an input with `redact`. @throws INVALID_FIELD for the longest text if redaction takes too long */
export const redactOrRefuse = async <T>(input: T, redact: (input: T) => Promise<T>): Promise<T> => {
  try {
    return await redact(input);
  } catch (error) {
    if (!(error instanceof RedactionBudgetError)) throw error;
    throw invalidField(
      formatFieldPath(findLongestText(input).path),
      "takes too long to redact; send less text, or let the organization use simpler patterns",
    );
  }
};
