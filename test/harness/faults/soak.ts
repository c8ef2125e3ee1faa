import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createRandom } from "../../src/demo/random.js";
import { createApi } from "../crash/api.js";
import { Instance } from "../crash/instance.js";
import { firstKeys } from "../crash/organization.js";
import { receive } from "../helpers/simple-receiver.js";
import type { Figures, Run } from "./sections.js";
import { Arrivals } from "./soak/arrivals.js";
import { createClient } from "./soak/client.js";
import { figuresOf, problemsOf } from "./soak/course.js";
import { asFastAsPossible, atRate } from "./soak/load.js";
import { Mix } from "./soak/mix.js";
import { canWatch, watch } from "./soak/watch.js";

const USER = `mutation { upsertUser(input: { email: "rep@example.com", name: "Robin" }) { email } }`;
const WEBHOOK = `mutation ($url: String!) {
  createWebhook(input: { url: $url, events: ["recording.processed"] }) { webhook { id } }
}`;
const HOOKS = ["/one", "/two"];
const LANES = 16;
const PLACES = 500;
const SECONDS = 20 * 60;
const CAPACITY_SECONDS = 30;
const TAKE_MS = 50;
const PATIENCE_MS = 30_000;

interface Soaked {
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
  work: (soaked: Soaked) => Promise<T>,
): Promise<T> => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-soak-"));
  const receiver = await receive();
  const instance = new Instance({ directory, env: { LOG_LEVEL: "info" } });
  const arrivals = new Arrivals(receiver, HOOKS);
  const problems: string[] = [];
  const taking = setInterval(() => arrivals.take(), TAKE_MS);
  try {
    const url = await instance.listening;
    const keys = firstKeys(directory);
    const api = createApi(url, keys);
    await api.graph(USER);
    for (const hook of HOOKS) await api.graph(WEBHOOK, { url: receiver.url + hook });
    const client = createClient(url, keys);
    const mix = new Mix(client, arrivals, createRandom(seed), places);
    await mix.fill(LANES);
    const file = join(directory, "debrief.db");
    const result = await work({ instance, file, mix, arrivals, problems });
    const until = performance.now() + PATIENCE_MS;
    while (arrivals.outstanding > 0 && performance.now() < until) await setTimeout(TAKE_MS);
    client.close();
    instance.signal("SIGTERM");
    const code = await instance.ended;
    arrivals.take();
    problems.push(...arrivals.problems.slice(0, 10));
    if (arrivals.outstanding > 0) problems.push(`${arrivals.outstanding} were told of to nobody`);
    if (arrivals.count !== mix.analysed * HOOKS.length)
      problems.push(`${arrivals.count} deliveries of ${mix.analysed} analyses`);
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
export const soakBriefly = async (seed: number, requests: number): Promise<Figures> => {
  const { mix, arrivals } = await withServer({ seed, places: 60 }, async (soaked) => {
    let left = requests;
    const lane = async (): Promise<void> => {
      while ((left -= 1) >= 0) await soaked.mix.ask();
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return soaked;
  });
  return { ...mix.asked, analysed: mix.analysed, deliveries: arrivals.count };
};

/**
 * A server at half of what it can do, for 20 minutes: no error, no delivery lost or made twice, and nothing
 * grows that must not: memory, the log of SQLite, what waits for webhooks, the time that answers take.
 */
export const soak = async ({ seed, scale }: Run): Promise<Figures> => {
  if (!canWatch()) return { skipped: "there is no /proc here" };
  const seconds = Math.ceil(SECONDS * scale);
  return withServer(
    { seed, places: PLACES },
    async ({ instance, file, mix, arrivals, problems }) => {
      const ask = () => mix.ask();
      const capacity = await asFastAsPossible(ask, LANES, Math.min(CAPACITY_SECONDS, seconds));
      const rate = Math.floor(capacity / 2);
      console.log(`capacity ${Math.round(capacity)} requests a second; ${rate} for ${seconds} s`);
      const backlog = () => arrivals.outstanding;
      const watching = watch({ pid: instance.pid, file, backlog }, seconds);
      try {
        await atRate(ask, rate, seconds, watching.answered);
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
        ...figuresOf(course),
      };
      const grown = problemsOf(course);
      if (grown.length > 0) problems.push(...grown, JSON.stringify(figures));
      return figures;
    },
  );
};
