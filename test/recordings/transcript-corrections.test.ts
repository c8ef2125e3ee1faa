import "reflect-metadata";
import { checkRollups } from "../../graph/stats/rollups-check.js";
import { countSearchDrift } from "../../db/search/check-index.js";
import { createHeldAnalyzer } from "../helpers/analysis/analyzer-calls.js";
import { runAttempt } from "../helpers/analysis/run-attempt.js";
import { searchRecordings } from "../helpers/search/search.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const CORRECTABLE = `query ($id: ID!) {
  recording(id: $id) {
    summary updatedAt editedFields transcriptCorrectedAt transcriptCorrectedBy
    transcript { speaker role text start end }
    metrics { talkTime talkRatio conversationSwitches questionsAsked }
  }
  originalTranscript(recordingId: $id) { speaker role text start end }
}`;
const CORRECT = `mutation ($id: ID!, $index: Int!, $expectedText: String!, $text: String!) {
  correctUtterance(recordingId: $id, index: $index, expectedText: $expectedText, text: $text) { id } }`;
const ASSIGN = `mutation ($id: ID!, $speaker: String!, $currentRole: SpeakerRole!, $role: SpeakerRole!,
  $name: String, $lines: [Int!]) { assignSpeaker(recordingId: $id, speaker: $speaker,
  currentRole: $currentRole, role: $role, name: $name, lines: $lines) { id } }`;
const SWAP = "mutation ($id: ID!) { swapSides(recordingId: $id) { id } }";
const UNDO = "mutation ($id: ID!) { undoTranscriptCorrections(recordingId: $id) { id } }";
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id } }`;
const REANALYZE = `mutation ($id: ID!, $replaceTranscript: Boolean) {
  reanalyze(recordingId: $id, replaceTranscript: $replaceTranscript) { id } }`;

const transcript = [
  { speaker: "Rep", role: "rep", text: "Do you want a rufe?", start: 0, end: 1_000 },
  { speaker: "Client", role: "client", text: "Yes, please.", start: 1_000, end: 4_000 },
  { speaker: "Client", role: "client", text: "I will sign.", start: 4_000, end: 5_000 },
];
const SHOWN_REP = "Robin Rep";

const createCall = async (org: Tenant, fields: object = {}): Promise<string> => {
  await org.createUser("robin@example.com", { name: SHOWN_REP });
  return org.createProcessed({ user_email: "robin@example.com", transcript, ...fields });
};

const load = async (org: Tenant, id: string) => {
  const { recording, originalTranscript } = await org.graphql(CORRECTABLE, { id });
  return { ...recording, original: originalTranscript };
};

const lines = async (org: Tenant, id: string): Promise<string[][]> =>
  (await load(org, id)).transcript.map((line: (typeof transcript)[0]) => [
    line.role,
    line.speaker,
    line.text,
  ]);

const correct = async (org: Tenant, id: string, index: number, text: string): Promise<void> =>
  void (await org.graphql(CORRECT, {
    id,
    index,
    expectedText: transcript[index]!.text,
    text,
  }));

const refuse = async (org: Tenant, mutation: string, variables: object) => {
  const { errors } = await org.sendGraphql(mutation, variables);
  return [errors?.[0]?.extensions.code, errors?.[0]?.message];
};

const isConsistent = async ({ services: { db } }: SharedServer, org: Tenant) => [
  await countSearchDrift(db, org.id),
  await checkRollups(db, org.id, false),
];
const CONSISTENT = [
  { missing: 0, wrong: 0 },
  { recordings: 0, buckets: 0 },
];

