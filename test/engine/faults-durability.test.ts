import anyTest from "ava";
import { killAll } from "./crash/instance.js";
import { disk } from "./faults/disk.js";
import { kills } from "./faults/kills.js";
import { power } from "./faults/power.js";
import { straceMissing } from "./faults/strace.js";

// The short versions of npm run test:faults -- power kills disk.
const missing = straceMissing();
if (missing !== undefined)
  console.error(`NOTHING IS TESTED about power cuts, kills and full disks: ${missing}`);
const test = missing === undefined ? anyTest.serial : anyTest.serial.skip;
const seed = 1;

anyTest.after.always(killAll);

test("a power cut takes nothing away that was acknowledged, and leaves nothing half done", async (t) => {
  t.log(`seed ${seed}`);
  const { images, lost, lostByNormal } = await power({ seed, scale: 0.005 });
  t.deepEqual({ images, lost }, { images: 100, lost: 0 });
  t.true(Number(lostByNormal) > 0);
});

test("a server that is killed at a call of the system loses nothing that was acknowledged", async (t) => {
  t.log(`seed ${seed}`);
  const figures = await kills({ seed, scale: 0.001 });
  t.true(Number(figures["pwrite64"]) > 0, JSON.stringify(figures));
});

test("over a disk that is full or fails nothing is acknowledged falsely, and after it all is served", async (t) => {
  t.log(`seed ${seed}`);
  const figures = await disk({ seed, scale: 0.001 });
  t.true(Number(figures["full"]) > 0 && Number(figures["unsynced"]) > 0, JSON.stringify(figures));
});
