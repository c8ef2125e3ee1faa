/** A failed request to a model server. Its reason becomes the failure reason of the recording if retries fail too. */
export class ModelError extends Error {
  constructor(
    /** Shown to users who don't operate debrief, so it contains no keys, hosts or text from the server. */
    readonly reason: string,
    /** For the log. */
    message: string,
    readonly details: {
      /** A retry would fail in the same way. */
      isFinal?: boolean;
      /** Limits the retries of expensive requests. */
      maxRetries?: number;
      /** The wait that the server requests, in milliseconds. */
      retryAfterMs?: number | undefined;
      status?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
  }
}
