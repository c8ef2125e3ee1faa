import { setTimeout } from "node:timers/promises";
import { computeInterval } from "../shared/interval.js";
import { listChildren, readCpuMs } from "../shared/proc.js";
import { formatRow, formatRule, median } from "../shared/table.js";
import { measureTimes } from "../stats/server.js";
import type { MeaningSeed } from "./seed.js";

const ROUNDS = 6;
/** At one request each 10 ms: five seconds. */
const REQUESTS = 500;
const POLL_MS = 100;
/** Longer than the pause between two pages of calls. */
const QUIET_MS = 2_000;
const MAX_WAIT_MS = 90_000;
const SWITCH = `mutation ($enabled: Boolean!) { setMeaningSearch(enabled: $enabled) { enabled } }`;

/** Reads the CPU time of the model's process. */
const readModelCpuMs = (pid: number): number =>
  listChildren(pid).reduce((sum, child) => sum + readCpuMs(child), 0);

/** Resolves once the model has worked for some time, or has rested. @throws if that takes too long */
const waitForModel = async (pid: number, isWanted: "working" | "resting"): Promise<void> => {
  const end = performance.now() + MAX_WAIT_MS;
  let [cpu, changedAt] = [readModelCpuMs(pid), performance.now()];
  const first = cpu;
  while (performance.now() < end) {
    await setTimeout(POLL_MS);
    const now = readModelCpuMs(pid);
    if (now !== cpu) [cpu, changedAt] = [now, performance.now()];
    if (isWanted === "working" && cpu > first + POLL_MS) return;
    if (isWanted === "resting" && performance.now() - changedAt > QUIET_MS) return;
  }
  throw new Error(`the model isn't ${isWanted} after ${MAX_WAIT_MS} ms`);
};

/** Prints the times of requests while calls of another organization are prepared, and while none are, in turns. */
export const measureBackground = async (
  { url, pid }: { url: string; pid: number },
  { searched, unprepared }: MeaningSeed,
): Promise<void> => {
  const setPreparation = async (enabled: boolean): Promise<void> => {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${unprepared.internalToken}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ query: SWITCH, variables: { enabled } }),
    });
    const { errors } = (await response.json()) as { errors?: object[] };
    if (errors) throw new Error(JSON.stringify(errors));
    await waitForModel(pid, enabled ? "working" : "resting");
  };
  const measureList = () =>
    measureTimes(`${url}/v1/recordings?limit=25`, searched[0]!.apiKey, REQUESTS);
  const heads = ["", "p50 ms", "p99 ms", "p50 ms beside it", "p99 ms beside it", "cores beside it"];
  console.log(["", formatRow(heads), formatRule(heads)].join("\n"));
  const ratios: number[] = [];
  const cores: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await measureList();
    await setPreparation(true);
    const [began, startedAt] = [readModelCpuMs(pid), performance.now()];
    const beside = await measureList();
    cores.push((readModelCpuMs(pid) - began) / (performance.now() - startedAt));
    await setPreparation(false);
    ratios.push(beside.p99 / alone.p99);
    console.log(
      formatRow([
        `round ${round + 1}`,
        alone.p50,
        alone.p99,
        beside.p50,
        beside.p99,
        cores.at(-1)!.toFixed(2),
      ]),
    );
  }
  const { ratio, low, high } = computeInterval(ratios);
  console.log(
    `p99 of GET /v1/recordings beside the preparation of calls: ${ratio.toFixed(2)} times (95 %: ${low.toFixed(2)} to ${high.toFixed(2)}; median ${median(ratios).toFixed(2)})`,
  );
};
