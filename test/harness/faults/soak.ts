import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createRandom } from "../../../src/demo/random.js";
import { createApi } from "../crash/api.js";
import { Instance } from "../crash/server-process.js";
import { readFirstKeys } from "../crash/set-up-organization.js";
import { startSimpleReceiver } from "../../helpers/simple-receiver.js";
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
const TAKE_MS = 50;
const SETTLE_TIMEOUT_MS = 30_000;

interface SoakContext {
  instance: Instance;
  file: string;
  mix: Mix;
  arrivals: Arrivals;
  /** What is wrong, which does not end it. */
  problems: string[];
}

/** A server with a full organization, which is told of by webhooks, and what was wrong about those in the end. */
const withServer = async <T>(
  { seed, places }: { seed: number; places: number },
  work: (soaked: SoakContext) => Promise<T>,
): Promise<T> => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-soak-"));
  const receiver = await startSimpleReceiver();
  const instance = new Instance({ directory, env: { LOG_LEVEL: "info" } });
  const arrivals = new Arrivals(receiver, HOOKS);
  const problems: string[] = [];
  const taking = setInterval(() => arrivals.takeReceived(), TAKE_MS);
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
    while (arrivals.outstandingCount > 0 && performance.now() < until) await setTimeout(TAKE_MS);
    client.close();
    instance.signal("SIGTERM");
    const code = await instance.ended;
    arrivals.takeReceived();
    problems.push(...arrivals.problems.slice(0, 10));
    if (arrivals.outstandingCount > 0)
      problems.push(`${arrivals.outstandingCount} were told of to nobody`);
    if (arrivals.count !== mix.analyzedCount * HOOKS.length)
      problems.push(`${arrivals.count} deliveries of ${mix.analyzedCount} analyses`);
    if (code !== 0) problems.push(`the server ended with ${code}`);
    if (problems.length > 0) throw new Error(problems.join("\n  "));
    rmSync(directory, { recursive: true });
    return result;
  } catch (error) {
    throw new Error(`see ${directory}`, { cause: error });
  } finally {
    clearInterval(taking);
    await instance.kill();
    receiver.close();
  }
};

/** So many requests of the mix: each answer is right, and webhooks are told of everything once. */
export const soakBriefly = async (seed: number, requests: number): Promise<SectionFigures> => {
  const { mix, arrivals } = await withServer({ seed, places: 60 }, async (soaked) => {
    let left = requests;
    const lane = async (): Promise<void> => {
      while ((left -= 1) >= 0) await soaked.mix.sendNext();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, lane));
    return soaked;
  });
  return { ...mix.requestCounts, analysed: mix.analyzedCount, deliveries: arrivals.count };
};

/**
 * A server at half of what it can do, for 20 minutes: no error, no delivery lost or made twice, and nothing
 * grows that must not: memory, the log of SQLite, what waits for webhooks, the time that answers take.
 */
export const soak = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => {
  if (!canWatch()) return { skipped: "there is no /proc here" };
  const seconds = Math.ceil(SECONDS * scale);
  return withServer(
    { seed, places: PLACES },
    async ({ instance, file, mix, arrivals, problems }) => {
      const ask = () => mix.sendNext();
      const capacity = await sendAsFastAsPossible(
        ask,
        CONNECTIONS,
        Math.min(CAPACITY_SECONDS, seconds),
      );
      const rate = Math.floor(capacity / 2);
      console.log(`capacity ${Math.round(capacity)} requests a second; ${rate} for ${seconds} s`);
      const backlog = () => arrivals.outstandingCount;
      const watching = watchServer({ pid: instance.pid, file, backlog }, seconds);
      try {
        await sendAtRate(ask, rate, seconds, watching.answered);
      } finally {
        watching.stop();
      }
      const { course } = watching;
      const figures = {
        capacity: Math.round(capacity),
        rate,
        seconds,
        requests: watching.answers(),
        deliveries: arrivals.count,
        ...summarizeSeries(course),
      };
      const grown = findGrowth(course);
      if (grown.length > 0) problems.push(...grown, JSON.stringify(figures));
      return figures;
    },
  );
};
