import { setImmediate } from "node:timers/promises";
import test from "ava";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { AnswerShares } from "../../graph/core/answer-shares.js";

const WAITING = 10;

test("answers that waited begin one by one, and other requests run between them", async (t) => {
  const shares = new AnswerShares();
  const { placesPerKey } = SHARE_LIMITS.answers;
  let turn = 0;
  const startTurns: number[] = [];
  const answers = Promise.all(
    Array.from({ length: placesPerKey + WAITING }, async () =>
      shares.run("busy", async () => {
        startTurns.push(turn);
        await Promise.resolve();
      }),
    ),
  );
  let isDone = false;
  void answers.then(() => (isDone = true));
  while (!isDone) {
    await setImmediate();
    turn += 1;
  }
  const waited = startTurns.slice(placesPerKey);
  t.is(waited.length, WAITING);
  t.is(new Set(waited).size, WAITING, `they began in turns ${waited.join(", ")}`);
});
