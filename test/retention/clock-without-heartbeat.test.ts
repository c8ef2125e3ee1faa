import "reflect-metadata";
import test from "ava";
import { runWithoutHeartbeat } from "../harness/clock/run-without-heartbeat.js";

// A short version of a part of npm run test:faults -- clock.
test("a wrong clock deletes nothing of an organization without a heartbeat", async (t) => {
  t.timeout(300_000);
  t.is(await runWithoutHeartbeat({ seed: 1, count: 1 }), 4);
});
