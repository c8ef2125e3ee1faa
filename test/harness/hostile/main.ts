// The load that must not hurt: 100 webhooks of which 30 are hostile, and an event for each of them again
// and again. Fails where a good receiver misses one or gets one twice, where a redirect is followed, or
// where time or memory is over its limit. Not a part of `npm test`: it judges times.
import { parseArgs } from "node:util";
import { setTimeout } from "node:timers/promises";
import { computeQuantiles } from "../../../bench/notifier/message.js";
import { startProgram } from "./program.js";
import {
  closeReceivers,
  buildHostileReceivers,
  startGoodReceiver,
  startRedirectTrap,
  type HostileReceiver,
} from "./receivers.js";

const GOOD_RECEIVERS = 70;
const HOSTILE_RECEIVERS = 30;
const MAX_P99_MS = 1000;
const MAX_MEMORY_MIB = 400;
const ARRIVAL_TIMEOUT_MS = 60_000;
const TIMED_OUT_MS = 11_000;

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "10000" },
    // Of all webhooks together, a second.
    pace: { type: "string", default: "300" },
  },
});
const changes = Math.ceil(Number(values.events) / (GOOD_RECEIVERS + HOSTILE_RECEIVERS));
const everyMs = ((GOOD_RECEIVERS + HOSTILE_RECEIVERS) / Number(values.pace)) * 1000;

const trap = await startRedirectTrap();
const goodReceivers = await Promise.all(Array.from({ length: GOOD_RECEIVERS }, startGoodReceiver));
const behaviours = Object.entries(buildHostileReceivers(trap.url));
const hostileReceivers: HostileReceiver[] = [];
for (let i = 0; i < HOSTILE_RECEIVERS; i += 1) {
  const [kind, start] = behaviours[i % behaviours.length]!;
  hostileReceivers.push({ id: "", kind, url: await start() });
}

const program = await startProgram();
const mutate = {
  user: `mutation ($input: UserInput!) { upsertUser(input: $input) { email } }`,
  webhook: `mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }`,
  complete: `mutation ($id: ID!, $input: AnalysisInput!) {
    completeAnalysis(recordingId: $id, input: $input) { id }
  }`,
};
await program.graphql(mutate.user, { input: { email: "rep@example.com", name: "Robin Rep" } });
// The hostile ones come first, and so have their turn first.
for (const receiver of [...hostileReceivers, ...goodReceivers]) {
  const { createWebhook } = await program.graphql(mutate.webhook, { input: { url: receiver.url } });
  receiver.id = createWebhook.webhook.id;
}
const recordings: string[] = [];
for (let i = 0; i < changes; i += 1) recordings.push(await program.ingestCall(`call-${i}`));

/** When the program answered that the change is made: by then it was committed. */
const begun = performance.now();
for (const [index, id] of recordings.entries()) {
  await setTimeout(Math.max(0, begun + index * everyMs - performance.now()));
  const input = { summary: "s".repeat(600), notes: "n".repeat(400) };
  await program.graphql(mutate.complete, { id, input });
}
const created = performance.now() - begun;
const isComplete = (): boolean => goodReceivers.every(({ arrivals }) => arrivals.size === changes);
const until = performance.now() + ARRIVAL_TIMEOUT_MS;
// By then the first ones that hang have timed out.
await setTimeout(Math.max(0, begun + TIMED_OUT_MS - performance.now()));
while (!isComplete() && performance.now() < until) await setTimeout(100);

/** A delivery's id begins with the time at which it was written, just before its commit. */
const parseWrittenAt = (id: string): number =>
  Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
const times = goodReceivers.flatMap(({ arrivals }) =>
  [...arrivals].map(([id, at]) => at - parseWrittenAt(id)),
);
const missedCount = goodReceivers.reduce((sum, { arrivals }) => sum + changes - arrivals.size, 0);
const repeatedCount = goodReceivers.reduce((sum, one) => sum + one.repeated, 0);
const latency = computeQuantiles(times);
const memory = program.readMaxMemory();
/** What the log says of the newest attempts at each way of being hostile. */
const outcomes = new Map<string, Set<string>>();
for (const { kind, id } of hostileReceivers) {
  const { failed, delivered } = await program.graphql(
    `query ($id: ID) {
      failed: deliveries(filter: {webhookId: $id, status: failed}) { nodes { error } }
      delivered: deliveries(filter: {webhookId: $id, status: delivered}) { nodes { responseStatus } }
    }`,
    { id },
  );
  const known = outcomes.get(kind) ?? new Set();
  for (const { error } of failed.nodes) known.add(error);
  for (const { responseStatus } of delivered.nodes) known.add(`delivered, ${responseStatus}`);
  outcomes.set(kind, known);
}
await program.stop();
closeReceivers();

console.log(
  `${changes * (GOOD_RECEIVERS + HOSTILE_RECEIVERS)} events to ${GOOD_RECEIVERS + HOSTILE_RECEIVERS} webhooks in ${Math.round(created / 100) / 10} s`,
);
for (const [kind, known] of outcomes) console.log(`  ${kind}: ${[...known].join(", ")}`);
const verdicts: [what: string, figure: string, isGood: boolean][] = [
  ["missed by good receivers", String(missedCount), missedCount === 0],
  ["repeated", String(repeatedCount), repeatedCount === 0],
  ["redirects followed", String(trap.contacts()), trap.contacts() === 0],
  [
    "commit to arrival",
    `p50 ${latency.p50} ms, p99 ${latency.p99} ms, at most ${latency.max} ms`,
    latency.p99 < MAX_P99_MS,
  ],
  [
    "every way was met",
    String(outcomes.size),
    [...outcomes.values()].every(({ size }) => size > 0),
  ],
  ["memory", `${memory} MiB at most`, memory < MAX_MEMORY_MIB],
];
for (const [what, figure, isGood] of verdicts)
  console.log(`${isGood ? "✔" : "✘"} ${what}: ${figure}`);
process.exit(verdicts.every(([, , isGood]) => isGood) ? 0 : 1);
