import pLimit from "p-limit";
import { Failure } from "../../graph/core/errors.js";

export interface WorkQueue {
  <T>(work: () => Promise<T>): Promise<T>;
  /** Returns the number of waiting and running items. */
  countPending: () => number;
}

export const queueFull = (): Failure =>
  new Failure("UNAVAILABLE", "Too many statistics and searches are waited for");

/** Creates a first-in, first-out queue. It throws UNAVAILABLE above `maxPending` waiting and running items. */
export const createWorkQueue = (maxPending: number, maxConcurrent: number): WorkQueue => {
  const limit = pLimit(maxConcurrent);
  const countPending = (): number => limit.activeCount + limit.pendingCount;
  const queue = async <T>(work: () => Promise<T>): Promise<T> => {
    if (countPending() >= maxPending) throw queueFull();
    return limit(work);
  };
  return Object.assign(queue, { countPending });
};
