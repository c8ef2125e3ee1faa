import { once } from "node:events";
import { fileURLToPath } from "node:url";
import anyTest, { type TestFn } from "ava";
import { SAMPLE_LINES, buildUtterances } from "../helpers/analysis/analyzer-calls.js";
import {
  tenantAt,
  createInstalledOrganization,
  listProcessedEvents,
} from "../helpers/server/installed-organization.js";
import { createInstallation, type Installation } from "../helpers/server/program.js";
import { startSimpleReceiver } from "../helpers/webhooks/simple-receiver.js";
import type { Tenant } from "../helpers/tenant.js";

const test = anyTest as TestFn<{ program: Installation }>;
const transcript = buildUtterances(SAMPLE_LINES);
const ENV = {
  DEBRIEF_ANALYZER: "basic",
  DEBRIEF_FIRST_ORG: "off",
  DEBRIEF_WEBHOOK_ALLOW: "127.0.0.0/8",
  LOG_LEVEL: "error",
};
/** Serves with a lease of half a second. */
const SHORT_LEASE_COMMAND = [
  process.execPath,
  fileURLToPath(new URL("../harness/crash/serve.js", import.meta.url)),
  "500",
];
// ANALYZER_KILLS=100 for the long run.
const KILLS = Number(process.env["ANALYZER_KILLS"] ?? 2);
const CALLS = 8;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation() };
});

test.afterEach.always((t) => t.context.program.remove());

const WEBHOOK = `mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;
const TEMPLATE = `mutation ($input: TemplateInput!) { upsertTemplate(input: $input) { id } }`;
const QUESTIONS = ["Was a next step agreed with a date?", "Was financing explained?"];

test("DEBRIEF_ANALYZER=basic alone analyses a call, matches it and sends its event", async (t) => {
  const { program } = t.context;
  const serving = await program.serve(ENV);
  const org = tenantAt(serving, await createInstalledOrganization(program));
  const receiver = await startSimpleReceiver();
  t.teardown(receiver.close);
  await org.createUser();
  await org.graphql(WEBHOOK, { input: { url: receiver.url } });
  await org.graphql(TEMPLATE, {
    input: { name: "Sale", questions: QUESTIONS.map((question) => ({ question })) },
  });
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "job-17",
    user_email: "rep@example.com",
    start_time: "2026-03-02T10:15:00Z",
    customer: { id: "crm-4", name: "Kim Lee" },
  });
  const id = await org.ingestCall({ transcript });
  await receiver.count(1);

  const { event, data } = JSON.parse(receiver.received[0]!.body);
  t.is(event, "recording.processed");
  t.like(data, { id, event_id: "job-17", processFollowed: 1, processMissed: 1, processTotal: 2 });
  t.regex(
    data.actionItems,
    /^Action items from meeting\n- Send Kim Lee the estimate by Friday \(Fri 6 Mar 2026\)\n- Call Kim Lee on Monday/,
  );
  t.regex(data.actionItems, /\n\nClient action items\n- Talk to my husband about the price$/);

  const { recording } = (await org.get(`/v1/recordings/${id}`)).body;
  t.like(recording, { status: "processed", eventId: "job-17", duration: 12_000 });
  t.regex(
    recording.summary,
    /^- \[0:04\] Robin Rep: “A new roof with gutters would be 14,500 dollars/m,
  );
  t.regex(recording.notes, /^Questions by Robin Rep:\n- How old is the roof of your house\?/);
  t.deepEqual(
    recording.actionItems.map(({ kind, assignee }: { kind: string; assignee: string }) => [
      kind,
      assignee,
    ]),
    [
      ["explicit", "Robin Rep"],
      ["explicit", "Robin Rep"],
      ["client", "Kim Lee"],
    ],
  );
  const { stats } = (await org.get("/v1/stats?groupBy=user")).body;
  t.like(stats[0], { totalRecordings: 1, avgTalkTime: 6_000, avgProcessScore: 50 });
  t.is((await serving.stop()).code, 0);
});

const list = (status: string): string =>
  `${status}: recordings(first: 1, filter: { status: ${status} }) { nodes { id } }`;

/** Counts the statuses in which recordings still wait for their analysis. */
const countUnfinished = async (org: Tenant): Promise<number> => {
  const found = await org.graphql(`{ ${list("received")} ${list("processing")} }`);
  return found.received.nodes.length + found.processing.nodes.length;
};

test("a server killed during an analysis loses no call and repeats no event", async (t) => {
  const { program } = t.context;
  let serving = await program.serve(ENV, SHORT_LEASE_COMMAND);
  const org = await createInstalledOrganization(program);
  await tenantAt(serving, org).createUser();
  const ids: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const tenant = tenantAt(serving, { ...org });
    const calls = Array.from({ length: CALLS }, (_, n) =>
      tenant.ingestCall({ call_id: `${kill} ${n}`, transcript }),
    );
    // The analyses of the other calls are still running.
    ids.push(await calls[kill % CALLS]!);
    const ended = once(serving.child, "close");
    serving.child.kill("SIGKILL");
    const settled = await Promise.allSettled(calls);
    ids.push(...settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])));
    await ended;
    serving = await program.serve(ENV, SHORT_LEASE_COMMAND);
  }
  const tenant = tenantAt(serving, org);
  while ((await countUnfinished(tenant)) > 0);
  const all = await listProcessedEvents(tenant);
  t.is(new Set(all).size, all.length);
  t.deepEqual(
    ids.filter((id) => !all.includes(id)),
    [],
  );
  await serving.stop();
});