test("a corrected line is shown, found and counted, and its original is kept", async (t) => {
  const { org, server } = t.context;
  const id = await createCall(org);
  const before = await load(org, id);
  t.like(before, { transcriptCorrectedAt: null, original: null });
  const sent = (await org.graphql("{ deliveries { nodes { id } } }")).deliveries.nodes.length;
  const { syncCursor } = (await org.get("/v1/recordings?updatedSince=2020-01-01")).body;
  await correct(org, id, 0, "Do you want a roof? Or gutters?");
  const after = await load(org, id);
  t.deepEqual(
    after.transcript,
    before.transcript.with(0, { ...before.transcript[0], text: "Do you want a roof? Or gutters?" }),
  );
  t.deepEqual(after.original, before.transcript);
  t.is(after.metrics.questionsAsked, 2);
  t.true(after.transcriptCorrectedAt > before.updatedAt);
  t.is(after.transcriptCorrectedBy, null, "a token has no name");
  t.deepEqual(after.editedFields, []);
  t.is((await searchRecordings(org, "gutters")).nodes.length, 1);
  t.is((await searchRecordings(org, "rufe")).nodes.length, 0);
  const { body } = await org.get(`/v1/recordings/${id}/transcript`);
  t.is(body.transcript[0].text, "Do you want a roof? Or gutters?");
  const synced = await org.get(
    `/v1/recordings?updatedSince=2020-01-01&startAfter=${encodeURIComponent(syncCursor)}`,
  );
  t.deepEqual(
    synced.body.recordings.map((recording: { id: string }) => recording.id),
    [id],
  );
  t.is((await org.graphql("{ deliveries { nodes { id } } }")).deliveries.nodes.length, sent);
  t.deepEqual(await isConsistent(server, org), CONSISTENT);
});

test("a correction of a line that has changed meanwhile is refused", async (t) => {
  const { org } = t.context;
  const id = await createCall(org);
  await correct(org, id, 1, "Yes, thanks.");
  const stale = { id, index: 1, expectedText: "Yes, please.", text: "No." };
  t.deepEqual(await refuse(org, CORRECT, stale), [
    "CONFLICT",
    "expectedText isn't the line's current text: the line has been changed meanwhile",
  ]);
  for (const [change, code, field] of [
    [{ index: 3 }, "INVALID_FIELD", "index"],
    [{ index: -1 }, "INVALID_FIELD", "index"],
    [{ text: " \n" }, "INVALID_FIELD", "text"],
    [{ text: "x".repeat(100_001) }, "INVALID_FIELD", "text"],
    [{ id: "unknown" }, "NOT_FOUND", undefined],
  ] as const) {
    const { errors } = await org.sendGraphql(CORRECT, { ...stale, ...change });
    t.like(errors?.[0]?.extensions, { code, ...(field && { field }) });
  }
  t.is((await load(org, id)).transcript[1].text, "Yes, thanks.");
});

test("corrections at the same time are all kept, and of one line the first", async (t) => {
  const { org } = t.context;
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...transcript[1]!,
    text: `Line ${index}.`,
    start: index,
    end: index,
  }));
  const id = await createCall(org, { transcript: many });
  await Promise.all(
    many.map(({ text }, index) =>
      org.graphql(CORRECT, { id, index, expectedText: text, text: `${text} Corrected.` }),
    ),
  );
  const { transcript: corrected, original } = await load(org, id);
  t.true(corrected.every(({ text }: { text: string }) => text.endsWith("Corrected.")));
  t.true(original.every(({ text }: { text: string }) => !text.endsWith("Corrected.")));
  const answers = await Promise.all(
    ["A.", "B."].map((text) =>
      org.sendGraphql(CORRECT, { id, index: 0, expectedText: "Line 0. Corrected.", text }),
    ),
  );
  t.is(answers.filter(({ errors }) => errors?.[0]?.extensions.code === "CONFLICT").length, 1);
});

test("swapped sides exchange the talk times, in the statistics too", async (t) => {
  const { org, server } = t.context;
  const id = await createCall(org);
  t.like((await load(org, id)).metrics, { talkTime: 1_000, talkRatio: 0.2, questionsAsked: 1 });
  await org.graphql(SWAP, { id });
  t.deepEqual(await lines(org, id), [
    ["client", "Client", "Do you want a rufe?"],
    ["rep", SHOWN_REP, "Yes, please."],
    ["rep", SHOWN_REP, "I will sign."],
  ]);
  t.like((await load(org, id)).metrics, {
    talkTime: 4_000,
    talkRatio: 0.8,
    questionsAsked: 0,
    conversationSwitches: 1,
  });
  const { stats } = (await org.get("/v1/stats?groupBy=user&emails=robin@example.com")).body;
  t.like(stats[0], { avgTalkTime: 4_000, avgTalkRatio: 0.8, avgQuestionsAsked: 0 });
  t.deepEqual(await isConsistent(server, org), CONSISTENT);
  await org.graphql(SWAP, { id });
  t.like(await load(org, id), { transcriptCorrectedAt: null, original: null });
});

