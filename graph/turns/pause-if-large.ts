import timers from "node:timers";
import { TurnQueue } from "../../db/engine/turn-queue.js";

/** A step of a shorter response takes a few milliseconds at most. */
const LARGE_ANSWER_CHARACTERS = 1024 * 1024;
/** Half the speed at which a response is built, hashed or sent. */
const CHARACTERS_PER_MS = 300_000;

interface WaitingStep {
  characters: number;
  begin: () => void;
}

// A test that replaces the timers of its process must not block all other responses.
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
  // The step after the most recent pause runs first.
  setImmediate(() => setTimeout(end, next.characters / CHARACTERS_PER_MS));
};

/**
 * Pauses between the steps of a large response for about twice the duration of a step. The steps of all large responses
 * take turns, organization by organization. Most of the time thus remains for other requests: a change on PostgreSQL
 * waits for the event loop after each of its statements. Returns undefined for a shorter response, which needn't wait.
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
