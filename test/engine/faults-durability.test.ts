import anyTest from "ava";
import { killAllInstances } from "../harness/crash/server-process.js";
import { disk } from "../harness/faults/disk.js";
import { kills } from "../harness/faults/kills.js";
import { power } from "../harness/faults/power.js";
import { explainMissingStrace } from "../harness/faults/strace.js";

// Short versions of npm run test:faults -- power kills disk.
const missing = explainMissingStrace();
if (missing !== undefined)
  console.error(`skipping the tests of power cuts, kills and full disks: ${missing}`);
const test = missing === undefined ? anyTest.serial : anyTest.serial.skip;
const seed = 1;

anyTest.after.always(killAllInstances);

test("a power cut loses no acknowledged write and leaves no partial write", async (t) => {
  t.log(`seed ${seed}`);
  const { images, lost, lostByNormal } = await power({ seed, scale: 0.005 });
  t.deepEqual({ images, lost }, { images: 100, lost: 0 });
  t.true(Number(lostByNormal) > 0);
});

test("a server killed at any system call loses no acknowledged write", async (t) => {
  t.log(`seed ${seed}`);
  const figures = await kills({ seed, scale: 0.001 });
  t.true(Number(figures["pwrite64"]) > 0, JSON.stringify(figures));
});

test("a full or failing disk acknowledges no lost write, and the server recovers", async (t) => {
  t.log(`seed ${seed}`);
  const figures = await disk({ seed, scale: 0.001 });
  t.true(Number(figures["full"]) > 0 && Number(figures["unsynced"]) > 0, JSON.stringify(figures));
});
