import { invalidField } from "../core/errors.js";

/**
 * Validates the creation time of a backfilled recording. `now`: milliseconds since 1970.
 * @throws INVALID_FIELD
 */
export const validateCreatedAt = (
  { createdAt }: { createdAt?: number | null | undefined },
  now: number,
): void => {
  if (typeof createdAt !== "number") return;
  if (createdAt > now) throw invalidField("createdAt", "must not be in the future");
  // Positions are positive.
  if (createdAt <= 0) throw invalidField("createdAt", "must be after 1970-01-01T00:00:00Z");
};
