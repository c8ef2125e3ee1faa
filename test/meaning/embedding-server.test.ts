import { createLog } from "../../src/base/log/log.js";
import { ModelError } from "../../src/base/model-server/model-error.js";
import { createEmbeddingServer } from "../../src/meaning/embedding-server.js";
import { createMeaning } from "../../src/meaning/meaning.js";
import { createFinders } from "../../src/analyzer/trackers/off-main-thread.js";
import { createRuleAnalysis } from "../../src/analyzer/basic/off-main-thread.js";
import { adoptSpace } from "../../graph/trackers/adopt-space.js";
import { startEmbeddingModel } from "../helpers/meaning/embedding-model.js";
import { say } from "../helpers/recordings/say.js";
import { test } from "../helpers/suite.js";
import {
  loadHits,
  searchTrackers,
  storeMeanings,
  upsertTracker,
} from "../helpers/trackers/trackers.js";

const log = createLog("silent", { write: () => {} });
const NO_DELAYS = { log, delaysMs: [0, 0] };
const EXPENSIVE = "Das ist uns leider viel zu teuer.";
const CALL = [
  say("rep", "Guten Morgen, ich komme wegen der Fenster im ersten Stock.", 0),
  say("rep", "Wir geben zehn Jahre Garantie auf alle Teile.", 10_000),
  say("client", EXPENSIVE, 20_000),
  say("client", "Das muss ich erst mit meiner Frau besprechen.", 30_000),
  ...Array.from({ length: 20 }, (_, index) =>
    say(
      "rep",
      `Hier sehen Sie Muster Nummer ${index} aus unserer Werkstatt.`,
      40_000 + index * 5_000,
    ),
  ),
];

test("sentences are sent in groups with the key, and vectors come back in their order", async (t) => {
  const model = await startEmbeddingModel(t);
  const { embed } = createEmbeddingServer(model.settings, NO_DELAYS);
  const sentences = Array.from({ length: 100 }, (_, index) => `Satz Nummer ${index} aus dem Haus`);
  const vectors = await embed("a", ["zu teuer", ...sentences, "too expensive", ""]);
  t.is(vectors.length, 103);
  t.deepEqual(
    model.requests.map(({ input }) => input.length),
    [64, 39],
  );
  t.deepEqual([...new Set(model.keys)], ["Bearer sk-1"]);
  t.like(model.requests[0], { model: "babel", encoding_format: "float" });
  const multiply = (one: number, other: number): number =>
    vectors[one]!.reduce((sum, value, at) => sum + value * vectors[other]![at]!, 0);
  for (const vector of vectors) {
    t.is(vector.length, 512);
    t.true(Math.abs(Math.hypot(...vector) - 1) < 1e-5);
  }
  t.true(multiply(0, 101) > 0.9, String(multiply(0, 101)));
  t.true(multiply(0, 1) < multiply(0, 101) - 0.2);
});

for (const [name, status, body, reason] of [
  ["no JSON", 200, "<html>", /answer is invalid/],
  ["no vectors", 200, '{"data":[]}', /answer is invalid/],
  ["an empty vector", 200, '{"data":[{"index":0,"embedding":[]}]}', /answer is invalid/],
  ["another index", 200, '{"data":[{"index":7,"embedding":[1]}]}', /answer is invalid/],
  ["words", 200, '{"data":[{"index":0,"embedding":["x"]}]}', /answer is invalid/],
  ["a wrong key", 401, "{}", /rejects the key/],
  ["no such model", 404, "{}", /does not have this model/],
  ["a failure", 500, "{}", /failed \(500\)/],
] as const)
  test(`an answer of the embedding server is refused: ${name}`, async (t) => {
    const model = await startEmbeddingModel(t);
    model.answer = () => ({ status, body });
    const { embed } = createEmbeddingServer(model.settings, NO_DELAYS);
    const error = await t.throwsAsync(embed("a", ["Ein Satz"]), { instanceOf: ModelError });
    t.regex(error.reason, reason);
    t.is(model.requests.length, status === 500 ? 3 : 1);
  });

