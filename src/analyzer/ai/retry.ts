import { ModelError } from "../../base/model-server/model-error.js";
import { retry, type RetryOptions } from "../../base/model-server/retry.js";
import { toUnanalyzable } from "./model-errors.js";

/** About four minutes in all: enough for a server to restart. */
export const DEFAULT_RETRY_DELAYS_MS: readonly number[] = [
  1_000, 3_000, 10_000, 20_000, 40_000, 60_000, 120_000,
];

/**
 * Retries after a ModelError, with growing waits.
 * @throws UnanalyzableError with the last reason; any error that isn't a ModelError
 */
export const retryOrGiveUp = async <T>(
  options: RetryOptions,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await retry(options, signal, work);
  } catch (error) {
    throw error instanceof ModelError ? toUnanalyzable(error) : error;
  }
};
