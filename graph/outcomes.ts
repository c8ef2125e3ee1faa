import type { Result } from "../db/results.js";
import type { Outcome } from "./context.js";

/** What is recorded of a delivery once its attempt has ended. */
export const resultOf = (
  { organizationId, id }: Pick<Result, "organizationId" | "id">,
  { delivered, status, body, error, durationMs }: Outcome,
): Result => ({
  organizationId,
  id,
  status: delivered ? "delivered" : "failed",
  durationMs,
  responseStatus: status,
  responseBody: body,
  error,
});

/** The outcome of an attempt that was not made. */
export const notMade = (error: string): Outcome => ({
  delivered: false,
  status: null,
  body: null,
  error,
  timedOut: false,
  durationMs: 0,
});
