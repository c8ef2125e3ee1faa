import "reflect-metadata";
import { setImmediate } from "node:timers/promises";
import { findAnalysisClaim } from "../../db/analysis/claims.js";
import { createContext } from "../../graph/context/context.js";
import { claimAnalysis } from "../../graph/analysis/reanalysis.js";
import { createAnalyzer } from "../../src/analyzer/index.js";
import { attemptAnalysis } from "../../src/analyzer/attempt-analysis.js";
import { createAiSuite, loadRecording } from "../helpers/analysis/ai-suite.js";
import {
  createHeldAnalyzer,
  SAMPLE_LINES,
  buildUtterances,
} from "../helpers/analysis/analyzer-calls.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import {
  watchAnalyzed,
  analyzeByRulesAsync,
  TEST_LEASE_MS,
  runAttempt,
} from "../helpers/analysis/run-attempt.js";

const test = createAiSuite();
const transcript = buildUtterances(SAMPLE_LINES);

const waitForRenewal = async (
  db: Parameters<typeof findAnalysisClaim>[0],
  org: string,
  id: string,
  previous: number,
): Promise<void> => {
  while ((await findAnalysisClaim(db, org, id))!.heldUntil <= previous) await setImmediate();
};

test.serial(
  "a worker renews its claim while it works, and no other worker takes the recording",
  async (t) => {
    const { org, server, ai, analyse } = t.context;
    const { db } = server.services;
    const release = ai.hold();
    const id = await org.ingestCall({ recording_url: ai.audio });
    const first = analyse(id, {}, { leaseMs: 60 });
    await ai.until(() => ai.transcriptions.length === 1);
    const { heldUntil, attempts } = (await findAnalysisClaim(db, org.id, id))!;
    await waitForRenewal(db, org.id, id, heldUntil);
    const other = createHeldAnalyzer();
    await runAttempt(server, org, id, { analyze: other.analyze, leaseMs: 60 });
    t.is(other.times, 0);
    t.is(attempts, 1);
    release();
    await first;
    t.is((await loadRecording(org, id)).status, "processed");
    t.is(await findAnalysisClaim(db, org.id, id), undefined);
  },
);

test.serial("a change of the appointment doesn't repeat a running transcription", async (t) => {
  const { org, ai, analyse } = t.context;
  const release = ai.hold();
  const id = await org.ingestCall({ recording_url: ai.audio });
  const worker = analyse(id);
  await ai.until(() => ai.transcriptions.length === 1);
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "job-1",
    user_email: "rep@example.com",
    start_time: "2026-03-02T10:15:00Z",
  });
  release();
  await worker;
  t.like(await loadRecording(org, id), { status: "processed", eventId: "job-1" });
  t.is(ai.transcriptions.length, 1);
});

test.serial("a call sent again with another transcript is analysed again", async (t) => {
  const { org, ai, analyse } = t.context;
  const release = ai.hold();
  const id = await org.ingestCall({ call_id: "twice", transcript });
  const worker = analyse(id);
  await ai.until(() => ai.chats.length === 1);
  await org.ingestCall({
    call_id: "twice",
    transcript: buildUtterances([["client", "Other words."]]),
  });
  release();
  await worker;
  t.is((await loadRecording(org, id)).status, "processed");
  t.is(ai.chats.length, 2);
  t.is(ai.chats[1]!.data.transcript[0][2], "Other words.");
});

test.serial(
  "a stopping worker aborts its analyses and releases their claims at once",
  async (t) => {
    const { org, server, ai, buildParts, logger, listFiles } = t.context;
    const { services } = server;
    ai.hold();
    const id = await org.ingestCall({ recording_url: ai.audio });
    const analyzer = createAnalyzer({
      ...buildParts(),
      services,
      log: logger,
      analyze: buildParts().analyze!,
    });
    runAsProgram(() => {
      analyzer.start(false);
      analyzer.wake(org.id, id);
    });
    await ai.until(() => ai.transcriptions.length === 1);
    await runAsProgram(() => analyzer.stop());
    t.deepEqual(listFiles(), []);
    t.is((await loadRecording(org, id)).status, "processing");
    await runAttempt(server, org, id, {
      ...buildParts(),
      analyze: analyzeByRulesAsync,
      transcribe: async () => ({ utterances: [...transcript], notices: [] }),
    });
    t.is((await loadRecording(org, id)).status, "processed");
  },
);

test.serial("a recording fails with a reason after too many of its workers died", async (t) => {
  const { org, server, ai, buildParts } = t.context;
  const { services } = server;
  const id = await org.ingestCall({ transcript });
  const context = createContext(services, { role: "internal", organizationId: org.id }, "test");
  for (let attempts = 0; attempts < 25; attempts += 1)
    await claimAnalysis(context, id, { holder: `dead ${attempts}`, leaseMs: -1, isRetry: false });
  await runAttempt(server, org, id, { ...buildParts(), leaseMs: TEST_LEASE_MS });
  const { status, failureReason } = await loadRecording(org, id);
  t.is(status, "failed");
  t.regex(failureReason, /^The analysis was started too often, and its worker ended each time/);
  t.is(ai.chats.length, 0);
});

test.serial("a starting worker doesn't retry failed recordings", async (t) => {
  const { org, server, ai, analyse, buildParts } = t.context;
  const { services } = server;
  ai.fail("chat", { status: 401 });
  const failed = await org.ingestCall({ transcript });
  await analyse(failed);
  const other = await org.ingestCall({ recording_url: ai.audio });
  const { log, all } = watchAnalyzed([other]);
  const analyzer = createAnalyzer({
    ...buildParts(),
    analyze: buildParts().analyze!,
    services,
    log,
  });
  runAsProgram(() => analyzer.start());
  await all;
  await runAsProgram(() => analyzer.stop());
  t.is((await loadRecording(org, failed)).status, "failed");
});

test.serial("parallel workers analyse each recording once", async (t) => {
  const { org, server, ai, buildParts } = t.context;
  const ids: string[] = [];
  for (let call = 0; call < 6; call += 1)
    ids.push(await org.ingestCall({ recording_url: ai.audio }));
  const { signal } = new AbortController();
  const options = {
    services: server.services,
    leaseMs: TEST_LEASE_MS,
    ...buildParts(),
  } as Parameters<typeof attemptAnalysis>[0];
  await runAsProgram(() =>
    Promise.all(
      [1, 2, 3].flatMap(() =>
        ids.map(async (id) => attemptAnalysis(options, { organizationId: org.id, id }, signal)),
      ),
    ),
  );
  for (const id of ids) t.is((await loadRecording(org, id)).status, "processed");
  t.is(ai.transcriptions.length, ids.length);
  t.is(ai.chats.length, 2 * ids.length);
});
