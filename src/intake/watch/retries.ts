const MIN_DELAY_MS = 5_000;
const MAX_DELAY_MS = 5 * 60_000;

/** Schedules retries for calls that couldn't be sent. Each wait is twice as long. */
export interface Retries {
  isDue: (key: string) => boolean;
  /** Returns whether this is the call's first failure since the last success. */
  postpone: (key: string) => boolean;
  end: (key: string) => void;
}

/** `clock`: a monotonic clock in milliseconds. */
export const createRetries = (clock: () => number = () => performance.now()): Retries => {
  const waiting = new Map<string, { delayMs: number; at: number }>();
  return {
    isDue: (key) => (waiting.get(key)?.at ?? 0) <= clock(),
    postpone: (key) => {
      const before = waiting.get(key);
      const delayMs = before ? Math.min(before.delayMs * 2, MAX_DELAY_MS) : MIN_DELAY_MS;
      waiting.set(key, { delayMs, at: clock() + delayMs });
      return !before;
    },
    end: (key) => void waiting.delete(key),
  };
};
