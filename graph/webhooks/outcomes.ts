import type { DeliveryResult } from "../../db/webhooks/results.js";
import type { AttemptOutcome } from "../core/ports.js";

/** The errors of skipped attempts. */
export const SECRET_NOT_OPENED = "the signing secret cannot be opened";
export const CLAIM_EXPIRED = "the claim expired before the attempt";

/** Builds the result of a delivery from the outcome of its attempt. */
export const buildDeliveryResult = (
  { organizationId, id }: Pick<DeliveryResult, "organizationId" | "id">,
  { delivered, status, body, error, durationMs }: AttemptOutcome,
): DeliveryResult => ({
  organizationId,
  id,
  status: delivered ? "delivered" : "failed",
  durationMs,
  responseStatus: status,
  responseBody: body,
  error,
});

/** Builds the outcome of a skipped attempt. */
export const buildNotSentOutcome = (error: string): AttemptOutcome => ({
  delivered: false,
  status: null,
  body: null,
  error,
  timedOut: false,
  attempted: false,
  durationMs: 0,
});
