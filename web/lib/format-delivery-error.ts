/** Errors of deliveries for which debrief sent no request. */
const notSentErrors: Record<string, string> = {
  deleted: "deleted: the webhook or the recording was deleted before the attempt",
  "retries were turned off": "retries were turned off before the attempt",
  "webhook not active": "webhook not active: it was deactivated before the attempt",
  "the signing secret cannot be opened":
    "the signing secret cannot be opened: rotate the webhook’s secret, or have an operator run debrief doctor",
  "destination is not allowed":
    "destination is not allowed: the URL must use HTTPS and a public address, unless the server’s DEBRIEF_WEBHOOK_ALLOW allows it",
  "the claim expired before the attempt":
    "the claim expired before the attempt: the server was paused or overloaded; redeliver it",
};

const explanations: Record<string, string> = {
  ...notSentErrors,
  interrupted:
    "interrupted: a server stopped during the attempt, so the receiver may have the message",
};

/** Formats why a delivery failed. Explains the errors of deliveries without a complete attempt. */
export const formatDeliveryError = (error: string): string => explanations[error] ?? error;

/** Errors of connections that ended before the request. */
const CONNECTION_ERRORS =
  /^(connection refused|host |certificate: |no TLS connection|URL is not valid)/;

/** Returns whether the error shows that debrief sent no request. */
export const isNotSentError = (error: string): boolean =>
  Object.hasOwn(notSentErrors, error) || CONNECTION_ERRORS.test(error);
