import "reflect-metadata";
import test from "ava";
import { killAll } from "./crash/instance.js";
import { besiege } from "./faults/slow.js";

test.after.always(killAll);

// The short version of npm run test:faults -- slow.
test("slow connections are ended, and whoever asks as one should is answered meanwhile", async (t) => {
  const plan = { sockets: 60, seconds: 8, perSecond: 20, everyMs: 100, restMs: 0, warmMs: 500 };
  const { asked, openBefore, openAfter, told } = await besiege(plan);
  t.true(asked > 100);
  t.true(told.headers.late > 0, JSON.stringify(told));
  t.is(told.headers.late, told.headers.ended);
  t.true(openAfter <= openBefore + 10, `${openBefore} files were open, now ${openAfter}`);
});
