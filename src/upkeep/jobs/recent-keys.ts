/** Recently added keys. */
export interface RecentKeys {
  /** Adds a key. Returns false if it was added less than `forMs` ago. `now`: milliseconds since 1970. */
  add: (key: string, now: number) => boolean;
}

/** Stores at most `max` keys for `forMs` milliseconds; above the limit, drops the oldest. */
export const createRecentKeys = ({ forMs, max }: { forMs: number; max: number }): RecentKeys => {
  const addedAt = new Map<string, number>();
  return {
    add: (key, now) => {
      const before = addedAt.get(key);
      if (before !== undefined && Math.abs(now - before) < forMs) return false;
      // Moves the key to the end, so that the first is always the oldest.
      addedAt.delete(key);
      addedAt.set(key, now);
      const [oldest] = addedAt.keys();
      if (addedAt.size > max && oldest !== undefined) addedAt.delete(oldest);
      return true;
    },
  };
};
