import { loadMeaningScan } from "../../db/organizations/meaning-scan.js";
import { redactTranscripts } from "../../db/recordings/transcript.js";
import { createFinders } from "../../src/analyzer/trackers/off-main-thread.js";
import { searchOrganization } from "../../src/upkeep/jobs/trackers.js";
import { expectations } from "../helpers/rest/contract-expectations.js";
import { findShapeDifferences } from "../helpers/rest/shape.js";
import type { Tenant } from "../helpers/server.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { createLog } from "../../src/base/log/log.js";
import { test } from "../helpers/suite.js";
import { searchTrackers, storeMeanings } from "../helpers/trackers/trackers.js";

const log = createLog("silent", { write: () => {} });
const say = (role: string, text: string, start: number) => ({
  speaker: role === "rep" ? "Agent 7" : "Caller",
  role,
  text,
  start,
  end: start + 4_000,
});

const QUOTED = "The other guys quoted us nine thousand.";
const EXPENSIVE = "I think that is too expensive for us.";
const CALL = [
  say("rep", "Good morning, this is Robin from Window World.", 0),
  say("client", `The bedroom windows leak when it rains. ${QUOTED}`, 10_000),
  say("rep", "Many customers find that too expensive at first. Would you like to order?", 63_500),
  say("client", EXPENSIVE, 80_000),
];

const SENTENCES = `query ($meaning: String!, $filter: SentenceFilter, $first: Int) {
  sentences(meaning: $meaning, filter: $filter, first: $first) {
    calls searchedFrom
    sentences { quote start end role speaker score url recording { id } }
  }
}`;

/** A place where something was said. */
interface Sentence {
  quote: string;
  start: number;
  end: number;
  role: string;
  speaker: string;
  score: number;
  url: string;
  recording: { id: string };
}

const search = async (
  org: Tenant,
  meaning: string,
  filter: object = {},
  first?: number,
): Promise<{ calls: number; searchedFrom: string | null; sentences: Sentence[] }> =>
  (await org.graphql(SENTENCES, { meaning, filter, first })).sentences;

const setMeaningSearch = async (org: Tenant, enabled: boolean) =>
  (
    await org.graphql(
      `mutation ($enabled: Boolean!) { setMeaningSearch(enabled: $enabled) { available enabled progress { done total } } }`,
      { enabled },
    )
  ).setMeaningSearch;

const quotesOf = ({ sentences }: { sentences: Sentence[] }): string[] =>
  sentences.map(({ quote }) => quote);

test("sentences are found by what was meant, in calls from before and after", async (t) => {
  const { server, org } = t.context;
  const earlier = await org.createProcessed({ call_id: "earlier", transcript: CALL });
  t.deepEqual(await setMeaningSearch(org, true), {
    available: true,
    enabled: true,
    progress: { done: 0, total: 1 },
  });
  await searchTrackers(server, org);
  const later = await org.createProcessed({ call_id: "later", transcript: CALL });
  await searchTrackers(server, org);
  const { meaningSearch } = await org.graphql("{ meaningSearch { enabled progress { done } } }");
  t.deepEqual(meaningSearch, { enabled: true, progress: null });
  const { calls, searchedFrom, sentences } = await search(org, "We have another quote.");
  t.is(calls, 2);
  t.is(searchedFrom, null);
  const best = sentences.slice(0, 2);
  t.deepEqual(quotesOf({ sentences: best }), [QUOTED, QUOTED]);
  t.deepEqual(new Set(best.map(({ recording }) => recording.id)), new Set([earlier, later]));
  const [first] = sentences;
  t.like(first, { role: "client", speaker: "Caller" });
  t.true(first!.start > 10_000 && first!.start < first!.end && first!.end <= 14_000);
  t.true(first!.score >= 35 && first!.score <= 100);
  const seconds = Math.floor(first!.start / 1_000);
  t.true(first!.url.endsWith(`/recordings/${first!.recording.id}#t=${seconds}`), first!.url);
  for (const [index, { score }] of sentences.entries())
    t.true(score <= (sentences[index - 1]?.score ?? 100));
});

test("the side, the rep, the client, the time and the number limit what is found", async (t) => {
  const { server, org } = t.context;
  const other = await org.createUser("other@example.com", { name: "Otto Other" });
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-02T10:00:00Z",
    customer: { id: "c-1", name: "Kim Client" },
  });
  const own = await org.createProcessed({ call_id: "1", event_id: "e-1", transcript: CALL });
  const { client } = (await org.graphql(`{ recording(id: "${own}") { client { id } } }`)).recording;
  const theirs = await org.createProcessed({ call_id: "2", transcript: CALL, user_email: other });
  await storeMeanings(server, org);
  const meaning = "It is too expensive.";
  const byRep = await search(org, meaning, { saidBy: "rep" });
  t.true(byRep.sentences.length > 0 && byRep.sentences.every(({ role }) => role === "rep"));
  t.deepEqual(
    new Set(byRep.sentences.map(({ speaker }) => speaker)),
    new Set(["Robin Rep", "Otto Other"]),
  );
  const byClient = await search(org, meaning, { saidBy: "client" });
  t.is(byClient.sentences[0]!.quote, EXPENSIVE);
  t.true(byClient.sentences.every(({ role }) => role === "client"));
  const ofOther = await search(org, meaning, { userEmail: other });
  t.deepEqual([...new Set(ofOther.sentences.map(({ recording }) => recording.id))], [theirs]);
  const ofClient = await search(org, meaning, { clientId: client.id });
  t.deepEqual([...new Set(ofClient.sentences.map(({ recording }) => recording.id))], [own]);
  t.true(ofClient.sentences.some(({ speaker }) => speaker === "Kim Client"));
  t.is((await search(org, meaning, {}, 1)).sentences.length, 1);
  t.deepEqual(await search(org, meaning, { to: "2020-01-01" }), {
    calls: 0,
    searchedFrom: null,
    sentences: [],
  });
  t.deepEqual(quotesOf(await search(org, meaning, { userEmail: "nobody@example.com" })), []);
  t.is((await search(org, meaning, { from: "2020-01-01" })).calls, 2);
});

