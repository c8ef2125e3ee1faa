// Load test with 100 webhooks, 30 of them hostile. Fails if a good receiver misses an event or gets
// one twice, if a redirect is followed, or if latency or memory exceed their limits. Not part of
// `npm test`, because it measures times.
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
const FIRST_TIMEOUTS_MS = 11_000;

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "10000" },
    // Deliveries to all webhooks together, per second.
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
// Hostile webhooks are created first, so they also get their turn first.
for (const receiver of [...hostileReceivers, ...goodReceivers]) {
  const { createWebhook } = await program.graphql(mutate.webhook, { input: { url: receiver.url } });
  receiver.id = createWebhook.webhook.id;
}
const recordings: string[] = [];
for (let i = 0; i < changes; i += 1) recordings.push(await program.ingestCall(`call-${i}`));

/** The first change starts here; each is committed when its request returns. */
const startedAt = performance.now();
for (const [index, id] of recordings.entries()) {
  await setTimeout(Math.max(0, startedAt + index * everyMs - performance.now()));
  const input = { summary: "s".repeat(600), notes: "n".repeat(400) };
  await program.graphql(mutate.complete, { id, input });
}
const creationMs = performance.now() - startedAt;
const isComplete = (): boolean => goodReceivers.every(({ arrivals }) => arrivals.size === changes);
const until = performance.now() + ARRIVAL_TIMEOUT_MS;
// By then, the first hanging deliveries have timed out.
await setTimeout(Math.max(0, startedAt + FIRST_TIMEOUTS_MS - performance.now()));
while (!isComplete() && performance.now() < until) await setTimeout(100);

/** A delivery's ID (UUIDv7) starts with the time of its creation, just before the commit. */
const parseWrittenAt = (id: string): number =>
  Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
const times = goodReceivers.flatMap(({ arrivals }) =>
  [...arrivals].map(([id, at]) => at - parseWrittenAt(id)),
);
const missedCount = goodReceivers.reduce((sum, { arrivals }) => sum + changes - arrivals.size, 0);
const repeatedCount = goodReceivers.reduce((sum, one) => sum + one.repeated, 0);
const latency = computeQuantiles(times);
const memory = program.readMaxMemory();
/** The logged outcomes of the newest attempts at each kind of hostile receiver. */
const outcomes = new Map<string, Set<string>>();
for (const { kind, id } of hostileReceivers) {
  const { failed, delivered } = await program.graphql(
    `query ($id: ID) {
      failed: deliveries(filter: {webhookId: $id, status: failed}) { nodes { error } }
      delivered: deliveries(filter: {webhookId: $id, status: delivered}) { nodes { responseStatus } }
    }`,
    { id },
  );
  const errors = outcomes.get(kind) ?? new Set();
  for (const { error } of failed.nodes) errors.add(error);
  for (const { responseStatus } of delivered.nodes) errors.add(`delivered, ${responseStatus}`);
  outcomes.set(kind, errors);
}
await program.stop();
closeReceivers();

console.log(
  `${changes * (GOOD_RECEIVERS + HOSTILE_RECEIVERS)} events to ${GOOD_RECEIVERS + HOSTILE_RECEIVERS} webhooks in ${Math.round(creationMs / 100) / 10} s`,
);
for (const [kind, errors] of outcomes) console.log(`  ${kind}: ${[...errors].join(", ")}`);
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
    "hostile kinds with outcomes",
    String(outcomes.size),
    [...outcomes.values()].every(({ size }) => size > 0),
  ],
  ["memory", `${memory} MiB at most`, memory < MAX_MEMORY_MIB],
];
for (const [what, figure, isGood] of verdicts)
  console.log(`${isGood ? "✔" : "✘"} ${what}: ${figure}`);
process.exit(verdicts.every(([, , isGood]) => isGood) ? 0 : 1);
