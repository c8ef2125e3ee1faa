import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createApi, type Keys } from "../crash/api.js";
import type { Instance } from "../crash/instance.js";
import { atRest, look } from "../malformed/process.js";
import { Good } from "./good.js";
import type { Slowness, Told } from "./sockets.js";

export interface Plan {
  sockets: number;
  seconds: number;
  /** How often the good client asks in a second. */
  perSecond: number;
  everyMs: number;
  /** How long memory may take to come back, in milliseconds. */
  restMs: number;
  /** How long the good client asks before it and after it, in milliseconds. */
  warmMs: number;
}

export interface Held {
  asked: number;
  p50: number;
  p99: number;
  most: number;
  mibBefore: number;
  mibMost: number;
  mibAfter: number;
  openBefore: number;
  openAfter: number;
  told: Told;
}

const USER = `mutation { upsertUser(input: { email: "rep@example.com", name: "Robin" }) { email } }`;
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;
/** Of a page that is too large for the system to take all of it from the server at once. */
const [RECORDINGS, CHARACTERS] = [100, 10_000];

/** Recordings with long summaries; the path of a page of them. */
const furnish = async (url: string, keys: Keys): Promise<string> => {
  const api = createApi(url, keys);
  await api.graph(USER);
  const input = { summary: "word ".repeat(CHARACTERS / 5) };
  for (let n = 0; n < RECORDINGS; n += 1) {
    const call = {
      call_id: `call-${n}`,
      user_email: "rep@example.com",
      started_at: "2026-03-03T10:00:00Z",
    };
    const { recording } = await api.send("POST", "/v1/dialer", call);
    await api.graph(COMPLETE, { id: recording.id, input });
  }
  return `/v1/recordings?limit=${RECORDINGS}`;
};

/** Holds slow connections to a server while somebody else asks it. @throws Error where that one is not answered */
export const siege = async (
  { pid, listening }: Instance,
  keys: Keys,
  plan: Plan,
): Promise<Held> => {
  const url = await listening;
  const path = await furnish(url, keys);
  const good = new Good(url, keys);
  // What is compiled with the first requests is no fault of the slow ones.
  await good.run(plan.warmMs, plan.perSecond);
  good.times.length = 0;
  const before = await atRest(pid, 1_000);
  const { sockets, everyMs } = plan;
  const workerData: Slowness = {
    port: Number(new URL(url).port),
    sockets,
    apiKey: keys.apiKey,
    path,
    everyMs,
  };
  const worker = new Worker(new URL("sockets.js", import.meta.url), { workerData });
  let mibMost = 0;
  const looking = setInterval(() => (mibMost = Math.max(mibMost, look(pid).mib)), 500);
  await good.run(plan.seconds * 1_000, plan.perSecond);
  clearInterval(looking);
  const judged = [...good.times];
  worker.postMessage("stop");
  const [told] = (await once(worker, "message")) as [Told];
  // Whatever is garbage is let go of while there is something to do.
  await good.run(plan.warmMs, plan.perSecond);
  good.stop();
  const after = await atRest(pid, plan.restMs);
  if (good.problems.length > 0)
    throw new Error(`the good client was told:\n  ${good.problems.slice(0, 20).join("\n  ")}`);
  const times = judged.toSorted((a, b) => a - b);
  const at = (part: number): number =>
    Math.round(times[Math.floor(part * (times.length - 1))]! * 10) / 10;
  return {
    asked: times.length,
    p50: at(0.5),
    p99: at(0.99),
    most: at(1),
    mibBefore: Math.round(before.mib),
    mibMost: Math.round(mibMost),
    mibAfter: Math.round(after.mib),
    openBefore: before.open,
    openAfter: after.open,
    told,
  };
};
