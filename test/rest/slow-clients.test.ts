import "reflect-metadata";
import test from "ava";
import { killAllInstances } from "../harness/crash/server-process.js";
import { runSiegeOnProgram } from "../harness/faults/slow.js";

test.after.always(killAllInstances);

// A short version of npm run test:faults -- slow.
test("the server closes slow connections and keeps answering other clients", async (t) => {
  const plan = { sockets: 60, seconds: 18, perSecond: 20, everyMs: 100, restMs: 0, warmMs: 500 };
  const { requestCount, openBefore, openAfter, sockets } = await runSiegeOnProgram(plan);
  t.true(requestCount > 100);
  t.true(sockets.headers.late > 0, JSON.stringify(sockets));
  t.is(sockets.headers.late, sockets.headers.ended);
  t.true(openAfter <= openBefore + 10, `${openBefore} files were open, now ${openAfter}`);
});
