import "reflect-metadata";
import { findAnalysisClaim } from "../../db/analysis/claims.js";
import { MODEL_ANALYSIS } from "../helpers/analysis/ai-script.js";
import { createAiSuite, loadRecording } from "../helpers/analysis/ai-suite.js";
import { SAMPLE_LINES, buildUtterances } from "../helpers/analysis/analyzer-calls.js";
import { startSimpleReceiver } from "../helpers/webhooks/simple-receiver.js";

const test = createAiSuite();
const transcript = buildUtterances(SAMPLE_LINES);
const REANALYZE = `mutation ($id: ID!) { reanalyze(recordingId: $id) { status failureReason summary } }`;
const WEBHOOK = `mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;

test.serial(
  "a reanalysed recording stays processed and in the lists, with one event",
  async (t) => {
    const { org, ai, analyse } = t.context;
    const receiver = await startSimpleReceiver();
    t.teardown(receiver.close);
    await org.graphql(WEBHOOK, { input: { url: receiver.url } });
    const id = await org.ingestCall({ transcript });
    await analyse(id);
    await receiver.count(1);
    ai.script = () => ({ ...MODEL_ANALYSIS, summary: "Better.", tags: [], closed: true });
    t.like((await org.graphql(REANALYZE, { id })).reanalyze, {
      status: "processed",
      summary: "Robin offers an estimate.",
    });
    const release = ai.hold();
    const worker = analyse(id);
    await ai.until(() => ai.chats.length === 2);
    const { recordings } = (await org.get("/v1/recordings")).body;
    t.deepEqual(
      recordings.map(({ summary }: { summary: string }) => summary),
      ["Robin offers an estimate."],
    );
    release();
    await worker;
    t.like(await loadRecording(org, id), {
      status: "processed",
      summary: "Better.",
      tags: [],
      closed: true,
    });
    t.is((await org.graphql("{ deliveries { nodes { event } } }")).deliveries.nodes.length, 1);
    // One request causes one analysis.
    await analyse(id);
    t.is(ai.chats.length, 2);
  },
);

test.serial("a failed recording becomes received again and is analysed", async (t) => {
  const { org, ai, analyse } = t.context;
  ai.fail("chat", { status: 401 });
  const id = await org.ingestCall({ transcript });
  await analyse(id);
  t.is((await loadRecording(org, id)).status, "failed");
  t.like((await org.graphql(REANALYZE, { id })).reanalyze, {
    status: "received",
    failureReason: null,
  });
  await analyse(id);
  t.is((await loadRecording(org, id)).status, "processed");
});

test.serial("a failed reanalysis keeps the content and adds the reason", async (t) => {
  const { org, ai, analyse, server } = t.context;
  const id = await org.createProcessed({ transcript });
  ai.fail("chat", { status: 401 });
  await org.graphql(REANALYZE, { id });
  await analyse(id);
  t.like(await loadRecording(org, id), { status: "processed", summary: "A summary." });
  t.regex((await loadRecording(org, id)).failureReason, /^The chat server rejects the key/);
  t.is(await findAnalysisClaim(server.services.db, org.id, id), undefined);
  await org.graphql(REANALYZE, { id });
  t.is((await loadRecording(org, id)).failureReason, null);
  await analyse(id);
  t.like(await loadRecording(org, id), {
    summary: "Robin offers an estimate.",
    failureReason: null,
  });
});

test.serial("reanalysis transcribes a processed recording that has no transcript", async (t) => {
  const { org, ai, analyse } = t.context;
  const id = await org.createProcessed({ recording_url: ai.audio });
  await org.graphql(REANALYZE, { id });
  await analyse(id);
  const found = await loadRecording(org, id);
  t.is(found.transcript.length, 2);
  t.is(found.metrics.talkTime, 2_500);
});

test.serial(
  "a waiting recording, or one without audio and transcript, can't be reanalysed",
  async (t) => {
    const { org } = t.context;
    const id = await org.ingestCall({ transcript });
    for (const status of ["received", "processing"]) {
      const { errors } = await org.sendGraphql(REANALYZE, { id });
      t.deepEqual(errors?.[0]?.extensions, { code: "CONFLICT" }, status);
      await org.sendGraphql(`mutation ($id: ID!) { startAnalysis(recordingId: $id) { id } }`, {
        id,
      });
    }
    const silent = await org.createProcessed();
    t.is(
      (await org.sendGraphql(REANALYZE, { id: silent })).errors?.[0]?.extensions.code,
      "CONFLICT",
    );
    const unknown = await org.sendGraphql(REANALYZE, { id: "unknown" });
    t.is(unknown.errors?.[0]?.extensions.code, "NOT_FOUND");
  },
);

test.serial("new insights are merged into the client's, up to the size limit", async (t) => {
  const { org, analyse } = t.context;
  const UPDATE = `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`;
  const CLIENT = `query ($id: ID!) { recording(id: $id) { client { id insights } } }`;
  const customer = { id: "c", name: "Kim" };
  const first = await org.ingestCall({ transcript, customer });
  const { client } = (await org.graphql(CLIENT, { id: first })).recording;
  await org.graphql(UPDATE, { id: client.id, input: { insights: { facts: ["old"], own: 1 } } });
  await analyse(first);
  t.deepEqual((await org.graphql(CLIENT, { id: first })).recording.client.insights, {
    interests: ["a new roof"],
    facts: ["has a dog"],
    own: 1,
  });
  const full = { own: "x".repeat(16_370) };
  await org.graphql(UPDATE, { id: client.id, input: { insights: full } });
  const second = await org.ingestCall({ transcript, customer });
  await analyse(second);
  t.is((await loadRecording(org, second)).status, "processed");
  t.deepEqual(Object.keys((await org.graphql(CLIENT, { id: second })).recording.client.insights), [
    "own",
  ]);
});

test.serial("reanalyzeFailed queues all failed recordings", async (t) => {
  const { org, ai, analyse } = t.context;
  ai.fail("chat", { status: 401 }, { status: 401 });
  const ids = [await org.ingestCall({ transcript }), await org.ingestCall({ transcript })];
  const processed = await org.createProcessed({ transcript });
  for (const id of ids) await analyse(id);
  t.is((await org.graphql("mutation { reanalyzeFailed }")).reanalyzeFailed, 2);
  for (const id of ids) t.is((await loadRecording(org, id)).status, "received");
  t.is((await loadRecording(org, processed)).status, "processed");
  t.is((await org.graphql("mutation { reanalyzeFailed }")).reanalyzeFailed, 0);
});

test.serial(
  "a template keeps its prompt until changed, and the audit log records changes",
  async (t) => {
    const { org } = t.context;
    const UPSERT = `mutation ($input: TemplateInput!) { upsertTemplate(input: $input) { id prompt } }`;
    const upsert = async (input: object) =>
      (await org.graphql(UPSERT, { input: { name: "Sale", questions: [], ...input } }))
        .upsertTemplate;
    const { id, prompt } = await upsert({ prompt: "Look for roofs." });
    t.is(prompt, "Look for roofs.");
    t.is((await upsert({ id })).prompt, "Look for roofs.");
    t.is((await upsert({ id, prompt: "" })).prompt, null);
    const { nodes } = (await org.graphql("{ auditLog { nodes { action fields } } }")).auditLog;
    t.deepEqual(nodes.slice(0, 2), [
      { action: "template.updated", fields: ["prompt"] },
      { action: "template.created", fields: [] },
    ]);
    const { errors } = await org.sendGraphql(UPSERT, {
      input: { name: "Sale", questions: [], prompt: "x".repeat(100_001) },
    });
    t.is(errors?.[0]?.extensions.field, "prompt");
  },
);
