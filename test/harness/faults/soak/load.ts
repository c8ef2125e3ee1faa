import { setTimeout } from "node:timers/promises";

const TICK_MS = 5;
/** More than that under way, and the server does not keep up. */
const MAX_IN_FLIGHT = 2_000;

/** Asks as fast as is answered, so many at a time. Returns requests per second. */
export const sendAsFastAsPossible = async (
  ask: () => Promise<void>,
  lanes: number,
  seconds: number,
): Promise<number> => {
  const begun = performance.now();
  let done = 0;
  const lane = async (): Promise<void> => {
    for (; performance.now() < begun + seconds * 1000; done += 1) await ask();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (done * 1000) / (performance.now() - begun);
};

/**
 * Asks at a rate, whether what was asked before is answered or not. `answered` is told how long each took, in
 * milliseconds from when it was due: a server that stands still is slow for all who come meanwhile.
 */
export const sendAtRate = async (
  ask: () => Promise<void>,
  rate: number,
  seconds: number,
  answered: (ms: number) => void,
): Promise<void> => {
  const begun = performance.now();
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const one = async (due: number): Promise<void> => {
    try {
      await ask();
      answered(performance.now() - due);
    } catch (error) {
      failures.push(error);
    }
  };
  for (let asked = 0; asked < rate * seconds && failures.length === 0;) {
    for (; asked < ((performance.now() - begun) * rate) / 1000; asked += 1) {
      const request = one(begun + (asked * 1000) / rate);
      underWay.add(request);
      void request.then(() => underWay.delete(request));
    }
    if (underWay.size > MAX_IN_FLIGHT)
      throw new Error(`${underWay.size} requests are under way: it does not keep up`);
    await setTimeout(TICK_MS);
  }
  await Promise.all(underWay);
  if (failures.length > 0)
    throw new Error(`${failures.length} requests failed`, { cause: failures[0] });
};
