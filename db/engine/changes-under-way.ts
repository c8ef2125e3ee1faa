let count = 0;

/**
 * Returns whether a change is running in PostgreSQL. It needs a turn of the event loop after each of its statements,
 * and the organization's other changes wait for it. A change in SQLite never waits for a turn.
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
