import "reflect-metadata";
import { claimOn } from "../db/analysis-claims.js";
import { FINDINGS } from "./helpers/ai-script.js";
import { aiSuite, read } from "./helpers/ai-suite.js";
import { TALK, transcriptOf } from "./helpers/analyzed.js";
import { receive } from "./helpers/simple-receiver.js";

const test = aiSuite();
const transcript = transcriptOf(TALK);
const REANALYZE = `mutation ($id: ID!) { reanalyze(recordingId: $id) { status failureReason summary } }`;
const WEBHOOK = `mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;

test.serial(
  "a processed recording is analysed again, stays in the lists, and is told of once",
  async (t) => {
    const { org, ai, analyse } = t.context;
    const receiver = await receive();
    t.teardown(receiver.close);
    await org.graph(WEBHOOK, { input: { url: receiver.url } });
    const id = await org.call({ transcript });
    await analyse(id);
    await receiver.count(1);
    ai.script = () => ({ ...FINDINGS, summary: "Better.", tags: [], closed: true });
    t.like((await org.graph(REANALYZE, { id })).reanalyze, {
      status: "processed",
      summary: "Robin offers an estimate.",
    });
    const go = ai.hold();
    const worker = analyse(id);
    await ai.until(() => ai.chats.length === 2);
    const { recordings } = (await org.get("/v1/recordings")).body;
    t.deepEqual(
      recordings.map(({ summary }: { summary: string }) => summary),
      ["Robin offers an estimate."],
    );
    go();
    await worker;
    t.like(await read(org, id), {
      status: "processed",
      summary: "Better.",
      tags: [],
      closed: true,
    });
    t.is((await org.graph("{ deliveries { nodes { event } } }")).deliveries.nodes.length, 1);
    // And no more often than it was asked for.
    await analyse(id);
    t.is(ai.chats.length, 2);
  },
);

test.serial("one that failed is received again, and analysed", async (t) => {
  const { org, ai, analyse } = t.context;
  ai.fail("chat", { status: 401 });
  const id = await org.call({ transcript });
  await analyse(id);
  t.is((await read(org, id)).status, "failed");
  t.like((await org.graph(REANALYZE, { id })).reanalyze, {
    status: "received",
    failureReason: null,
  });
  await analyse(id);
  t.is((await read(org, id)).status, "processed");
});

test.serial(
  "where analysing again fails, what there was stays, with the reason beside it",
  async (t) => {
    const { org, ai, analyse, server } = t.context;
    const id = await org.processed({ transcript });
    ai.fail("chat", { status: 401 });
    await org.graph(REANALYZE, { id });
    await analyse(id);
    t.like(await read(org, id), { status: "processed", summary: "A summary." });
    t.regex((await read(org, id)).failureReason, /^The chat server does not accept the key/);
    t.is(await claimOn(server.services.db, org.id, id), undefined);
    await org.graph(REANALYZE, { id });
    t.is((await read(org, id)).failureReason, null);
    await analyse(id);
    t.like(await read(org, id), { summary: "Robin offers an estimate.", failureReason: null });
  },
);

test.serial("a processed recording without a transcript is listened to", async (t) => {
  const { org, ai, analyse } = t.context;
  const id = await org.processed({ recording_url: ai.audio });
  await org.graph(REANALYZE, { id });
  await analyse(id);
  const found = await read(org, id);
  t.is(found.transcript.length, 2);
  t.is(found.metrics.talkTime, 2_500);
});

test.serial(
  "what waits already, or is of no call that is kept, cannot be analysed again",
  async (t) => {
    const { org } = t.context;
    const id = await org.call({ transcript });
    for (const status of ["received", "processing"]) {
      const { errors } = await org.ask(REANALYZE, { id });
      t.deepEqual(errors?.[0]?.extensions, { code: "CONFLICT" }, status);
      await org.ask(`mutation ($id: ID!) { startAnalysis(recordingId: $id) { id } }`, { id });
    }
    const silent = await org.processed();
    t.is((await org.ask(REANALYZE, { id: silent })).errors?.[0]?.extensions.code, "CONFLICT");
    const gone = await org.ask(REANALYZE, { id: "nobody's" });
    t.is(gone.errors?.[0]?.extensions.code, "NOT_FOUND");
  },
);

test.serial(
  "insights are added to the client's, and left out where there is no room",
  async (t) => {
    const { org, analyse } = t.context;
    const UPDATE = `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`;
    const OF = `query ($id: ID!) { recording(id: $id) { client { id insights } } }`;
    const customer = { id: "c", name: "Kim" };
    const first = await org.call({ transcript, customer });
    const { client } = (await org.graph(OF, { id: first })).recording;
    await org.graph(UPDATE, { id: client.id, input: { insights: { facts: ["old"], own: 1 } } });
    await analyse(first);
    t.deepEqual((await org.graph(OF, { id: first })).recording.client.insights, {
      interests: ["a new roof"],
      facts: ["has a dog"],
      own: 1,
    });
    const full = { own: "x".repeat(16_370) };
    await org.graph(UPDATE, { id: client.id, input: { insights: full } });
    const second = await org.call({ transcript, customer });
    await analyse(second);
    t.is((await read(org, second)).status, "processed");
    t.deepEqual(Object.keys((await org.graph(OF, { id: second })).recording.client.insights), [
      "own",
    ]);
  },
);

test.serial("all that failed are analysed again at once", async (t) => {
  const { org, ai, analyse } = t.context;
  ai.fail("chat", { status: 401 }, { status: 401 });
  const ids = [await org.call({ transcript }), await org.call({ transcript })];
  const fine = await org.processed({ transcript });
  for (const id of ids) await analyse(id);
  t.is((await org.graph("mutation { reanalyzeFailed }")).reanalyzeFailed, 2);
  for (const id of ids) t.is((await read(org, id)).status, "received");
  t.is((await read(org, fine)).status, "processed");
  t.is((await org.graph("mutation { reanalyzeFailed }")).reanalyzeFailed, 0);
});

test.serial(
  "a template's prompt is kept until it is changed, and the audit log says that it was",
  async (t) => {
    const { org } = t.context;
    const UPSERT = `mutation ($input: TemplateInput!) { upsertTemplate(input: $input) { id prompt } }`;
    const put = async (input: object) =>
      (await org.graph(UPSERT, { input: { name: "Sale", questions: [], ...input } }))
        .upsertTemplate;
    const { id, prompt } = await put({ prompt: "Look for roofs." });
    t.is(prompt, "Look for roofs.");
    t.is((await put({ id })).prompt, "Look for roofs.");
    t.is((await put({ id, prompt: "" })).prompt, null);
    const { nodes } = (await org.graph("{ auditLog { nodes { action fields } } }")).auditLog;
    t.deepEqual(nodes.slice(0, 2), [
      { action: "template.updated", fields: ["prompt"] },
      { action: "template.created", fields: [] },
    ]);
    const { errors } = await org.ask(UPSERT, {
      input: { name: "Sale", questions: [], prompt: "x".repeat(100_001) },
    });
    t.is(errors?.[0]?.extensions.field, "prompt");
  },
);
