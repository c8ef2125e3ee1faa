import type { Db } from "../../../db/engine/connect.js";
import { createRandom } from "../../../src/demo/random.js";
import { MalformedSender, formatReport } from "./malformed-sender.js";
import { type Attempt, createAttempts, buildUntouchedAttempts } from "./attempt.js";
import { GoodClient } from "./good-client.js";
import { collectGarbage } from "./collect-garbage.js";
import { readRestingUsage, readCpuMs } from "./process-usage.js";
import { readDefectLog, type AttackTarget } from "./target.js";

export interface AttackPlan {
  seed: number;
  count: number;
  /** How many ask at once. */
  senders: number;
  /** The only one to send. */
  only?: number | undefined;
  /** How long to wait for memory to settle, in milliseconds. */
  restMs: number;
}

export interface AttackTally {
  requests: number;
  answers: number;
  refused: number;
  good: number;
  perSecond: number;
  /** Of the server, for a request. */
  cpuMs: number;
  mibFirst: number;
  mibLast: number;
}

/** By so much memory may grow from the end of the first fifth to that of the last. */
const MAX_GROWTH_MIB = 48;
/** The same where the first fifth has fewer requests than it takes to compile all and to fill what is kept for later. */
const MAX_COLD_GROWTH_MIB = 128;
const WARM_REQUESTS = 100_000;
const MAX_FINDINGS = 20;
const FIFTHS = 5;

/** Where what is written bears the number of the request that wrote it. */
const MARKED_COLUMNS = [
  ["appointments", "event_id"],
  ["appointments", "title"],
  ["recordings", "call_id"],
  ["clients", "crm_entity_id"],
  ["users", "email"],
] as const;

const hasGraphqlErrors = (body: Buffer): boolean => body.includes('"errors":[{"message"');

/** Sends what is malformed to a server that serves somebody else too. @throws Error with what was found */
export const attackServer = async (
  target: AttackTarget,
  db: Db,
  plan: AttackPlan,
): Promise<AttackTally> => {
  const { instance, url, bad } = target;
  const port = Number(new URL(url).port);
  const { pid } = instance;
  const make = createAttempts(plan.seed, bad);
  const findings: string[] = [];
  const refused = new Set<number>();
  let [answered, next] = [0, 0];
  const find = (finding: string): void => void findings.push(finding);
  const send = async (asker: MalformedSender, attempt: Attempt): Promise<void> => {
    const outcome = await asker.send(attempt);
    answered += outcome.responses.length;
    if (outcome.problems.length > 0) find(formatReport(attempt, outcome));
    const wasRefused = ({ status, body }: (typeof outcome.responses)[number]): boolean =>
      status >= 400 || hasGraphqlErrors(body);
    if (outcome.responses.length > 0 && wasRefused(outcome.responses[0]!)) refused.add(attempt.n);
  };
  const isOver = (): boolean =>
    findings.length >= MAX_FINDINGS ||
    instance.child.exitCode !== null ||
    instance.child.signalCode !== null;
  const askers = Array.from(
    { length: plan.senders },
    (_, index) => new MalformedSender(port, createRandom(plan.seed + index)),
  );
  const upTo = async (end: number): Promise<void> => {
    await Promise.all(
      askers.map(async (asker) => {
        while (next < end && !isOver()) await send(asker, make(next++));
      }),
    );
  };

  // Not refused, or nothing of what follows would say anything.
  for (const attempt of buildUntouchedAttempts(bad, plan.count)) {
    const outcome = await askers[0]!.send(attempt);
    const status = outcome.responses[0]?.status;
    if (status !== 200 && !(status === 404 && attempt.name.includes("scheduled-tasks/:event_id")))
      find(formatReport({ ...attempt, name: `${attempt.name}, untouched` }, outcome));
  }
  const good = new GoodClient(url, target.good);
  good.start();
  const before = await readRestingUsage(pid, 0);
  const mib: number[] = [];
  const began = performance.now();
  const cpuBefore = readCpuMs(pid);
  let restedMs = 0;
  if (plan.only === undefined)
    for (let fifth = 1; fifth <= FIFTHS; fifth += 1) {
      await upTo(Math.round((plan.count * fifth) / FIFTHS));
      if ((fifth > 1 && fifth < FIFTHS) || isOver()) continue;
      const rests = performance.now();
      await collectGarbage(target.directory);
      mib.push((await readRestingUsage(pid, plan.restMs)).mib);
      restedMs += performance.now() - rests;
    }
  else await send(askers[0]!, make(plan.only));
  const seconds = (performance.now() - began - restedMs) / 1000;
  const cpu = instance.child.exitCode === null ? readCpuMs(pid) - cpuBefore : 0;
  for (const asker of askers) asker.stop();
  await good.stop().catch((error: unknown) => find(`the good client: ${String(error)}`));

  for (const [table, column] of MARKED_COLUMNS)
    for (const value of await db(table).where(column, "like", "m-%").pluck(column)) {
      const n = /^m-(\d+)-\1(@example\.com)?$/.exec(String(value))?.[1];
      if (n !== undefined && refused.has(Number(n)))
        find(`${table} has ${value}, which was refused`);
    }
  if (instance.child.exitCode !== null || instance.child.signalCode !== null)
    find(`the server ended with ${instance.child.exitCode ?? instance.child.signalCode}`);
  else {
    const after = await readRestingUsage(pid, plan.restMs);
    // The good client's connections are kept, and a few of the program's own come and go.
    if (after.open > before.open + 10)
      find(`${after.open} files are open, before it ${before.open}`);
  }
  const [mibFirst = 0, mibLast = 0] = mib;
  const most = plan.count / FIFTHS < WARM_REQUESTS ? MAX_COLD_GROWTH_MIB : MAX_GROWTH_MIB;
  if (mibLast > mibFirst + most) find(`memory grew from ${mibFirst} to ${mibLast} MiB`);
  findings.push(...readDefectLog(target).slice(0, MAX_FINDINGS));
  if (findings.length > 0) throw new Error(`of ${next} requests:\n  ${findings.join("\n  ")}`);
  return {
    requests: next,
    answers: answered,
    refused: refused.size,
    good: good.requestCount,
    perSecond: Math.round(next / seconds),
    cpuMs: Math.round((100 * cpu) / next) / 100,
    mibFirst: Math.round(mibFirst),
    mibLast: Math.round(mibLast),
  };
};
