import timers from "node:timers";

/** A step of a shorter answer takes a few milliseconds at most. */
const LARGE_ANSWER_CHARACTERS = 1024 * 1024;
/** Half as fast as an answer is built, hashed or sent. */
const CHARACTERS_PER_MS = 300_000;

// A test that replaces the timers of its process must not hold up all other answers.
const { setImmediate, setTimeout } = timers;

let lastPause: Promise<void> = Promise.resolve();

/**
 * Pauses between the steps of a large answer for about twice as long as a step takes. The steps of all large answers
 * take turns, so most of the time is for other requests: a change on PostgreSQL waits for the event loop after each of
 * its statements.
 */
export const pauseIfLarge = async (characters: number): Promise<void> => {
  if (characters <= LARGE_ANSWER_CHARACTERS) return;
  const pause = async (): Promise<void> =>
    new Promise((resolve) => {
      // The step after the last pause runs first.
      setImmediate(() => setTimeout(resolve, characters / CHARACTERS_PER_MS));
    });
  lastPause = lastPause.then(pause);
  await lastPause;
};
