/** Pieces of work begin in a turn until it has run for so long. The last one can run longer. */
const TURN_MS = 5;

/** The pieces that wait, in their order. Each has an immediate, which begins the oldest. */
const waiting: (() => void)[] = [];
let turnStartedAt: number | undefined;

const hasTimeLeft = (): boolean => {
  if (turnStartedAt !== undefined) return performance.now() - turnStartedAt < TURN_MS;
  turnStartedAt = performance.now();
  // Runs before the immediates of the next turn's pieces, which are set later.
  setImmediate(() => (turnStartedAt = undefined));
  return true;
};

const beginOldest = (): void => {
  if (hasTimeLeft()) waiting.shift()!();
  else setImmediate(beginOldest);
};

/**
 * Waits for a later turn of the event loop, so that long work in pieces lets other requests run. Short pieces share
 * a turn; after a long one, the others wait for the next turn, in their order.
 */
export const yieldToEventLoop = async (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    setImmediate(beginOldest);
  });
