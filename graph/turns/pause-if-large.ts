import timers from "node:timers";
import { TurnQueue } from "../../db/engine/turn-queue.js";

/** A step of a shorter answer takes a few milliseconds at most. */
const LARGE_ANSWER_CHARACTERS = 1024 * 1024;
/** Half as fast as an answer is built, hashed or sent. */
const CHARACTERS_PER_MS = 300_000;

interface WaitingStep {
  characters: number;
  begin: () => void;
}

// A test that replaces the timers of its process must not hold up all other answers.
const { setImmediate, setTimeout } = timers;

/** By organization. */
const waiting = new TurnQueue<WaitingStep>();
let isPausing = false;

const pauseForNext = (): void => {
  const next = waiting.take();
  isPausing = next !== undefined;
  if (!next) return;
  const end = (): void => {
    next.begin();
    pauseForNext();
  };
  // The step after the last pause runs first.
  setImmediate(() => setTimeout(end, next.characters / CHARACTERS_PER_MS));
};

/**
 * Pauses between the steps of a large answer for about twice as long as a step takes. The steps of all large answers
 * take turns, organization by organization, so most of the time is for other requests: a change on PostgreSQL waits for
 * the event loop after each of its statements. Returns undefined for a shorter answer: nothing to wait for.
 */
export const pauseIfLarge = (
  organizationId: string,
  characters: number,
): Promise<void> | undefined => {
  if (characters <= LARGE_ANSWER_CHARACTERS) return undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(organizationId, { characters, begin: resolve });
  if (!isPausing) pauseForNext();
  return promise;
};
