import type { Knex } from "knex";
import { countSearchDrift } from "../../db/search/check-index.js";
import { analysisTextNames } from "../helpers/analysis/analysis-texts.js";
import { createTemplate } from "../helpers/analysis/templates.js";
import { addComment, FIND } from "../helpers/comments/comments.js";
import {
  DAY_MS,
  summarizeRemoved,
  runRetentionOnce,
  setRetentionDays,
  createRecordingWithMedia,
} from "../helpers/retention/retention.js";
import { test } from "../helpers/own-frozen-suite.js";
import { searchNames } from "../helpers/search/search.js";
import type { Tenant } from "../helpers/server.js";

const RECORDING = `query ($id: ID!) { recording(id: $id) {
  summary ${analysisTextNames.join(" ")} duration transcriptRemovedAt transcript { text }
  metrics { talkTime talkRatio questionsAsked conversationSwitches waitedToTalkAvg }
} }`;
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { metrics { talkTime } transcriptRemovedAt }
}`;

const REANALYZE = `mutation ($id: ID!) { reanalyze(recordingId: $id) { id } }`;

const countAll = async (
  { services: { db } }: { services: { db: Knex } },
  { id }: Tenant,
  table: string,
): Promise<number> => (await db(table).where("organization_id", id).select()).length;

const loadRecording = async (org: Tenant, id: string) =>
  (await org.graphql(RECORDING, { id })).recording;

test.serial("removing a transcript keeps the analysis", async (t) => {
  const { org, server } = t.context;
  const { id } = await createRecordingWithMedia(server, org, { name: "Visit" });
  const other = await org.createProcessed({ transcript: [] });
  const before = await loadRecording(org, id);
  const stats = (await org.get("/v1/stats?groupBy=user")).text;
  const synced = `/v1/recordings?updatedSince=2020-01-01`;
  const { nextCursor, syncCursor } = (await org.get(synced)).body;
  t.deepEqual(await searchNames(org, "rhubarb"), ["Visit"]);
  await setRetentionDays(org, { transcriptDays: 7 });
  server.clock.time += 7 * DAY_MS + 1;
  t.deepEqual(
    summarizeRemoved(await runRetentionOnce(server, org)),
    [0, 1, 0],
    "the other call has no transcript",
  );

  const { metrics, transcriptRemovedAt, transcript, ...rest } = await loadRecording(org, id);
  t.is(transcriptRemovedAt, new Date(server.clock.time).toISOString());
  t.deepEqual(transcript, []);
  t.like(before, { ...rest, metrics });
  t.is(metrics.talkTime, 4000);
  t.deepEqual((await org.get(`/v1/recordings/${id}/transcript`)).body, {
    recordingId: id,
    transcript: [],
  });
  t.is((await loadRecording(org, other)).transcriptRemovedAt, null);
  t.is((await org.get("/v1/stats?groupBy=user")).text, stats);
  t.deepEqual(await searchNames(org, "rhubarb"), []);
  t.deepEqual(await searchNames(org, "summary visit"), ["Visit"]);
  t.deepEqual(await countSearchDrift(server.services.db, org.id), { missing: 0, wrong: 0 });
  const since = await org.get(`${synced}&startAfter=${nextCursor ?? syncCursor}`);
  t.deepEqual(
    since.body.recordings.map((recording: { id: string }) => recording.id),
    [id],
    "a sync lists the change",
  );
});

test.serial(
  "a comment on removed words keeps their time, also in another transcript",
  async (t) => {
    const { org, server } = t.context;
    const transcript = [
      { speaker: "A", role: "rep", text: "Hello.", start: 0, end: 1_000 },
      { speaker: "B", role: "client", text: "Too expensive.", start: 2_000, end: 5_000 },
    ];
    const id = await org.createProcessed({ transcript });
    const place = { words: null, start: 2_000, end: 5_000 };
    const comment = await addComment(org, id, { quote: "expensive" });
    const onRange = await addComment(org, id, { start: 100, end: 200 });
    await setRetentionDays(org, { transcriptDays: 7 });
    server.clock.time += 7 * DAY_MS + 1;
    await runRetentionOnce(server, org);
    t.like((await org.graphql(FIND, { id: comment.id })).comment, place);
    await org.graphql(COMPLETE, { id, input: { summary: "Again", transcript } });
    t.like((await org.graphql(FIND, { id: comment.id })).comment, place);
    t.like((await org.graphql(FIND, { id: onRange.id })).comment, { start: 100, end: 200 });
  },
);

test.serial("after the transcript is removed, another analysis requires a new one", async (t) => {
  const { org, server } = t.context;
  const { id } = await createRecordingWithMedia(server, org);
  await setRetentionDays(org, { transcriptDays: 7 });
  server.clock.time += 7 * DAY_MS + 1;
  await runRetentionOnce(server, org);
  const before = await loadRecording(org, id);
  const { errors } = await org.sendGraphql(COMPLETE, { id, input: { summary: "Again" } });
  t.like(errors?.[0], {
    message: "Retention has removed the transcript; send one with the analysis",
    extensions: { code: "CONFLICT" },
  });
  t.deepEqual((await org.graphql(REANALYZE, { id })).reanalyze, { id }, "it still has audio");
  t.deepEqual(await loadRecording(org, id), before);
  await setRetentionDays(org, { mediaDays: 7 });
  await runRetentionOnce(server, org);
  const { errors: silent } = await org.sendGraphql(REANALYZE, { id });
  t.is(silent?.[0]?.extensions.code, "CONFLICT");
  t.is(silent?.[0]?.message, "The recording has neither audio nor a transcript to analyse");
  const transcript = [{ speaker: "R", role: "rep", text: "Zucchini", start: 0, end: 9 }];
  const again = await org.graphql(COMPLETE, { id, input: { summary: "Again", transcript } });
  t.deepEqual(again.completeAnalysis, { metrics: { talkTime: 9 }, transcriptRemovedAt: null });
  t.deepEqual(
    summarizeRemoved(await runRetentionOnce(server, org)),
    [0, 1, 0],
    "the call's age counts",
  );
  t.deepEqual(await searchNames(org, "zucchini"), []);
});

test.serial("a replayed call doesn't restore removed content", async (t) => {
  const { org, server } = t.context;
  const call = { call_id: "one", transcript: [{ speaker: "R", text: "Hi", start: 0, end: 1 }] };
  const { id } = await createRecordingWithMedia(server, org, call);
  await setRetentionDays(org, { transcriptDays: 7, mediaDays: 7 });
  server.clock.time += 7 * DAY_MS + 1;
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [1, 1, 0]);
  const before = await org.get(`/v1/recordings/${id}`);
  t.is(await org.ingestCall({ ...call, recording_url: "https://dialer.example.com/b.wav" }), id);
  t.is((await org.get(`/v1/recordings/${id}`)).text, before.text);
  t.deepEqual((await org.get(`/v1/recordings/${id}/transcript`)).body.transcript, []);
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 0, 0]);
});

const VERSIONS =
  "query ($id: ID!) { recording(id: $id) { summary analyses { nodes { version } } } }";

test.serial("removing a transcript removes the earlier analyses, which quote it", async (t) => {
  const { org, server } = t.context;
  const { id } = await createRecordingWithMedia(server, org);
  const silent = await org.createProcessed({ transcript: [] });
  for (const recording of [id, silent])
    await org.graphql(COMPLETE, { id: recording, input: { summary: "Another." } });
  await setRetentionDays(org, { transcriptDays: 7 });
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 0, 0]);
  server.clock.time += 7 * DAY_MS + 1;
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 2, 0]);
  for (const recording of [id, silent])
    t.deepEqual((await org.graphql(VERSIONS, { id: recording })).recording, {
      summary: "Another.",
      analyses: { nodes: [] },
    });
  t.is(await countAll(server, org, "analysis_versions"), 0);
  const again = await org.graphql(COMPLETE, { id: silent, input: { summary: "Once more." } });
  t.is(again.completeAnalysis.transcriptRemovedAt, null, "it had no transcript to remove");
});

const EVIDENCE = `query ($id: ID!) { recording(id: $id) {
  process { followed answers { answer yes evidence start } } } }`;

test.serial(
  "removing a transcript removes the words that support an answer, not the answer",
  async (t) => {
    const { org, server } = t.context;
    const { id } = await createRecordingWithMedia(server, org, {
      transcript: [{ speaker: "R", text: "Rhubarb?", start: 1_000, end: 2_000 }],
    });
    const template = await createTemplate(org, "Asked?");
    const answer = { questionId: template.questions[0]!.id, answer: "Early", yes: true };
    const process = { answers: [{ ...answer, evidence: "Rhubarb" }] };
    await org.graphql(COMPLETE, { id, input: { summary: "", templateId: template.id, process } });
    const load = async () => (await org.graphql(EVIDENCE, { id })).recording.process;
    const kept = { answer: "Early", yes: true };
    t.deepEqual(await load(), {
      followed: 1,
      answers: [{ ...kept, evidence: "Rhubarb", start: 1_000 }],
    });
    await setRetentionDays(org, { transcriptDays: 7 });
    server.clock.time += 7 * DAY_MS + 1;
    await runRetentionOnce(server, org);
    t.deepEqual(await load(), { followed: 1, answers: [{ ...kept, evidence: null, start: null }] });
  },
);

const CORRECT = `mutation ($id: ID!, $expectedText: String!) {
  correctUtterance(recordingId: $id, index: 0, expectedText: $expectedText, text: "Rutabaga") { id } }`;
const CORRECTED = `query ($id: ID!) { recording(id: $id) { transcriptCorrectedAt transcript { text } }
  originalTranscript(recordingId: $id) { text } }`;
const SWAP = "mutation ($id: ID!) { swapSides(recordingId: $id) { id } }";

test.serial("removing a corrected transcript removes its original too", async (t) => {
  const { org, server } = t.context;
  const { id } = await createRecordingWithMedia(server, org);
  const [line] = (await org.graphql(CORRECTED, { id })).recording.transcript;
  const preview = async () =>
    (
      await org.graphql(
        "{ retentionReport(days: { transcriptDays: 7 }) { transcripts { bytes } } }",
      )
    ).retentionReport.transcripts.bytes;
  await org.graphql(CORRECT, { id, expectedText: line.text });
  t.deepEqual((await org.graphql(CORRECTED, { id })).originalTranscript[0], line);
  await setRetentionDays(org, { transcriptDays: 7 });
  server.clock.time += 7 * DAY_MS + 1;
  const stored = await server.services
    .db("transcripts as t")
    .join("transcript_originals as o", "o.recording_id", "t.recording_id")
    .where("t.organization_id", org.id)
    .where("o.organization_id", org.id)
    .first("t.utterances as shown", "o.utterances as original");
  t.is(await preview(), stored.shown.length + stored.original.length);
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 1, 0]);
  t.is(await countAll(server, org, "transcript_originals"), 0);
  t.deepEqual(await org.graphql(CORRECTED, { id }), {
    recording: { transcriptCorrectedAt: null, transcript: [] },
    originalTranscript: null,
  });
  const { errors } = await org.sendGraphql(SWAP, { id });
  t.is(errors?.[0]?.message, "The recording has no transcript to correct");
});
