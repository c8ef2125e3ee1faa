import "reflect-metadata";
import anyTest, { type TestFn } from "ava";
import type { Analyze } from "../../src/analyzer/analyzer.js";
import type { AttemptOptions } from "../../src/analyzer/attempt-analysis.js";
import { analyzeByRules } from "../../src/analyzer/basic/index.js";
import { createAnalyzer } from "../../src/analyzer/index.js";
import {
  createHeldAnalyzer,
  SAMPLE_LINES,
  buildUtterances,
} from "../helpers/analysis/analyzer-calls.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { startServer, type TestServer } from "../helpers/server.js";
import { startSimpleReceiver } from "../helpers/webhooks/simple-receiver.js";
import type { Tenant } from "../helpers/tenant.js";
import {
  watchAnalyzed,
  beginAttempt,
  analyzeByRulesAsync,
  TEST_LEASE_MS,
  runAttempt as workOn,
} from "../helpers/analysis/run-attempt.js";

const test = anyTest as TestFn<{ server: TestServer; org: Tenant }>;
const transcript = buildUtterances(SAMPLE_LINES);

let server: TestServer;

test.before(async () => {
  server = await startServer();
});

test.beforeEach(async (t) => {
  const org = await server.createTenant();
  await org.createUser();
  t.context = { server, org };
});

test.after.always(() => server?.stop());

const RECORDING = `query ($id: ID!) { recording(id: $id) {
  status failureReason summary notes actionItems { text assignee } metrics { talkTime questionsAsked }
  process { followed total } eventId
} }`;

const fetchAnalysis = async (org: Tenant, id: string) =>
  (await org.graphql(RECORDING, { id })).recording;

const work = async (org: Tenant, id: string, parts: Partial<AttemptOptions> = {}) =>
  workOn(server, org, id, parts);

test("with an external worker, a call with a transcript stays received", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript });
  t.like(await fetchAnalysis(org, id), { status: "received", failureReason: null });
});

test("two parallel workers analyse a recording once and emit one event", async (t) => {
  const { org } = t.context;
  const receiver = await startSimpleReceiver();
  t.teardown(receiver.close);
  await org.graphql(
    `mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }`,
    { input: { url: receiver.url } },
  );
  const id = await org.ingestCall({ transcript });
  const analysis = createHeldAnalyzer();
  const workers = [1, 2, 3].map(() => work(org, id, { analyze: analysis.analyze }));
  await analysis.begun;
  analysis.go();
  await Promise.all(workers);
  t.is(analysis.times, 1);
  t.is((await fetchAnalysis(org, id)).status, "processed");
  await receiver.count(1);
  t.is((await org.graphql("{ deliveries { nodes { event } } }")).deliveries.nodes.length, 1);
});

test("a dead worker's recording is claimed again only after the lease", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript });
  await beginAttempt(server, org, id);
  await work(org, id);
  t.is((await fetchAnalysis(org, id)).status, "processing");
  await work(org, id, { leaseMs: 0 });
  t.is((await fetchAnalysis(org, id)).status, "processed");
});

test("a worker that lost its claim writes nothing", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript });
  const slow = createHeldAnalyzer(() => ({ summary: "Too late." }));
  const first = work(org, id, { analyze: slow.analyze, leaseMs: -1 });
  await slow.begun;
  const second = createHeldAnalyzer();
  const other = work(org, id, { analyze: second.analyze, leaseMs: 0 });
  await second.begun;
  slow.go();
  await first;
  t.is((await fetchAnalysis(org, id)).status, "processing");
  second.go();
  await other;
  t.regex((await fetchAnalysis(org, id)).summary, /twenty years old/);
});

test("a call sent again during its analysis is analysed as last sent", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ call_id: "twice", transcript });
  const analysis = createHeldAnalyzer();
  const worker = work(org, id, { analyze: analysis.analyze, backOff: [] });
  await analysis.begun;
  await org.ingestCall({
    call_id: "twice",
    transcript: buildUtterances([["client", "The second text is all there is."]]),
  });
  analysis.go();
  await worker;
  t.like(await fetchAnalysis(org, id), {
    status: "processed",
    summary: "- [0:00] B: “The second text is all there is.”",
  });
});