test("without a rep and a client, there are no sides to swap", async (t) => {
  const { org } = t.context;
  const id = await createCall(org, { transcript: [{ ...transcript[0]!, role: "other" }] });
  t.deepEqual(await refuse(org, SWAP, { id }), [
    "CONFLICT",
    "The transcript has no line by the rep or the client",
  ]);
});

test("all lines of a speaker are assigned to a side or a name", async (t) => {
  const { org } = t.context;
  const voices = [
    { speaker: "Speaker 1", text: "Hello.", start: 0, end: 1 },
    { speaker: "Speaker 2", text: "Hi.", start: 1, end: 3 },
    { speaker: "Speaker 1", text: "A roof?", start: 3, end: 4 },
    { speaker: "Speaker 3", text: "Go on.", start: 4, end: 5 },
  ];
  const id = await createCall(org, { transcript: voices });
  const assign = (speaker: string, currentRole: string, role: string, name?: string) =>
    org.graphql(ASSIGN, { id, speaker, currentRole, role, name });
  await assign("Speaker 1", "other", "rep");
  await assign("Speaker 2", "other", "client");
  t.deepEqual(await lines(org, id), [
    ["rep", SHOWN_REP, "Hello."],
    ["client", "Speaker 2", "Hi."],
    ["rep", SHOWN_REP, "A roof?"],
    ["other", "Speaker 3", "Go on."],
  ]);
  t.like((await load(org, id)).metrics, { talkTime: 2, conversationSwitches: 3 });
  await assign("Speaker 3", "other", "rep");
  t.like(
    (await load(org, id)).metrics,
    { talkTime: 3, conversationSwitches: 2 },
    "the rep has one voice",
  );
  await assign("Speaker 2", "client", "other", "Pat");
  t.deepEqual((await lines(org, id))[1], ["other", "Pat", "Hi."]);
});

test("single lines are assigned to the other side, and other lines stay", async (t) => {
  const { org } = t.context;
  const id = await createCall(org);
  const change = { id, speaker: "Client", currentRole: "client", role: "rep", lines: [2] };
  await org.graphql(ASSIGN, change);
  t.deepEqual(
    (await lines(org, id)).map(([role]) => role),
    ["rep", "client", "rep"],
  );
  t.deepEqual(await refuse(org, ASSIGN, change), [
    "CONFLICT",
    "lines.0 is another speaker's line now: the transcript has been changed meanwhile",
  ]);
  for (const [other, code, field] of [
    [{ lines: [3] }, "INVALID_FIELD", "lines.0"],
    [{ lines: [1], name: " " }, "INVALID_FIELD", "name"],
    [{ lines: [] }, "CONFLICT", "speaker"],
    [{ lines: null, speaker: "Unknown" }, "CONFLICT", "speaker"],
  ] as const)
    t.like((await org.sendGraphql(ASSIGN, { ...change, ...other })).errors?.[0]?.extensions, {
      code,
      field,
    });
});

test("undoing the corrections restores the transcript with its metrics", async (t) => {
  const { org, server } = t.context;
  const id = await createCall(org);
  const before = await load(org, id);
  await correct(org, id, 2, "I will not sign.");
  await org.graphql(SWAP, { id });
  await org.graphql(UNDO, { id });
  const { updatedAt, ...after } = await load(org, id);
  t.deepEqual({ ...after, updatedAt: before.updatedAt }, before);
  t.true(updatedAt > before.updatedAt, "a sync sees the change");
  t.deepEqual(await isConsistent(server, org), CONSISTENT);
  await org.graphql(UNDO, { id });
  t.is((await load(org, id)).updatedAt, updatedAt, "there is nothing more to undo");
});

test("a correction that is taken back leaves none", async (t) => {
  const { org } = t.context;
  const id = await createCall(org);
  await correct(org, id, 1, "No.");
  const back = { id, index: 1, expectedText: "No.", text: transcript[1]!.text };
  await org.graphql(CORRECT, back);
  t.like(await load(org, id), { transcriptCorrectedAt: null, original: null });
  const { updatedAt } = await load(org, id);
  await correct(org, id, 1, transcript[1]!.text);
  t.is((await load(org, id)).updatedAt, updatedAt, "an unchanged line is no change");
});

