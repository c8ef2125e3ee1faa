const explanations: Record<string, string> = {
  deleted: "deleted: the webhook or the recording was deleted before the attempt",
  interrupted:
    "interrupted: a server stopped during the attempt, so the receiver may have the message",
  "webhook not active": "webhook not active: it was deactivated before the attempt",
};

/** Formats why a delivery failed. Explains the errors of deliveries without a complete attempt. */
export const formatDeliveryError = (error: string): string => explanations[error] ?? error;