test("a call without a transcript stays received until it has one", async (t) => {
  const { org } = t.context;
  for (const fields of [{}, { transcript: [] }]) {
    const id = await org.ingestCall(fields);
    await work(org, id);
    t.like(await fetchAnalysis(org, id), { status: "received", failureReason: null });
  }
});

test("an analysis fails with a reason after three attempts", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript });
  let times = 0;
  const analyze: Analyze = async () => {
    times += 1;
    throw new Error("at /secret/file");
  };
  await work(org, id, { analyze });
  t.is(times, 3);
  t.like(await fetchAnalysis(org, id), {
    status: "failed",
    failureReason: "The analysis failed; the log of debrief has the reason",
  });
});

test("an error of the core becomes the failure reason", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript });
  await work(org, id, { analyze: async () => ({ summary: "", tags: ["a,b"] }) });
  t.is((await fetchAnalysis(org, id)).failureReason, "tags.0 must not have a comma");
});

test("a temporary failure leaves no trace", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript });
  let times = 0;
  await work(org, id, {
    analyze: async (call) => {
      if ((times += 1) < 3) throw new Error("not now");
      return analyzeByRules(call);
    },
  });
  t.like(await fetchAnalysis(org, id), { status: "processed", failureReason: null });
});

test("a recording deleted during its analysis stays deleted", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript });
  const analysis = createHeldAnalyzer();
  const worker = work(org, id, { analyze: analysis.analyze });
  await analysis.begun;
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
  analysis.go();
  await worker;
  t.is(await fetchAnalysis(org, id), null);
});

test.serial("a starting worker claims earlier calls and those of dead workers", async (t) => {
  const { org } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  const ids = [await org.ingestCall({ transcript }), await org.ingestCall({ transcript })];
  await beginAttempt(server, org, ids[1]!);
  const { log, all } = watchAnalyzed([...ids, await other.ingestCall({ transcript })]);
  const services = { ...server.services, now: () => server.clock.time + TEST_LEASE_MS + 1_000 };
  const analyzer = createAnalyzer({ services, log, analyze: analyzeByRulesAsync });
  runAsProgram(() => analyzer.start());
  await all;
  await analyzer.stop();
  for (const id of ids) t.is((await fetchAnalysis(org, id)).status, "processed");
});

test.serial("a call whose worker died is analysed before those that wait", async (t) => {
  const { org } = t.context;
  const ids = [];
  for (const text of ["Waiting", "Interrupted"])
    ids.push(await org.ingestCall({ transcript: buildUtterances([["rep", text]]) }));
  const held = createHeldAnalyzer();
  const attempt = work(org, ids[1]!, { analyze: held.analyze });
  await held.begun;
  const { log, all } = watchAnalyzed(ids);
  const services = { ...server.services, now: () => server.clock.time + TEST_LEASE_MS + 1_000 };
  const texts: string[] = [];
  const analyze: Analyze = async (call) => {
    if (call.organizationId === org.id) texts.push(call.utterances[0]!.text);
    return analyzeByRules(call);
  };
  const analyzer = createAnalyzer({ services, log, analyze, concurrency: 1 });
  runAsProgram(() => analyzer.start());
  await all;
  await analyzer.stop();
  held.go();
  await attempt;
  t.deepEqual(texts, ["Interrupted", "Waiting"]);
});

test.serial("an incoming call wakes a worker until it stops", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ call_id: "woken" });
  const { log, all } = watchAnalyzed([id]);
  const { services } = server;
  const { onCallIngested } = services;
  const analyzer = createAnalyzer({ services, log, analyze: analyzeByRulesAsync });
  services.onCallIngested = analyzer.wake;
  analyzer.start(false);
  await org.ingestCall({ call_id: "woken", transcript });
  await all;
  await analyzer.stop();
  const later = await org.ingestCall({ transcript });
  services.onCallIngested = onCallIngested;
  t.is((await fetchAnalysis(org, id)).status, "processed");
  t.is((await fetchAnalysis(org, later)).status, "received");
});
