import { setTimeout } from "node:timers/promises";

const TICK_MS = 5;
/** With more requests running, the server isn't keeping up. */
const MAX_IN_FLIGHT = 2_000;

/** Sends requests at full speed, `lanes` at a time. Returns requests per second. */
export const sendAsFastAsPossible = async (
  send: () => Promise<void>,
  lanes: number,
  seconds: number,
): Promise<number> => {
  const startedAt = performance.now();
  let done = 0;
  const runLane = async (): Promise<void> => {
    for (; performance.now() < startedAt + seconds * 1000; done += 1) await send();
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return (done * 1000) / (performance.now() - startedAt);
};

/**
 * Sends requests at a fixed rate, without waiting for earlier responses. Calls `onResponse` with
 * each duration in milliseconds since the request was due: a stalled server is slow for everyone
 * who arrives meanwhile.
 */
export const sendAtRate = async (
  send: () => Promise<void>,
  rate: number,
  seconds: number,
  onResponse: (ms: number) => void,
): Promise<void> => {
  const startedAt = performance.now();
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const sendDue = async (due: number): Promise<void> => {
    try {
      await send();
      onResponse(performance.now() - due);
    } catch (error) {
      failures.push(error);
    }
  };
  for (let sentCount = 0; sentCount < rate * seconds && failures.length === 0;) {
    for (; sentCount < ((performance.now() - startedAt) * rate) / 1000; sentCount += 1) {
      const request = sendDue(startedAt + (sentCount * 1000) / rate);
      running.add(request);
      void request.then(() => running.delete(request));
    }
    if (running.size > MAX_IN_FLIGHT)
      throw new Error(`${running.size} requests are running: the server doesn't keep up`);
    await setTimeout(TICK_MS);
  }
  await Promise.all(running);
  if (failures.length > 0)
    throw new Error(`${failures.length} requests failed`, { cause: failures[0] });
};
