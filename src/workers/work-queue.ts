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
  const waiting: (() => void)[] = [];
  let running = 0;
  const queue = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running + waiting.length === maxPending) throw queueFull();
    if (running === maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const startNext = waiting.shift();
      if (startNext) startNext();
      else running -= 1;
    }
  };
  return Object.assign(queue, { countPending: () => running + waiting.length });
};
