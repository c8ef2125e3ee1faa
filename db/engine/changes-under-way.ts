let count = 0;

/**
 * Returns whether a change runs in PostgreSQL, for which it waits for a turn of the event loop after each of its
 * statements, and other changes of its organization wait for it. A change in SQLite waits for nothing.
 */
export const isChangeUnderWay = (): boolean => count > 0;

/** Runs a change in PostgreSQL. */
export const countChange = async <T>(change: () => Promise<T>): Promise<T> => {
  count += 1;
  try {
    return await change();
  } finally {
    count -= 1;
  }
};
