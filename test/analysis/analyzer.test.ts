import "reflect-metadata";
import anyTest, { type TestFn } from "ava";
import type { Analyze } from "../src/analyzer/analyzer.js";
import type { AttemptParts } from "../src/analyzer/attempt.js";
import { analyzeByRules } from "../src/analyzer/basic/index.js";
import { createAnalyzer } from "../src/analyzer/index.js";
import { held, TALK, transcriptOf } from "./helpers/analyzed.js";
import { asProgram } from "./helpers/guard.js";
import { startServer, type TestServer } from "./helpers/server.js";
import { receive } from "./helpers/simple-receiver.js";
import type { Tenant } from "./helpers/tenant.js";
import { analysed, begin, byRules, LEASE, work as workOn } from "./helpers/worker.js";

const test = anyTest as TestFn<{ server: TestServer; org: Tenant }>;
const transcript = transcriptOf(TALK);

let server: TestServer;

test.before(async () => {
  server = await startServer();
});

test.beforeEach(async (t) => {
  const org = await server.tenant();
  await org.user();
  t.context = { server, org };
});

test.after.always(() => server?.stop());

const RECORDING = `query ($id: ID!) { recording(id: $id) {
  status failureReason summary notes actionItems { text assignee } metrics { talkTime questionsAsked }
  process { followed total } eventId
} }`;

const read = async (org: Tenant, id: string) => (await org.graph(RECORDING, { id })).recording;

const work = async (org: Tenant, id: string, parts: Partial<AttemptParts> = {}) =>
  workOn(server, org, id, parts);

test("where a worker outside analyses, a call with a transcript stays received", async (t) => {
  const { org } = t.context;
  const id = await org.call({ transcript });
  t.like(await read(org, id), { status: "received", failureReason: null });
});

test("two workers at once analyse a recording one time, and tell of it one time", async (t) => {
  const { org } = t.context;
  const receiver = await receive();
  t.teardown(receiver.close);
  await org.graph(
    `mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }`,
    { input: { url: receiver.url } },
  );
  const id = await org.call({ transcript });
  const analysis = held();
  const workers = [1, 2, 3].map(() => work(org, id, { analyze: analysis.analyze }));
  await analysis.begun;
  analysis.go();
  await Promise.all(workers);
  t.is(analysis.times, 1);
  t.is((await read(org, id)).status, "processed");
  await receiver.count(1);
  t.is((await org.graph("{ deliveries { nodes { event } } }")).deliveries.nodes.length, 1);
});

test("what a worker that died has begun is taken again after the lease, and not before", async (t) => {
  const { org } = t.context;
  const id = await org.call({ transcript });
  await begin(server, org, id);
  await work(org, id);
  t.is((await read(org, id)).status, "processing");
  await work(org, id, { lease: 0 });
  t.is((await read(org, id)).status, "processed");
});

test("a worker whose recording another one has taken over keeps nothing of what it found", async (t) => {
  const { org } = t.context;
  const id = await org.call({ transcript });
  const slow = held(() => ({ summary: "Too late." }));
  const first = work(org, id, { analyze: slow.analyze, lease: -1 });
  await slow.begun;
  const second = held();
  const other = work(org, id, { analyze: second.analyze, lease: 0 });
  await second.begun;
  slow.go();
  await first;
  t.is((await read(org, id)).status, "processing");
  second.go();
  await other;
  t.regex((await read(org, id)).summary, /twenty years old/);
});

test("a call that is sent again while it is analysed is analysed as it was sent last", async (t) => {
  const { org } = t.context;
  const id = await org.call({ call_id: "twice", transcript });
  const analysis = held();
  const worker = work(org, id, { analyze: analysis.analyze, backOff: [] });
  await analysis.begun;
  await org.call({
    call_id: "twice",
    transcript: transcriptOf([["client", "The second text is all there is."]]),
  });
  analysis.go();
  await worker;
  t.like(await read(org, id), {
    status: "processed",
    summary: "B: The second text is all there is.",
  });
});

test("a call without a transcript waits for one as received", async (t) => {
  const { org } = t.context;
  for (const fields of [{}, { transcript: [] }]) {
    const id = await org.call(fields);
    await work(org, id);
    t.like(await read(org, id), { status: "received", failureReason: null });
  }
});

test("an analysis that fails is tried three times, and then shown as failed with a reason", async (t) => {
  const { org } = t.context;
  const id = await org.call({ transcript });
  let times = 0;
  const analyze: Analyze = async () => {
    times += 1;
    throw new Error("at /secret/file");
  };
  await work(org, id, { analyze });
  t.is(times, 3);
  t.like(await read(org, id), {
    status: "failed",
    failureReason: "The analysis failed; the log of debrief says why",
  });
});

test("a refusal of the core is the reason that an analysis failed", async (t) => {
  const { org } = t.context;
  const id = await org.call({ transcript });
  await work(org, id, { analyze: async () => ({ summary: "", tags: ["a,b"] }) });
  t.is((await read(org, id)).failureReason, "tags.0 must not have a comma");
});

test("a failure that passes leaves no trace", async (t) => {
  const { org } = t.context;
  const id = await org.call({ transcript });
  let times = 0;
  await work(org, id, {
    analyze: async (call) => {
      if ((times += 1) < 3) throw new Error("not now");
      return analyzeByRules(call);
    },
  });
  t.like(await read(org, id), { status: "processed", failureReason: null });
});

test("a recording that is deleted while it is analysed stays deleted", async (t) => {
  const { org } = t.context;
  const id = await org.call({ transcript });
  const analysis = held();
  const worker = work(org, id, { analyze: analysis.analyze });
  await analysis.begun;
  await org.graph("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
  analysis.go();
  await worker;
  t.is(await read(org, id), null);
});

test.serial("a worker that starts finds what came before it, and what others left", async (t) => {
  const { org } = t.context;
  const other = await server.tenant();
  await other.user();
  const ids = [await org.call({ transcript }), await org.call({ transcript })];
  await begin(server, org, ids[1]!);
  const { log, all } = analysed([...ids, await other.call({ transcript })]);
  const services = { ...server.services, now: () => server.clock.time + LEASE + 1_000 };
  const analyzer = createAnalyzer({ services, log, analyze: byRules });
  asProgram(() => analyzer.start());
  await all;
  await analyzer.stop();
  for (const id of ids) t.is((await read(org, id)).status, "processed");
});

test.serial(
  "a worker is woken by the call that comes in, and by nothing once it stops",
  async (t) => {
    const { org } = t.context;
    const id = await org.call({ call_id: "woken" });
    const { log, all } = analysed([id]);
    const { services } = server;
    const { callTaken } = services;
    const analyzer = createAnalyzer({ services, log, analyze: byRules });
    services.callTaken = analyzer.wake;
    analyzer.start(false);
    await org.call({ call_id: "woken", transcript });
    await all;
    await analyzer.stop();
    const later = await org.call({ transcript });
    services.callTaken = callTaken;
    t.is((await read(org, id)).status, "processed");
    t.is((await read(org, later)).status, "received");
  },
);
