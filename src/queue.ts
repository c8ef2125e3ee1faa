import { Failure } from "../graph/errors.js";

export interface Queue {
  <T>(work: () => Promise<T>): Promise<T>;
  /** How many wait or are under way. */
  waiting: () => number;
}

export const tooMany = (): Failure =>
  new Failure("UNAVAILABLE", "Too many statistics and searches are waited for");

/** Does so many pieces of work at once, in their order. Over `most` that wait or are under way: UNAVAILABLE. */
export const createQueue = (most: number, atOnce: number): Queue => {
  const begin: (() => void)[] = [];
  let underWay = 0;
  const queue = async <T>(work: () => Promise<T>): Promise<T> => {
    if (underWay + begin.length === most) throw tooMany();
    if (underWay === atOnce) await new Promise<void>((resolve) => begin.push(resolve));
    else underWay += 1;
    try {
      return await work();
    } finally {
      const next = begin.shift();
      if (next) next();
      else underWay -= 1;
    }
  };
  return Object.assign(queue, { waiting: () => underWay + begin.length });
};
