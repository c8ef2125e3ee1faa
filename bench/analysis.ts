import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { SAMPLE_LINES, buildUtterances } from "../test/helpers/analysis/analyzer-calls.js";
import { createInstallation } from "../test/helpers/server/program.js";
import { startSimpleReceiver } from "../test/helpers/webhooks/simple-receiver.js";
import {
  tenantAt,
  createInstalledOrganization,
} from "../test/helpers/server/installed-organization.js";
import { analyzeByRules } from "../src/analyzer/basic/index.js";

// Time from the POST of a call to the webhook about its analysis, one call after the other, each matched to an
// appointment; and the time of the rules for an hour of talk.

const CALLS = 20;

// Not in /tmp, which may be in memory: commits must wait for a disk.
mkdirSync("build/bench-data", { recursive: true });
process.env["TMPDIR"] = resolve("build/bench-data");

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1]!;
const formatMs = (time: number): string => `${time.toFixed(1)} ms`;

const program = await createInstallation();
const receiver = await startSimpleReceiver();
const serving = await program.serve({
  DEBRIEF_ANALYZER: "basic",
  DEBRIEF_FIRST_ORG: "off",
  DEBRIEF_WEBHOOK_ALLOW: "127.0.0.0/8",
  LOG_LEVEL: "error",
});
const org = tenantAt(serving, await createInstalledOrganization(program, "Bench"));
await org.createUser();
await org.graphql(
  "mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }",
  { input: { url: receiver.url } },
);
const times: number[] = [];
for (let done = 0; done <= CALLS; done += 1) {
  const day = new Date(Date.UTC(2026, 2, 2 + done, 10)).toISOString();
  const event_id = `job-${done}`;
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id,
    user_email: "rep@example.com",
    start_time: day,
  });
  const began = performance.now();
  await org.ingestCall({ started_at: day, transcript: buildUtterances(SAMPLE_LINES) });
  await receiver.count(done + 1);
  times.push(performance.now() - began);
  const { event_id: receivedEventId, actionItems } = JSON.parse(
    receiver.received.at(-1)!.body,
  ).data;
  if (receivedEventId !== event_id || actionItems === "")
    throw new Error("the webhook does not belong to the posted call");
}
await serving.stop();
receiver.close();
await program.remove();
const [first, ...rest] = times as [number, ...number[]];
console.log(
  `from POST /v1/dialer to the webhook, ${CALLS} calls: median ${formatMs(median(rest))}, slowest ${formatMs(Math.max(...rest))}; first call ${formatMs(first)}`,
);

const hourLines = Array.from({ length: 150 }, () => SAMPLE_LINES).flat();
const utterances = buildUtterances(hourLines);
const call = {
  organizationId: "org",
  utterances,
  userName: "Robin",
  clientName: "Kim",
  startedAt: Date.now(),
  templates: [],
  trackers: [],
};
const durationsMs: number[] = [];
for (let run = 0; run < 21; run += 1) {
  const began = process.cpuUsage();
  analyzeByRules(call);
  const { user, system } = process.cpuUsage(began);
  durationsMs.push((user + system) / 1_000);
}
const characters = utterances.reduce((sum, { text }) => sum + text.length, 0);
console.log(
  `the rules on ${characters} characters of talk: median ${formatMs(median(durationsMs))} of CPU`,
);
