import test from "ava";
import { runSequences } from "../harness/model/sequences.js";
import { ServerSide } from "../harness/model/server-side.js";
import { dialect } from "../helpers/engine/database.js";

/** A short version of `npm run test:faults -- model`, which runs both databases side by side. */
const SEQUENCES = Number(process.env["MODEL_SEQUENCES"] ?? 12);
const seed = Number(process.env["MODEL_SEED"] ?? 150061);

test("random commands get the responses that the model of the contract predicts", async (t) => {
  t.log(`seed ${seed}`);
  t.timeout(600_000);
  const side = await ServerSide.start(dialect);
  try {
    const figures = await runSequences([side], { seed, count: SEQUENCES });
    t.log(JSON.stringify(figures));
    t.is(figures.sequences, SEQUENCES);
  } finally {
    await side.stop();
  }
});
