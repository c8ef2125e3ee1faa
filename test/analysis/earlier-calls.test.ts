import "reflect-metadata";
import { enqueueEarlierCalls } from "../../graph/analysis/earlier-calls.js";
import { redactTranscripts } from "../../db/recordings/transcript.js";
import { createContext } from "../../graph/context/context.js";
import { runAttempt } from "../helpers/analysis/run-attempt.js";
import { createTemplate, UPSERT_TEMPLATE } from "../helpers/analysis/templates.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { test } from "../helpers/own-suite.js";
import { say } from "../helpers/recordings/say.js";
import type { Tenant, TestServer } from "../helpers/server.js";

const REANALYZE = `mutation ($since: DateTime!) { calls: reanalyzeEarlierCalls(since: $since) { since left } }`;
const PROCESS = `query ($id: ID!) {
  recording(id: $id) { closed process { followed total answers { yes } } analyses { nodes { version } } }
}`;
const SINCE = "2026-01-01T00:00:00.000Z";

const CALL = [
  say("rep", "You have a warranty of ten years on it.", 0),
  say("client", "Thank you.", 5_000),
];

const enqueue = async ({ services }: TestServer, { id: organizationId }: Tenant) => {
  const credential = { role: "internal", organizationId } as const;
  return runAsProgram(() => enqueueEarlierCalls(createContext(services, credential, "test")));
};

/** Analyses the calls that are queued, and queues further ones, until none are left. Returns their ids in order. */
const analyzeAll = async (server: TestServer, org: Tenant): Promise<string[]> => {
  const all: string[] = [];
  for (;;) {
    const ids = await enqueue(server, org);
    if (ids.length === 0) return all;
    for (const id of ids) await runAttempt(server, org, id);
    all.push(...ids);
  }
};

const loadProgress = async (
  org: Tenant,
): Promise<{ active: boolean; left: number; queued: number } | null> =>
  (await org.graphql("{ earlierCalls { active left queued } }")).earlierCalls;

const createAnalyzed = async (server: TestServer, org: Tenant): Promise<string> => {
  const id = await org.ingestCall({ transcript: CALL });
  await runAttempt(server, org, id);
  return id;
};

test("earlier calls are measured by the changed template, the newest first", async (t) => {
  const { server, org } = t.context;
  const template = await createTemplate(org, "Did it rain?");
  const ids: string[] = [];
  for (let call = 0; call < 60; call += 1) ids.push(await createAnalyzed(server, org));
  await org.graphql(UPSERT_TEMPLATE, {
    input: {
      id: template.id,
      name: "Visit",
      questions: [{ question: "Is there a warranty of ten years?" }],
    },
  });
  t.is(await loadProgress(org), null);
  const { calls } = await org.graphql(REANALYZE, { since: SINCE });
  t.deepEqual(calls, { since: SINCE, left: 60 });
  const [newest] = await enqueue(server, org);
  t.is(newest, ids.at(-1));
  t.deepEqual(await enqueue(server, org).then((more) => more.length), 25, "up to half are left");
  t.deepEqual(await enqueue(server, org), [], "enough are queued");
  t.deepEqual(await loadProgress(org), { active: true, left: 10, queued: 50 });
  for (const id of ids.slice(10)) await runAttempt(server, org, id);
  t.deepEqual(await loadProgress(org), { active: true, left: 10, queued: 0 });
  await analyzeAll(server, org);
  t.deepEqual(await loadProgress(org), { active: false, left: 0, queued: 0 });
  for (const id of ids) {
    const { recording } = await org.graphql(PROCESS, { id });
    t.like(recording.process, { followed: 1, total: 1 });
    t.is(recording.analyses.nodes.length, 1);
  }
});

test("what a user or a program wrote stays, and calls before the time do", async (t) => {
  const { server, org } = t.context;
  const template = await createTemplate(org, "Is there a warranty of ten years?");
  const edited = await createAnalyzed(server, org);
  await org.graphql(
    `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "Mine." }) { id } }`,
    { id: edited },
  );
  const [question] = template.questions;
  const sent = await org.createProcessed(
    { transcript: CALL },
    {
      templateId: template.id,
      process: { answers: [{ questionId: question!.id, answer: "Yes.", yes: true }] },
    },
  );
  const silent = await org.createProcessed();
  const own = await createAnalyzed(server, org);
  await org.graphql(REANALYZE, { since: SINCE });
  const again = await analyzeAll(server, org);
  t.deepEqual(again, [own]);
  t.false([edited, sent, silent].some((id) => again.includes(id)));
  await org.graphql(REANALYZE, { since: new Date(server.services.now()).toISOString() });
  t.deepEqual(await analyzeAll(server, org), []);
});

test("a call whose transcript retention has removed doesn't stop the others", async (t) => {
  const { server, org } = t.context;
  const [own, removed] = [await createAnalyzed(server, org), await createAnalyzed(server, org)];
  await runAsProgram(() =>
    redactTranscripts(server.services.db, org.id, [removed], server.services.now()),
  );
  await org.graphql(REANALYZE, { since: SINCE });
  t.deepEqual(await analyzeAll(server, org), [own]);
});

test("stopped calls stay as they are", async (t) => {
  const { server, org } = t.context;
  for (let call = 0; call < 30; call += 1) await createAnalyzed(server, org);
  await org.graphql(REANALYZE, { since: SINCE });
  t.is((await enqueue(server, org)).length, 25);
  const { stopEarlierCalls } = await org.graphql(
    "mutation { stopEarlierCalls { active left queued } }",
  );
  t.deepEqual(stopEarlierCalls, { active: false, left: 0, queued: 25 });
  t.deepEqual(await enqueue(server, org), []);
});

test.serial(
  "earlier calls aren't analysed again by a server that analyses none, or from a time in the future",
  async (t) => {
    const { server, org } = t.context;
    const future = new Date(server.services.now() + 60_000).toISOString();
    const early = await org.sendGraphql(REANALYZE, { since: future });
    t.like(early.errors![0]!.extensions, { code: "INVALID_FIELD", field: "since" });
    const { analyzes } = server.services;
    server.services.analyzes = undefined;
    const refused = await org.sendGraphql(REANALYZE, { since: SINCE });
    server.services.analyzes = analyzes;
    t.is(refused.errors![0]!.extensions.code, "CONFLICT");
    const { stopEarlierCalls } = await org.graphql("mutation { stopEarlierCalls { left } }");
    t.is(stopEarlierCalls, null);
  },
);
