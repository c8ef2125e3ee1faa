import { driftOfIndex } from "../db/search-index.js";
import { DAY_MS, removed, run, setDays, whole } from "./helpers/aging.js";
import { test } from "./helpers/own-aging.js";
import { found } from "./helpers/searches.js";
import type { Tenant } from "./helpers/server.js";

const RECORDING = `query ($id: ID!) { recording(id: $id) {
  summary notes coaching duration transcriptRemovedAt transcript { text }
  metrics { talkTime talkRatio questionsAsked conversationSwitches waitedToTalkAvg }
} }`;
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { metrics { talkTime } transcriptRemovedAt }
}`;

const AGAIN = `mutation ($id: ID!) { reanalyze(recordingId: $id) { id } }`;

const single = async (org: Tenant, id: string) => (await org.graph(RECORDING, { id })).recording;

test.serial("a transcript goes, and what was made of it stays", async (t) => {
  const { org, server } = t.context;
  const { id } = await whole(server, org, { name: "Visit" });
  const other = await org.processed({ transcript: [] });
  const before = await single(org, id);
  const stats = (await org.get("/v1/stats?groupBy=user")).text;
  const synced = `/v1/recordings?updatedSince=2020-01-01`;
  const { nextCursor, syncCursor } = (await org.get(synced)).body;
  t.deepEqual(await found(org, "rhubarb"), ["Visit"]);
  await setDays(org, { transcriptDays: 7 });
  server.clock.time += 7 * DAY_MS + 1;
  t.deepEqual(removed(await run(server, org)), [0, 1, 0], "there was nothing said in the other");

  const { metrics, transcriptRemovedAt, transcript, ...rest } = await single(org, id);
  t.is(transcriptRemovedAt, new Date(server.clock.time).toISOString());
  t.deepEqual(transcript, []);
  t.like(before, { ...rest, metrics });
  t.is(metrics.talkTime, 4000);
  t.deepEqual((await org.get(`/v1/recordings/${id}/transcript`)).body, {
    recordingId: id,
    transcript: [],
  });
  t.is((await single(org, other)).transcriptRemovedAt, null);
  t.is((await org.get("/v1/stats?groupBy=user")).text, stats);
  t.deepEqual(await found(org, "rhubarb"), []);
  t.deepEqual(await found(org, "summary visit"), ["Visit"]);
  t.is(await driftOfIndex(server.services.db, org.id), 0);
  const since = await org.get(`${synced}&startAfter=${nextCursor ?? syncCursor}`);
  t.deepEqual(
    since.body.recordings.map((recording: { id: string }) => recording.id),
    [id],
    "whoever syncs is told of it",
  );
});

test.serial(
  "without its transcript a call is not measured again, and with a new one it is",
  async (t) => {
    const { org, server } = t.context;
    const { id } = await whole(server, org);
    await setDays(org, { transcriptDays: 7 });
    server.clock.time += 7 * DAY_MS + 1;
    await run(server, org);
    const before = await single(org, id);
    const { errors } = await org.ask(COMPLETE, { id, input: { summary: "Again" } });
    t.like(errors?.[0], {
      message: "The transcript was removed for its age; an analysis has to bring one",
      extensions: { code: "CONFLICT" },
    });
    t.deepEqual((await org.graph(AGAIN, { id })).reanalyze, { id }, "it can be heard again");
    t.deepEqual(await single(org, id), before);
    await setDays(org, { mediaDays: 7 });
    await run(server, org);
    const { errors: silent } = await org.ask(AGAIN, { id });
    t.is(silent?.[0]?.extensions.code, "CONFLICT");
    t.is(silent?.[0]?.message, "Nothing is kept of the call that could be analysed");
    const transcript = [{ speaker: "R", role: "rep", text: "Zucchini", start: 0, end: 9 }];
    const again = await org.graph(COMPLETE, { id, input: { summary: "Again", transcript } });
    t.deepEqual(again.completeAnalysis, { metrics: { talkTime: 9 }, transcriptRemovedAt: null });
    t.deepEqual(removed(await run(server, org)), [0, 1, 0], "it is as old as the call");
    t.deepEqual(await found(org, "zucchini"), []);
  },
);

test.serial("a call that is sent again does not bring back what was removed", async (t) => {
  const { org, server } = t.context;
  const call = { call_id: "one", transcript: [{ speaker: "R", text: "Hi", start: 0, end: 1 }] };
  const { id } = await whole(server, org, call);
  await setDays(org, { transcriptDays: 7, mediaDays: 7 });
  server.clock.time += 7 * DAY_MS + 1;
  t.deepEqual(removed(await run(server, org)), [1, 1, 0]);
  const before = await org.get(`/v1/recordings/${id}`);
  t.is(await org.call({ ...call, recording_url: "https://dialer.example.com/b.wav" }), id);
  t.is((await org.get(`/v1/recordings/${id}`)).text, before.text);
  t.deepEqual((await org.get(`/v1/recordings/${id}/transcript`)).body.transcript, []);
  t.deepEqual(removed(await run(server, org)), [0, 0, 0]);
});