test("a call without a transcript, or without an analysis, has nothing to correct", async (t) => {
  const { org } = t.context;
  const silent = await org.createProcessed();
  t.deepEqual(await refuse(org, SWAP, { id: silent }), [
    "CONFLICT",
    "The recording has no transcript to correct",
  ]);
  const waiting = await org.ingestCall({ transcript });
  for (const mutation of [SWAP, UNDO])
    t.is((await refuse(org, mutation, { id: waiting }))[0], "CONFLICT");
});

test("a new analysis keeps the corrected transcript, and the metrics of it", async (t) => {
  const { org } = t.context;
  const id = await createCall(org);
  await org.graphql(SWAP, { id });
  const before = await load(org, id);
  await org.graphql(REANALYZE, { id });
  await org.graphql(COMPLETE, { id, input: { summary: "Another.", transcript } });
  const after = await load(org, id);
  t.is(after.summary, "Another.");
  t.deepEqual([after.transcript, after.metrics], [before.transcript, before.metrics]);
  t.truthy(after.original);
});

test("debrief's own analysis reads the corrected transcript", async (t) => {
  const { org, server } = t.context;
  const id = await createCall(org);
  await correct(org, id, 2, "I will sign the zeppelin contract.");
  await org.graphql(REANALYZE, { id });
  await runAttempt(server, org, id);
  t.regex((await load(org, id)).summary, /zeppelin/);
});

test("a correction during an analysis is kept, and analysed", async (t) => {
  const { org, server } = t.context;
  const id = await createCall(org);
  await org.graphql(REANALYZE, { id });
  const held = createHeldAnalyzer();
  const attempt = runAttempt(server, org, id, { analyze: held.analyze });
  await held.begun;
  await correct(org, id, 2, "I will sign the zeppelin contract.");
  held.go();
  await attempt;
  t.is(held.times, 2);
  const { summary, transcript: shown } = await load(org, id);
  t.regex(summary, /zeppelin/);
  t.is(shown[2].text, "I will sign the zeppelin contract.");
});

test("a new analysis replaces the corrected transcript on request", async (t) => {
  const { org, server } = t.context;
  const id = await createCall(org);
  await correct(org, id, 2, "I will sign the zeppelin contract.");
  await org.graphql(REANALYZE, { id, replaceTranscript: true });
  t.like(await load(org, id), { transcriptCorrectedAt: null, original: null });
  await runAttempt(server, org, id);
  t.notRegex((await load(org, id)).summary, /zeppelin/);
  const again = [{ ...transcript[0]!, text: "Transcribed again." }];
  await org.graphql(COMPLETE, { id, input: { summary: "Third.", transcript: again } });
  t.deepEqual(
    (await lines(org, id)).map(([, , text]) => text),
    ["Transcribed again."],
  );
});

test("the audit log has each correction, by field names only", async (t) => {
  const { org } = t.context;
  const id = await createCall(org);
  await correct(org, id, 0, "A secret text");
  await org.graphql(SWAP, { id });
  await org.graphql(UNDO, { id });
  const { auditLog } = await org.graphql("{ auditLog { nodes { action actor subject fields } } }");
  const by = { actor: "internal_token", subject: id };
  t.deepEqual(auditLog.nodes.slice(0, 3), [
    { ...by, action: "transcript.restored", fields: [] },
    { ...by, action: "transcript.corrected", fields: ["role"] },
    { ...by, action: "transcript.corrected", fields: ["text"] },
  ]);
});

test("a transcript that is worked on in steps is corrected", async (t) => {
  const { org } = t.context;
  const many = Array.from({ length: 20_000 }, (_, index) => ({
    ...transcript[index % 3]!,
    start: index,
    end: index + 1,
  }));
  const id = await createCall(org, { transcript: many });
  await correct(org, id, 0, "Zucchini.");
  await org.graphql(SWAP, { id });
  t.is((await load(org, id)).metrics.talkTime, many.filter(({ role }) => role === "client").length);
  t.is((await searchRecordings(org, "zucchini")).nodes.length, 1);
});
