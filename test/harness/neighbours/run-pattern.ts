import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Instance } from "../crash/server-process.js";
import { readUsage } from "../malformed/process-usage.js";
import type { AttackCounts, AttackOrder } from "./attacker.js";
import { GoodTenant, type Timing } from "./good-tenant.js";
import { patterns } from "./patterns.js";
import type { Template } from "./template.js";
import { TenantClient } from "./tenant-client.js";

const ATTACKER = fileURLToPath(new URL("attacker.js", import.meta.url));
const SAMPLE_MS = 100;
const WARM_MS = 3_000;
/** The good tenant's p99 under attack may be this many times its quiet p99, or this long. */
const MAX_SLOWDOWN = 5;
const MAX_P99_MS = 250;
const MAX_MIB = 1024;

/** The quiet and the attacked p99 of each operation, in milliseconds. */
export interface PatternResult {
  p99: Record<string, { quiet: number; attacked: number }>;
  /** The server's highest resident memory. */
  mib: number;
  answers: AttackCounts;
  /** Errors that the good tenant got, a server that ended, and too much memory. */
  problems: string[];
  /** The operations that the good tenant waited too long for. */
  delays: string[];
}

const p99ByOperation = (timings: readonly Timing[]): Map<string, number> => {
  const byOperation = Map.groupBy(timings, ({ operation }) => operation);
  return new Map(
    [...byOperation].map(([operation, all]) => {
      const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
      return [operation, Math.round(times[Math.floor(0.99 * (times.length - 1))]!)];
    }),
  );
};

const attackWhile = async (
  order: AttackOrder,
  work: () => Promise<void>,
): Promise<AttackCounts> => {
  const attacker = fork(ATTACKER, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const ended = once(attacker, "exit").then(() => {
    throw new Error("the attacker has ended");
  });
  ended.catch(() => {});
  try {
    attacker.send(order);
    await Promise.race([once(attacker, "message"), ended]);
    await work();
    const counts = once(attacker, "message") as Promise<[AttackCounts]>;
    attacker.send("stop");
    const [answers] = await Promise.race([counts, ended]);
    return answers;
  } finally {
    attacker.kill("SIGKILL");
  }
};

/** Attacks a server by one pattern for `seconds`, while a good tenant uses it. */
export const runPattern = async (
  { directory: template, env, good: keys, hostile, rep }: Template,
  { name, directory, seconds }: { name: string; directory: string; seconds: number },
): Promise<PatternResult> => {
  cpSync(template, directory, { recursive: true });
  const instance = new Instance({ directory, env: { ...env, ...patterns[name]!.settings } });
  const problems: string[] = [];
  let mib = 0;
  let isStopping = false;
  const reportEnd = async (): Promise<void> => {
    const code = await instance.ended;
    if (!isStopping) problems.push(`the server ended with ${code}`);
  };
  void reportEnd();
  let sampling: NodeJS.Timeout | undefined;
  try {
    const url = await instance.listening;
    const good = await GoodTenant.create(new TenantClient(url, keys));
    await good.run(WARM_MS);
    good.timings.length = 0;
    await good.run(seconds * 1000);
    const quiet = p99ByOperation(good.timings.splice(0));
    sampling = setInterval(() => {
      if (problems.length === 0) mib = Math.max(mib, readUsage(instance.pid).mib);
    }, SAMPLE_MS);
    const order = { pattern: name, url, keys: hostile, rep };
    const answers = await attackWhile(order, () => good.run(seconds * 1000));
    const attacked = p99ByOperation(good.timings);
    good.stop();
    problems.push(...good.problems.slice(0, 5));
    const p99: PatternResult["p99"] = {};
    const delays: string[] = [];
    for (const [operation, quietMs] of quiet) {
      const attackedMs = attacked.get(operation)!;
      p99[operation] = { quiet: quietMs, attacked: attackedMs };
      if (attackedMs > Math.max(MAX_SLOWDOWN * quietMs, MAX_P99_MS))
        delays.push(`${operation}: p99 of ${attackedMs} ms, quiet ${quietMs} ms`);
    }
    if (mib > MAX_MIB) problems.push(`the server has ${Math.round(mib)} MiB`);
    return { p99, mib: Math.round(mib), answers, problems, delays };
  } finally {
    clearInterval(sampling);
    isStopping = true;
    await instance.kill();
    const log = readFileSync(`${directory}/stderr.log`, "utf8");
    for (const [line] of [...log.matchAll(/^.*(FATAL|out of memory|"level":(50|60)).*$/gm)].slice(
      0,
      3,
    ))
      console.log(`    log: ${line.slice(0, 400)}`);
    rmSync(directory, { recursive: true, force: true });
  }
};
