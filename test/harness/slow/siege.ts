import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createApi, type Keys } from "../crash/api.js";
import type { Instance } from "../crash/server-process.js";
import { readRestingUsage, readUsage } from "../malformed/process-usage.js";
import { SteadyClient } from "./steady-client.js";
import type { SlowSocketsOptions, SocketCounts } from "./slow-sockets.js";

export interface SiegePlan {
  sockets: number;
  seconds: number;
  /** Requests per second of the good client. */
  perSecond: number;
  everyMs: number;
  /** How long the memory may take to shrink, in milliseconds. */
  restMs: number;
  /** How long the good client runs before and after, in milliseconds. */
  warmMs: number;
}

export interface SiegeResult {
  requestCount: number;
  p50: number;
  p99: number;
  maxMs: number;
  mibBefore: number;
  mibMax: number;
  mibAfter: number;
  openBefore: number;
  openAfter: number;
  sockets: SocketCounts;
}

const USER = `mutation { upsertUser(input: { email: "rep@example.com", name: "Robin" }) { email } }`;
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;
/** A page too large for the sockets' buffers. */
const [RECORDINGS, CHARACTERS] = [100, 10_000];

/** Creates recordings with long summaries. Returns the path of their page. */
const createLongRecordings = async (url: string, keys: Keys): Promise<string> => {
  const api = createApi(url, keys);
  await api.graphql(USER);
  const input = { summary: "word ".repeat(CHARACTERS / 5) };
  for (let n = 0; n < RECORDINGS; n += 1) {
    const call = {
      call_id: `call-${n}`,
      user_email: "rep@example.com",
      started_at: "2026-03-03T10:00:00Z",
    };
    const { recording } = await api.send("POST", "/v1/dialer", call);
    await api.graphql(COMPLETE, { id: recording.id, input });
  }
  return `/v1/recordings?limit=${RECORDINGS}`;
};

/**
 * Holds slow connections to a server while a good client uses it. @throws if the good client gets
 * an error
 */
export const runSiege = async (
  { pid, listening }: Instance,
  keys: Keys,
  plan: SiegePlan,
): Promise<SiegeResult> => {
  const url = await listening;
  const path = await createLongRecordings(url, keys);
  const good = new SteadyClient(url, keys);
  // Compiles the code before the measurement.
  await good.run(plan.warmMs, plan.perSecond);
  good.times.length = 0;
  const before = await readRestingUsage(pid, 1_000);
  const { sockets, everyMs } = plan;
  const workerData: SlowSocketsOptions = {
    port: Number(new URL(url).port),
    sockets,
    apiKey: keys.apiKey,
    path,
    everyMs,
  };
  const worker = new Worker(new URL("slow-sockets.js", import.meta.url), { workerData });
  let mibMax = 0;
  const sampling = setInterval(() => (mibMax = Math.max(mibMax, readUsage(pid).mib)), 500);
  await good.run(plan.seconds * 1_000, plan.perSecond);
  clearInterval(sampling);
  const measured = [...good.times];
  worker.postMessage("stop");
  const [socketCounts] = (await once(worker, "message")) as [SocketCounts];
  // Under load, the server releases garbage.
  await good.run(plan.warmMs, plan.perSecond);
  good.stop();
  const after = await readRestingUsage(pid, plan.restMs);
  if (good.problems.length > 0)
    throw new Error(`the good client got errors:\n  ${good.problems.slice(0, 20).join("\n  ")}`);
  const times = measured.toSorted((a, b) => a - b);
  const quantileMs = (part: number): number =>
    Math.round(times[Math.floor(part * (times.length - 1))]! * 10) / 10;
  return {
    requestCount: times.length,
    p50: quantileMs(0.5),
    p99: quantileMs(0.99),
    maxMs: quantileMs(1),
    mibBefore: Math.round(before.mib),
    mibMax: Math.round(mibMax),
    mibAfter: Math.round(after.mib),
    openBefore: before.open,
    openAfter: after.open,
    sockets: socketCounts,
  };
};
