import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import test from "ava";
import { countChange } from "../../db/engine/changes-under-way.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { AnswerShares } from "../../graph/turns/answer-shares.js";
import { pauseWhileChanging } from "../../graph/turns/pause-while-changing.js";
import { releaseWhenSent } from "../../rest/release-when-sent.js";
import { yieldToEventLoop } from "../../graph/turns/yield-to-event-loop.js";

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

test.serial(
  "large answers that waited begin one by one, and other requests run between them",
  async (t) => {
    const turns = await buildAnswers(LONG_MS, 1_000_000);
    t.is(turns.length, WAITING);
    // The count of a turn can fall before or after the answer that begins in it.
    t.true(new Set(turns).size >= WAITING / 2, `they began in turns ${turns.join(", ")}`);
  },
);

test.serial("small answers wait for no turn", async (t) => {
  const turns = await buildAnswers(0, 1_000);
  t.deepEqual(new Set(turns), new Set([0]));
});

test.serial("answers of some size that waited begin in a row, up to a megabyte", async (t) => {
  const turns = await buildAnswers(0, 70_000);
  t.deepEqual(new Set(turns), new Set([0]));
  t.true(new Set(await buildAnswers(0, 500_000)).size > 1);
});

test.serial("no piece of long work runs twice while another waits", async (t) => {
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

test.serial(
  "while a change is under way, answers like a large one are built one by one",
  async (t) => {
    const shares = new AnswerShares();
    const caller = { signal: new AbortController().signal };
    const build = async (organization: string, route: string) => {
      const place = await shares.acquireForRoute(organization, route, caller);
      // Its caller has left.
      place.release();
      return place;
    };
    (await build("a", "/teams")).endBuilding(100_000);
    (await build("a", "/users")).endBuilding(1_000);
    // Without a change, they are built together.
    await Promise.all([build("a", "/teams"), build("a", "/teams")]);
    await countChange(async () => {
      const first = await build("a", "/teams");
      let hasBegun = false;
      const next = build("a", "/teams").then((place) => {
        hasBegun = true;
        return place;
      });
      await build("a", "/users");
      await build("b", "/teams");
      t.false(hasBegun);
      first.endBuilding(1_000);
      (await next).endBuilding(1_000);
      // Once an answer was small again, they are built together.
      await Promise.all([build("a", "/teams"), build("b", "/teams")]);
    });
  },
);

test.serial("while a change is under way, long work pauses as long as it took", async (t) => {
  await countChange(async () => {
    let isOver = false;
    const pause = pauseWhileChanging(100).then(() => (isOver = true));
    for (let turn = 0; turn < 3; turn += 1) await setImmediate();
    t.false(isOver);
    await pause;
  });
});
