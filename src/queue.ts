import { Failure } from "../graph/errors.js";

export interface Queue {
  <T>(work: () => Promise<T>): Promise<T>;
  /** How many wait or are under way. */
  waiting: () => number;
}

/** Does one piece of work after the other. Over `most` that wait or are under way: UNAVAILABLE. */
export const createQueue = (most: number): Queue => {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  const queue = async <T>(work: () => Promise<T>): Promise<T> => {
    if (length === most) throw new Failure("UNAVAILABLE", "Too many statistics are waited for");
    length += 1;
    const turn = last.then(work).finally(() => (length -= 1));
    last = turn.catch(() => {});
    return turn;
  };
  return Object.assign(queue, { waiting: () => length });
};
