import { createFinders } from "../../src/analyzer/trackers/off-main-thread.js";
import { withVectorCache } from "../../src/meaning/vector-cache.js";
import { createLog } from "../../src/base/log/log.js";
import { say } from "../helpers/recordings/say.js";
import { test } from "../helpers/suite.js";
import type { Tenant } from "../helpers/server.js";
import {
  loadHits,
  searchTrackers,
  storeMeanings,
  upsertTracker,
} from "../helpers/trackers/trackers.js";

const log = createLog("silent", { write: () => {} });
const ORDER = "Would you like to order today, if we can meet that price?";
const EXPENSIVE = "That is too expensive for us.";

const CALL = [
  say("rep", "How long have you had that problem with the windows?", 0),
  say("client", `The bedroom windows leak when it rains. ${EXPENSIVE}`, 10_000),
  say("rep", ORDER, 20_000),
];

const createCall = (org: Tenant): Promise<string> => org.createProcessed({ transcript: CALL });

test("a tracker of a meaning is found in words that it doesn't have", async (t) => {
  const { server, org } = t.context;
  const id = await createCall(org);
  const { readyTrackers } = await org.graphql("{ readyTrackers { concept name saidBy } }");
  t.is(readyTrackers.length, 20);
  const tracker = await upsertTracker(org, { name: "Close", concept: "asks_for_order" });
  t.like(tracker, { saidBy: "rep", phrases: [] });
  await searchTrackers(server, org);
  const [hit, ...others] = await loadHits(org, id);
  t.deepEqual(others, []);
  t.like(hit, { quote: ORDER, phrase: null, role: "rep", start: 20_000 });
  t.true(hit!.score >= 80 && hit!.score < 100);
});

test("a sentence that a phrase and the meaning find is one hit", async (t) => {
  const { server, org } = t.context;
  const id = await createCall(org);
  const phrases = ["expensive", "leak"];
  await upsertTracker(org, { name: "Price", concept: "price_objection", phrases });
  await searchTrackers(server, org);
  const hits = await loadHits(org, id);
  t.deepEqual(
    hits.map(({ quote, phrase, score }) => [quote, phrase, score]),
    [
      ["The bedroom windows leak when it rains.", "leak", 100],
      [EXPENSIVE, "expensive", 100],
    ],
  );
});

test("a trial tells hits from near misses", async (t) => {
  const { server, org } = t.context;
  await createCall(org);
  // On a busy machine, meanings that aren't stored take longer than a request may.
  await storeMeanings(server, org);
  const query = `query ($input: TrackerInput!) {
    tryTracker(input: $input) { calls hits { quote score } nearMisses { quote score } } }`;
  for (const concept of ["price_objection", "needs", "asks_for_order"]) {
    const { tryTracker } = await org.graphql(query, { input: { concept, saidBy: "anyone" } });
    t.is(tryTracker.calls, 1);
    t.true(tryTracker.hits.every(({ score }: { score: number }) => score >= 80));
    t.true(
      tryTracker.nearMisses.every(({ score }: { score: number }) => score >= 50 && score < 80),
    );
    t.true(tryTracker.hits.length > 0, concept);
  }
});

test("without meanings, phrases are found", async (t) => {
  const { trackers: finder } = createFinders(undefined, log);
  t.false(finder.findsMeanings);
  const rule = {
    id: "x",
    phrases: '["order"]',
    concept: "price_objection",
    saidBy: "anyone",
    part: "call",
    minutes: null,
    examples: [],
  } as const;
  const utterances = JSON.stringify({
    speaker: CALL.map(({ speaker }) => speaker),
    role: CALL.map(({ role }) => role),
    text: CALL.map(({ text }) => text),
    start: CALL.map(({ start }) => start),
    end: CALL.map(({ end }) => end),
  });
  const [call] = await finder.find(t.context.org.id, {
    rules: [rule],
    transcripts: [{ utterances }],
    minScore: 50,
    needsVectors: true,
  });
  t.deepEqual(
    call!.hits.map(({ quote }) => quote),
    [ORDER],
  );
});

test("vectors are computed once for each organization, as long as there is room", async (t) => {
  const computed: string[] = [];
  const cache = withVectorCache(
    {
      space: "",
      embed: async (organizationId, sentences) =>
        sentences.map((sentence) => {
          computed.push(`${organizationId}:${sentence}`);
          return Float32Array.of(sentence.length);
        }),
    },
    2,
  );
  const embed = async (organizationId: string, ...sentences: string[]) =>
    (await cache.embed(organizationId, sentences)).map(([length]) => length);
  t.deepEqual(await embed("a", "one", "three", "one"), [3, 5, 3]);
  t.deepEqual(await embed("a", "three", "one"), [5, 3]);
  t.deepEqual(computed, ["a:one", "a:three"]);
  await embed("b", "one");
  t.deepEqual(computed.splice(0), ["a:one", "a:three", "b:one"]);
  t.deepEqual(await embed("a", "seven", "three"), [5, 5]);
  t.deepEqual(computed, ["a:seven"], "the oldest, a:one, has made room");
});
