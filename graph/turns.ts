import { setImmediate } from "node:timers/promises";

let last: Promise<void> = Promise.resolve();

/**
 * Resolves when the event loop has come round once more for whoever asks: long work that is done in turns
 * lets everybody else in between.
 */
export const turn = async (): Promise<void> => (last = last.then(async () => setImmediate()));
