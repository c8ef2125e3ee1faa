import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createRandom } from "../../../src/demo/random.js";
import { createApi } from "../crash/api.js";
import { Instance } from "../crash/server-process.js";
import { readFirstKeys } from "../crash/set-up-organization.js";
import { startSimpleReceiver } from "../../helpers/webhooks/simple-receiver.js";
import type { SectionFigures, SectionOptions } from "./section.js";
import { Arrivals } from "./soak/arrivals.js";
import { createSoakClient } from "./soak/soak-client.js";
import { summarizeSeries, findGrowth } from "./soak/soak-series.js";
import { sendAsFastAsPossible, sendAtRate } from "./soak/load.js";
import { Mix } from "./soak/mix.js";
import { canWatch, watchServer } from "./soak/watch-server.js";

const USER = `mutation { upsertUser(input: { email: "rep@example.com", name: "Robin" }) { email } }`;
const WEBHOOK = `mutation ($url: String!) {
  createWebhook(input: { url: $url, events: ["recording.processed"] }) { webhook { id } }
}`;
const HOOKS = ["/one", "/two"];
const CONNECTIONS = 16;
const PLACES = 500;
const SECONDS = 20 * 60;
const CAPACITY_SECONDS = 30;
const POLL_MS = 50;
const SETTLE_TIMEOUT_MS = 30_000;

interface SoakContext {
  instance: Instance;
  file: string;
  mix: Mix;
  arrivals: Arrivals;
  /** Problems that don't end the run. */
  problems: string[];
}

/**
 * Runs `work` on a server with a full organization and webhooks. Afterwards checks that each
 * analysis was delivered once.
 */
const withServer = async <T>(
  { seed, places }: { seed: number; places: number },
  work: (context: SoakContext) => Promise<T>,
): Promise<T> => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-soak-"));
  const receiver = await startSimpleReceiver();
  const instance = new Instance({ directory, env: { LOG_LEVEL: "info" } });
  const arrivals = new Arrivals(receiver, HOOKS);
  const problems: string[] = [];
  const polling = setInterval(() => arrivals.takeReceived(), POLL_MS);
  try {
    const url = await instance.listening;
    const keys = readFirstKeys(directory);
    const api = createApi(url, keys);
    await api.graphql(USER);
    for (const hook of HOOKS) await api.graphql(WEBHOOK, { url: receiver.url + hook });
    const client = createSoakClient(url, keys);
    const mix = new Mix(client, arrivals, createRandom(seed), places);
    await mix.fill(CONNECTIONS);
    const file = join(directory, "debrief.db");
    const result = await work({ instance, file, mix, arrivals, problems });
    const until = performance.now() + SETTLE_TIMEOUT_MS;
    while (arrivals.outstandingCount > 0 && performance.now() < until) await setTimeout(POLL_MS);
    client.close();
    instance.signal("SIGTERM");
    const code = await instance.ended;
    arrivals.takeReceived();
    problems.push(...arrivals.problems.slice(0, 10));
    if (arrivals.outstandingCount > 0)
      problems.push(`${arrivals.outstandingCount} recordings lack a delivery`);
    if (arrivals.count !== mix.analyzedCount * HOOKS.length)
      problems.push(`${arrivals.count} deliveries for ${mix.analyzedCount} analyses`);
    if (code !== 0) problems.push(`the server ended with ${code}`);
    if (problems.length > 0) throw new Error(problems.join("\n  "));
    rmSync(directory, { recursive: true });
    return result;
  } catch (error) {
    throw new Error(`see ${directory}`, { cause: error });
  } finally {
    clearInterval(polling);
    await instance.kill();
    receiver.close();
  }
};

/**
 * Sends `requests` requests of the mix. Each response must be right, and each analysis delivered
 * once.
 */
export const soakBriefly = async (seed: number, requests: number): Promise<SectionFigures> => {
  const { mix, arrivals } = await withServer({ seed, places: 60 }, async (context) => {
    let remaining = requests;
    const runLane = async (): Promise<void> => {
      while ((remaining -= 1) >= 0) await context.mix.sendNext();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, runLane));
    return context;
  });
  return { ...mix.requestCounts, analysed: mix.analyzedCount, deliveries: arrivals.count };
};

/**
 * Runs a server at half its capacity for 20 minutes. No request may fail and no delivery get lost
 * or repeated. Memory, SQLite's log, the backlog and the response times must not grow.
 */
export const soak = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => {
  if (!canWatch()) return { skipped: "there is no /proc on this system" };
  const seconds = Math.ceil(SECONDS * scale);
  return withServer(
    { seed, places: PLACES },
    async ({ instance, file, mix, arrivals, problems }) => {
      const sendNext = () => mix.sendNext();
      const capacity = await sendAsFastAsPossible(
        sendNext,
        CONNECTIONS,
        Math.min(CAPACITY_SECONDS, seconds),
      );
      const rate = Math.floor(capacity / 2);
      console.log(
        `capacity ${Math.round(capacity)} requests per second; sending ${rate} per second for ${seconds} s`,
      );
      const backlog = () => arrivals.outstandingCount;
      const watching = watchServer({ pid: instance.pid, file, backlog }, seconds);
      try {
        await sendAtRate(sendNext, rate, seconds, watching.onResponse);
      } finally {
        watching.stop();
      }
      const { series } = watching;
      const figures = {
        capacity: Math.round(capacity),
        rate,
        seconds,
        requests: watching.countResponses(),
        deliveries: arrivals.count,
        ...summarizeSeries(series),
      };
      const growth = findGrowth(series);
      if (growth.length > 0) problems.push(...growth, JSON.stringify(figures));
      return figures;
    },
  );
};
