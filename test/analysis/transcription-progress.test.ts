import "reflect-metadata";
import anyTest, { type TestFn } from "ava";
import type { Transcribe } from "../../src/analyzer/analyzer.js";
import { upsertAnalysisClaim } from "../../db/analysis/claims.js";
import { createAnalyzer } from "../../src/analyzer/index.js";
import { SAMPLE_LINES, buildUtterances } from "../helpers/analysis/analyzer-calls.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { analyzeByRulesAsync, runAttempt, watchAnalyzed } from "../helpers/analysis/run-attempt.js";
import { startServer, type TestServer } from "../helpers/server.js";
import type { Tenant } from "../helpers/tenant.js";

const test = anyTest as TestFn<{ org: Tenant }>;
const transcript = buildUtterances(SAMPLE_LINES);
const AUDIO = "https://phone.example.com/call.mp3";

let server: TestServer;

test.before(async () => {
  server = await startServer();
});

test.beforeEach(async (t) => {
  const org = await server.createTenant();
  await org.createUser();
  t.context = { org };
});

test.after.always(() => server?.stop());

/** Creates a transcription that reports 40 per cent, then waits for `go`. */
const createHeldTranscriber = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { begun: 0 };
  const transcribe: Transcribe = async (_audio, _signal, _inPlace, onProgress) => {
    state.begun += 1;
    onProgress?.(40);
    await promise;
    return { utterances: [...transcript], notices: [] };
  };
  return { state, transcribe, go: resolve };
};

const fetchRecording = async (org: Tenant, id: string) =>
  (
    await org.graphql("query ($id: ID!) { recording(id: $id) { status transcribedPercent } }", {
      id,
    })
  ).recording;

const waitUntil = async (isOver: () => Promise<boolean>): Promise<void> => {
  while (!(await isOver()));
};

test.serial("a call with a transcript passes those that wait for theirs", async (t) => {
  const { org } = t.context;
  const held = createHeldTranscriber();
  const waiting: string[] = [];
  for (let call = 0; call < 12; call += 1)
    waiting.push(await org.ingestCall({ recording_url: AUDIO }));
  const texts = await org.ingestCall({ call_id: "texts", transcript });
  const first = watchAnalyzed([texts]);
  const analyzer = createAnalyzer({
    services: server.services,
    log: first.log,
    analyze: analyzeByRulesAsync,
    transcribe: held.transcribe,
    concurrency: 2,
    leaseMs: 30_000,
  });
  runAsProgram(() => analyzer.start());
  await first.all;
  t.is((await fetchRecording(org, texts)).status, "processed");
  t.true(held.state.begun < waiting.length, `${held.state.begun} began`);
  held.go();
  await waitUntil(async () => {
    const statuses = await Promise.all(waiting.map(async (id) => fetchRecording(org, id)));
    return statuses.every(({ status }) => status === "processed");
  });
  await analyzer.stop();
  t.is(held.state.begun, waiting.length);
});

test.serial("the progress of a transcription is shown until it ends", async (t) => {
  const { org } = t.context;
  const held = createHeldTranscriber();
  const id = await org.ingestCall({ recording_url: AUDIO });
  t.is((await fetchRecording(org, id)).transcribedPercent, null);
  const attempt = runAttempt(server, org, id, { transcribe: held.transcribe, leaseMs: 150 });
  await waitUntil(async () => (await fetchRecording(org, id)).transcribedPercent === 40);
  held.go();
  await attempt;
  t.deepEqual(await fetchRecording(org, id), { status: "processed", transcribedPercent: null });
});

test.serial("a worker that has died shows no progress", async (t) => {
  const { org } = t.context;
  const { db } = server.services;
  const now = server.services.now();
  for (const [heldUntil, transcribedPercent] of [
    [now + 60_000, 40],
    [now - 1, null],
  ] as const) {
    const id = await org.ingestCall({ recording_url: AUDIO });
    const claim = { holder: "worker", seenPosition: 0, attempts: 1, isRequested: 0 };
    await upsertAnalysisClaim(db, org.id, id, { ...claim, heldUntil, transcribedPercent: 40 });
    t.is((await fetchRecording(org, id)).transcribedPercent, transcribedPercent);
  }
});