test("a rep finds only what was said in calls of their own", async (t) => {
  const { server, org } = t.context;
  const own = await org.createUser("own@example.com");
  await org.createProcessed({ call_id: "1", transcript: CALL });
  const seen = await org.createProcessed({ call_id: "2", transcript: CALL, user_email: own });
  await storeMeanings(server, org);
  const rep = await signInAs(server, org, own, "rep");
  const { data } = (await rep.query(SENTENCES, { meaning: EXPENSIVE })).body;
  t.is(data.sentences.calls, 1);
  t.deepEqual(
    [...new Set(data.sentences.sentences.map((sentence: Sentence) => sentence.recording.id))],
    [seen],
  );
  const { body } = await rep.query("{ meaningSearch { enabled progress { total } } }");
  t.deepEqual(body.data.meaningSearch, { enabled: true, progress: null });
  const refused = await rep.query("mutation { setMeaningSearch(enabled: false) { enabled } }");
  t.is(refused.body.errors[0].extensions.code, "FORBIDDEN");
});

test("corrected, removed and deleted words are not found any more", async (t) => {
  const { server, org } = t.context;
  const { db, now } = server.services;
  const ids: string[] = [];
  for (const call of ["1", "2", "3"])
    ids.push(await org.createProcessed({ call_id: call, transcript: CALL }));
  await storeMeanings(server, org);
  const find = async () =>
    (await search(org, EXPENSIVE, { saidBy: "client" })).sentences
      .filter(({ score }) => score > 95)
      .map(({ recording }) => recording.id)
      .toSorted();
  t.deepEqual(await find(), ids.toSorted());
  const [corrected, removed, deleted] = ids as [string, string, string];
  await org.graphql(
    `mutation ($old: String!) { correctUtterance(recordingId: "${corrected}", index: 3,
      expectedText: $old, text: "I like the colour of this door.") { id } }`,
    { old: EXPENSIVE },
  );
  t.deepEqual(await find(), [removed, deleted].toSorted());
  await redactTranscripts(db, org.id, [removed], now());
  await org.graphql(`mutation { deleteRecording(id: "${deleted}") }`);
  t.deepEqual(await find(), []);
  await searchTrackers(server, org);
  t.deepEqual(await find(), []);
  const { sentences } = await search(org, "The color of that door is nice.");
  t.is(sentences[0]!.quote, "I like the colour of this door.");
});

test("the preparation of old calls goes on where it stopped, and ends when it is turned off", async (t) => {
  const { server, org } = t.context;
  const { services } = server;
  const { signal } = new AbortController();
  const calls = 45;
  for (let call = 0; call < calls; call += 1)
    await org.createProcessed({ call_id: `${call}`, transcript: CALL });
  await setMeaningSearch(org, true);
  const count = async (): Promise<number> =>
    (await services.db("sentence_vectors").where("organization_id", org.id)).length;
  t.true(await searchOrganization(services, services.trackers, org.id, signal));
  const first = await count();
  t.true(first > 0 && first < calls);
  const { meaningSearch } = await org.graphql("{ meaningSearch { progress { done total } } }");
  t.deepEqual(meaningSearch.progress, { done: first, total: calls });
  t.is((await search(org, EXPENSIVE)).calls, first);
  t.like(await setMeaningSearch(org, false), { enabled: false, progress: null });
  t.false(await searchOrganization(services, services.trackers, org.id, signal));
  t.is(await count(), first);
  await storeMeanings(server, org);
  t.is(await count(), calls);
  t.is(await loadMeaningScan(services.db, org.id), 0);
});

test("a search says why it can't be answered", async (t) => {
  const { server, org } = t.context;
  const refusal = async (variables: object) =>
    (await org.sendGraphql(SENTENCES, variables)).errors?.[0]?.message;
  t.is(
    await refusal({ meaning: "Too expensive." }),
    "meaning can't be searched: an admin turns search by meaning on",
  );
  await setMeaningSearch(org, true);
  t.is(await refusal({ meaning: " " }), "meaning must not be empty");
  t.is(await refusal({ meaning: "x".repeat(257) }), "meaning must be at most 256 characters");
  t.is(await refusal({ meaning: "x", first: 101 }), "first must be from 1 to 100");
  const off = createFinders(undefined, log);
  t.is(off.sentences, undefined);
  // The organization has no calls.
  t.deepEqual(await search(org, "Too expensive."), { calls: 0, searchedFrom: null, sentences: [] });
  await searchTrackers(server, org);
});

test("integrators find sentences over /v1", async (t) => {
  const { server, org } = t.context;
  const id = await org.createProcessed({ transcript: CALL });
  await storeMeanings(server, org);
  const query = new URLSearchParams({ meaning: EXPENSIVE, saidBy: "client", limit: "1" });
  const { status, body } = await org.get(`/v1/sentences?${query.toString()}`);
  t.is(status, 200);
  t.is(body.sentences.length, 1);
  t.deepEqual(findShapeDifferences(body, expectations["GET /v1/sentences"]!.shape, "any"), []);
  t.like(body.sentences[0], { quote: EXPENSIVE, start: 80_000, end: 84_000, recording: { id } });
  t.is((await org.get("/v1/sentences")).status, 400);
  t.is((await org.get("/v1/sentences?meaning=")).status, 400);
});
