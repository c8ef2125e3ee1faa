import { setImmediate, setTimeout } from "node:timers/promises";

/** A step of a shorter answer takes a few milliseconds at most. */
const LARGE_ANSWER_CHARACTERS = 1024 * 1024;
/** Half as fast as an answer is built, hashed or sent. */
const CHARACTERS_PER_MS = 300_000;

let lastPause: Promise<unknown> = Promise.resolve();

/**
 * Pauses between the steps of a large answer for about twice as long as a step takes. The steps of all large answers take
 * turns, so most of the time is for other requests: a change on PostgreSQL waits for the event loop after each of its
 * statements.
 */
export const pauseIfLarge = async (characters: number): Promise<void> => {
  if (characters <= LARGE_ANSWER_CHARACTERS) return;
  const pause = lastPause
    // The step after the last pause runs first.
    .then(() => setImmediate())
    .then(() => setTimeout(characters / CHARACTERS_PER_MS));
  lastPause = pause;
  await pause;
};
