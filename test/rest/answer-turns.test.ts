import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import test from "ava";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { AnswerShares } from "../../graph/core/answer-shares.js";
import { releaseWhenSent } from "../../rest/release-when-sent.js";
import { yieldToEventLoop } from "../../graph/core/yield-to-event-loop.js";

const WAITING = 10;
/** Longer than the pieces of work that share a turn. */
const LONG_MS = 10;

const work = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

/** Builds more answers than one organization has places for. Returns the turns in which those that waited began. */
const buildAnswers = async (ms: number, bytes: number): Promise<number[]> => {
  const shares = new AnswerShares();
  const { placesPerKey } = SHARE_LIMITS.answers;
  let turn = 0;
  const startTurns: number[] = [];
  const answer = async (): Promise<void> => {
    const release = await shares.acquire("busy");
    startTurns.push(turn);
    work(ms);
    const response = new EventEmitter() as ServerResponse;
    releaseWhenSent(response, bytes, release);
    // A receiver with a large buffer has the answer at once.
    response.emit("close");
  };
  const answers = Array.from({ length: placesPerKey + WAITING }, answer);
  for (; startTurns.length < answers.length; turn += 1) await setImmediate();
  await Promise.all(answers);
  return startTurns.slice(placesPerKey);
};

test("large answers that waited begin one by one, and other requests run between them", async (t) => {
  const turns = await buildAnswers(LONG_MS, 1_000_000);
  t.is(turns.length, WAITING);
  // The count of a turn can fall before or after the answer that begins in it.
  t.true(new Set(turns).size >= WAITING / 2, `they began in turns ${turns.join(", ")}`);
});

test("small answers wait for no turn", async (t) => {
  const turns = await buildAnswers(0, 1_000);
  t.deepEqual(new Set(turns), new Set([0]));
});

test("no piece of long work runs twice while another waits", async (t) => {
  const order: string[] = [];
  const runPieces = async (name: string): Promise<void> => {
    for (let piece = 0; piece < 3; piece += 1) {
      await yieldToEventLoop();
      order.push(name);
      work(LONG_MS);
    }
  };
  await Promise.all(["a", "b", "c"].map(runPieces));
  t.deepEqual(order, ["a", "b", "c", "a", "b", "c", "a", "b", "c"]);
});