test("a tracker with examples finds another language through an embedding server", async (t) => {
  const { server, org } = t.context;
  const model = await startEmbeddingModel(t);
  const finders = createFinders(createEmbeddingServer(model.settings, NO_DELAYS), log);
  const id = await org.createProcessed({ transcript: CALL });
  const { id: tracker } = await upsertTracker(org, {
    name: "Price",
    examples: [{ text: "That is too expensive" }],
    saidBy: "client",
  });
  await searchTrackers(server, org, finders.trackers);
  const hits = await loadHits(org, id);
  t.deepEqual(
    hits.map((hit) => [hit.tracker.id, hit.quote, hit.start]),
    [[tracker, EXPENSIVE, 20_000]],
  );
  const count = model.requests.length;
  await upsertTracker(org, {
    name: "Warranty",
    examples: [{ text: "ten years warranty" }],
    saidBy: "rep",
  });
  await searchTrackers(server, org, finders.trackers);
  const sent = model.requests.slice(count).flatMap(({ input }) => input);
  t.false(sent.includes(EXPENSIVE), "stored vectors are used again");
  t.is((await loadHits(org, id)).length, 2);
});

test.serial("vectors of one model are never compared with those of another", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  const model = await startEmbeddingModel(t);
  const finders = createFinders(createEmbeddingServer(model.settings, NO_DELAYS), log);
  await org.createProcessed({ transcript: CALL });
  await storeMeanings(server, org);
  const own = await db("sentence_vectors").where("organization_id", org.id).pluck("vectors");
  t.notRegex(own[0], /:/);
  await adoptSpace(db, finders.trackers.space);
  await searchTrackers(server, org, finders.trackers);
  const others = await db("sentence_vectors").where("organization_id", org.id).pluck("vectors");
  t.regex(others[0], new RegExp(`^${finders.trackers.space}:`));
  // This server still has debrief's own model.
  const search = 'query { sentences(meaning: "too expensive") { calls sentences { quote } } }';
  t.deepEqual((await org.graphql(search)).sentences, { calls: 0, sentences: [] });
  await adoptSpace(db, "");
  await searchTrackers(server, org);
  t.is((await org.graphql(search)).sentences.calls, 1);
});

test.serial(
  "with another model, trackers of meanings search all calls again, and others don't",
  async (t) => {
    const { server, org } = t.context;
    const { db } = server.services;
    await org.createProcessed({ transcript: CALL });
    for (const input of [
      { name: "Examples", examples: [{ text: "too expensive" }] },
      { name: "Concept", concept: "warranty" },
      { name: "Phrases", phrases: ["Garantie"] },
    ])
      await upsertTracker(org, input);
    await searchTrackers(server, org);
    const listWaiting = async (): Promise<string[]> =>
      db("trackers")
        .where("organization_id", org.id)
        .whereNotNull("scan_below")
        .orderBy("name")
        .pluck("name");
    t.deepEqual(await listWaiting(), []);
    await adoptSpace(db, "");
    t.deepEqual(await listWaiting(), []);
    await adoptSpace(db, "0123abcd");
    t.deepEqual(await listWaiting(), ["Concept", "Examples"]);
    await searchTrackers(server, org);
    await adoptSpace(db, "0123abcd");
    t.deepEqual(await listWaiting(), []);
    await adoptSpace(db, "");
  },
);

test("the analysis by rules finds usual words, and coaches on nothing that it can't know", async (t) => {
  const model = await startEmbeddingModel(t);
  const meaning = createEmbeddingServer(model.settings, NO_DELAYS);
  const analyze = createRuleAnalysis({ meaning, log });
  const call = {
    organizationId: "a",
    utterances: [...CALL, say("client", "I think that is too expensive for us.", 200_000)],
    templates: [],
    trackers: [],
  };
  const { signal } = new AbortController();
  const found = await analyze(call as unknown as Parameters<typeof analyze>[0], signal);
  t.deepEqual(found.tags, ["objection: price"]);
  t.notRegex(found.coaching ?? "", /ask for the order/i);
  t.is(model.requests.length, 0);
});

test("a search by meaning says why it fails", async (t) => {
  const model = await startEmbeddingModel(t);
  model.answer = () => ({ status: 401, body: "{}" });
  const { sentences } = createFinders(createEmbeddingServer(model.settings, NO_DELAYS), log);
  await t.throwsAsync(sentences!.prepare("a", "price"), { message: /rejects the key/ });
  const { sentences: own } = createFinders(createMeaning(), log);
  t.is(own!.space, "");
});
