/** The attempts of a message to a webhook that retries. */
export const MAX_ATTEMPTS = 8;

/** How a webhook repeats failed deliveries. */
export const retryTexts = {
  none: "Don’t retry",
  standard: "Retry up to seven times within 28 hours",
};

/** Marks a delivery in a list: " (attempt 3)", " (redelivery)", " (test)". */
export const formatDeliveryKind = ({
  test,
  redeliveryOf,
  attempt,
}: {
  test: boolean;
  redeliveryOf: string | null;
  attempt: number;
}): string =>
  [test && "test", redeliveryOf && "redelivery", attempt > 1 && `attempt ${attempt}`]
    .filter(Boolean)
    .map((kind) => ` (${kind as string})`)
    .join("");

/** Returns whether the delivery is a retry that isn't due yet. */
export const isWaitingRetry = ({ dueAt }: { dueAt: string | null }): boolean => dueAt !== null;
