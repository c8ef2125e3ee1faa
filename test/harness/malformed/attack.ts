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
  /** How many connections send at once. */
  senders: number;
  /** Sends only this attempt. */
  only?: number | undefined;
  /** How long to wait for the memory to settle, in milliseconds. */
  restMs: number;
}

export interface AttackTally {
  requests: number;
  answers: number;
  refused: number;
  good: number;
  perSecond: number;
  /** The server's CPU time per request. */
  cpuMs: number;
  mibFirst: number;
  mibLast: number;
}

/** How much the memory may grow from the end of the first fifth to that of the last. */
const MAX_GROWTH_MIB = 48;
/**
 * The limit for short runs, whose first fifth is too short to compile all code and fill all caches.
 */
const MAX_COLD_GROWTH_MIB = 128;
const WARM_REQUESTS = 100_000;
const MAX_FINDINGS = 20;
const FIFTHS = 5;

/** Columns whose values contain the number of the request that wrote them. */
const MARKED_COLUMNS = [
  ["appointments", "event_id"],
  ["appointments", "title"],
  ["recordings", "call_id"],
  ["clients", "crm_entity_id"],
  ["users", "email"],
] as const;

const hasGraphqlErrors = (body: Buffer): boolean => body.includes('"errors":[{"message"');

/** Sends malformed requests while a good client uses the same server. @throws with the findings */
export const attackServer = async (
  target: AttackTarget,
  db: Db,
  plan: AttackPlan,
): Promise<AttackTally> => {
  const { instance, url, bad } = target;
  const port = Number(new URL(url).port);
  const { pid } = instance;
  const createAttempt = createAttempts(plan.seed, bad);
  const findings: string[] = [];
  const refused = new Set<number>();
  let [answered, sentCount] = [0, 0];
  const report = (finding: string): void => void findings.push(finding);
  const send = async (sender: MalformedSender, attempt: Attempt): Promise<void> => {
    const outcome = await sender.send(attempt);
    answered += outcome.responses.length;
    if (outcome.problems.length > 0) report(formatReport(attempt, outcome));
    const wasRefused = ({ status, body }: (typeof outcome.responses)[number]): boolean =>
      status >= 400 || hasGraphqlErrors(body);
    if (outcome.responses.length > 0 && wasRefused(outcome.responses[0]!)) refused.add(attempt.n);
  };
  const isOver = (): boolean =>
    findings.length >= MAX_FINDINGS ||
    instance.child.exitCode !== null ||
    instance.child.signalCode !== null;
  const senders = Array.from(
    { length: plan.senders },
    (_, index) => new MalformedSender(port, createRandom(plan.seed + index)),
  );
  const sendUntil = async (end: number): Promise<void> => {
    await Promise.all(
      senders.map(async (sender) => {
        while (sentCount < end && !isOver()) await send(sender, createAttempt(sentCount++));
      }),
    );
  };

  // The unchanged requests must succeed. Otherwise the malformed ones would prove nothing.
  for (const attempt of buildUntouchedAttempts(bad, plan.count)) {
    const outcome = await senders[0]!.send(attempt);
    const status = outcome.responses[0]?.status;
    if (status !== 200 && !(status === 404 && attempt.name.includes("scheduled-tasks/:event_id")))
      report(formatReport({ ...attempt, name: `${attempt.name}, untouched` }, outcome));
  }
  const good = new GoodClient(url, target.good);
  good.start();
  const before = await readRestingUsage(pid, 0);
  const mib: number[] = [];
  const startedAt = performance.now();
  const cpuBefore = readCpuMs(pid);
  let restedMs = 0;
  if (plan.only === undefined)
    for (let fifth = 1; fifth <= FIFTHS; fifth += 1) {
      await sendUntil(Math.round((plan.count * fifth) / FIFTHS));
      if ((fifth > 1 && fifth < FIFTHS) || isOver()) continue;
      const restStartedAt = performance.now();
      await collectGarbage(target.directory);
      mib.push((await readRestingUsage(pid, plan.restMs)).mib);
      restedMs += performance.now() - restStartedAt;
    }
  else await send(senders[0]!, createAttempt(plan.only));
  const seconds = (performance.now() - startedAt - restedMs) / 1000;
  const cpu = instance.child.exitCode === null ? readCpuMs(pid) - cpuBefore : 0;
  for (const sender of senders) sender.stop();
  await good.stop().catch((error: unknown) => report(`the good client: ${String(error)}`));

  for (const [table, column] of MARKED_COLUMNS)
    for (const value of await db(table).where(column, "like", "m-%").pluck(column)) {
      const n = /^m-(\d+)-\1(@example\.com)?$/.exec(String(value))?.[1];
      if (n !== undefined && refused.has(Number(n)))
        report(`${table} has ${value} from a refused request`);
    }
  if (instance.child.exitCode !== null || instance.child.signalCode !== null)
    report(`the server exited with ${instance.child.exitCode ?? instance.child.signalCode}`);
  else {
    const after = await readRestingUsage(pid, plan.restMs);
    // The good client keeps its connections, and a few of the program's own come and go.
    if (after.open > before.open + 10)
      report(`${after.open} files are open, ${before.open} before`);
  }
  const [mibFirst = 0, mibLast = 0] = mib;
  const maxGrowthMib = plan.count / FIFTHS < WARM_REQUESTS ? MAX_COLD_GROWTH_MIB : MAX_GROWTH_MIB;
  if (mibLast > mibFirst + maxGrowthMib) report(`memory grew from ${mibFirst} to ${mibLast} MiB`);
  findings.push(...readDefectLog(target).slice(0, MAX_FINDINGS));
  if (findings.length > 0) throw new Error(`of ${sentCount} requests:\n  ${findings.join("\n  ")}`);
  return {
    requests: sentCount,
    answers: answered,
    refused: refused.size,
    good: good.requestCount,
    perSecond: Math.round(sentCount / seconds),
    cpuMs: Math.round((100 * cpu) / sentCount) / 100,
    mibFirst: Math.round(mibFirst),
    mibLast: Math.round(mibLast),
  };
};
