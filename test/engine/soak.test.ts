import test from "ava";
import { killAllInstances } from "../harness/crash/server-process.js";
import { soakBriefly } from "../harness/faults/soak.js";
import { type SoakSeries, findGrowth } from "../harness/faults/soak/soak-series.js";

// A short version of npm run test:faults -- soak.
const seed = 1;
const MB = 1024 * 1024;
const repeatValue = (value: number): number[] => Array.from({ length: 100 }, () => value);
const buildGrowth = (from: number, to: number): number[] =>
  repeatValue(0).map((_, at) => from + ((to - from) * at) / 99);
const stable: SoakSeries = {
  memory: repeatValue(200 * MB),
  backlog: repeatValue(3),
  medianMs: repeatValue(2),
  slowest: repeatValue(5),
  log: 5 * MB,
};

test.after.always(killAllInstances);

test("the soak answers every kind of request and delivers each recording once", async (t) => {
  t.log(`seed ${seed}`);
  const figures = await soakBriefly(seed, 600);
  for (const kind of ["recordings", "clients", "appointments", "recording", "transcript", "change"])
    t.true(Number(figures[kind]) > 0, kind);
  t.true(Number(figures["analysed"]) > 30, JSON.stringify(figures));
  t.is(Number(figures["deliveries"]), Number(figures["analysed"]) * 2);
});

test("the soak passes a stable server and fails a growing one", (t) => {
  t.deepEqual(findGrowth(stable), []);
  t.deepEqual(findGrowth({ ...stable, memory: buildGrowth(200 * MB, 210 * MB) }), []);
  for (const [changed, found] of [
    [{ memory: buildGrowth(200 * MB, 320 * MB) }, /^memory has grown/],
    [{ backlog: buildGrowth(0, 1_000) }, /^backlog has grown/],
    [{ slowest: buildGrowth(5, 60) }, /^slowest has grown/],
    [{ log: 65 * MB }, /^the log of SQLite/],
  ] satisfies [Partial<SoakSeries>, RegExp][]) {
    const [problem, ...more] = findGrowth({ ...stable, ...changed });
    t.regex(problem!, found);
    t.deepEqual(more, []);
  }
});
