import test from "ava";
import { sequences } from "./model/sequences.js";
import { Side } from "./model/sides.js";
import { dialect } from "./helpers/database.js";

/**
 * The short version of `npm run test:faults -- model`, which runs both databases side by side.
 */
const SEQUENCES = Number(process.env["MODEL_SEQUENCES"] ?? 12);
const seed = Number(process.env["MODEL_SEED"] ?? 150061);

test("whatever is done in whatever order, all answers are those of a model of the contract", async (t) => {
  t.log(`seed ${seed}`);
  t.timeout(600_000);
  const side = await Side.start(dialect);
  try {
    const figures = await sequences([side], { seed, count: SEQUENCES });
    t.log(JSON.stringify(figures));
    t.is(figures.sequences, SEQUENCES);
  } finally {
    await side.stop();
  }
});
