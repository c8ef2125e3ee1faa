import { redactTranscripts } from "../../db/recordings/transcript.js";
import { say } from "../helpers/recordings/say.js";
import type { Tenant } from "../helpers/server.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { test } from "../helpers/suite.js";
import {
  createTracker,
  loadHits,
  searchTrackers,
  storeMeanings,
  upsertTracker,
} from "../helpers/trackers/trackers.js";

const DOG = "Our dog barks at everybody who comes to the door.";
const PET = "We have a big dog in the garden.";
const CALL = [
  say("rep", "Good morning, this is Robin from Window World.", 0),
  say("client", PET, 10_000),
  say("rep", "The new windows come with a warranty of ten years.", 20_000),
  say("client", "Please send me the invoice by mail.", 30_000),
];

const loadQuotes = async (org: Tenant, id: string): Promise<(string | null)[]> =>
  (await loadHits(org, id)).map(({ quote }) => quote);

const loadExamples = async (org: Tenant) =>
  (
    await org.graphql(
      "{ trackers { examples { text recordingId } counterExamples { text recordingId } } }",
    )
  ).trackers;

test("a tracker learns from sentences that mean it, and from others that don't", async (t) => {
  const { server, org } = t.context;
  const id = await org.createProcessed({ transcript: CALL });
  const tracker = await createTracker(org, [], {
    name: "Pets",
    examples: [{ text: "There is a big dog in our garden." }],
  });
  await searchTrackers(server, org);
  const [hit, ...others] = await loadHits(org, id);
  t.deepEqual(others, []);
  t.like(hit, { quote: PET, phrase: null, tracker: { id: tracker } });
  t.true(hit!.score >= 80 && hit!.score < 100);
  await upsertTracker(org, { id: tracker, counterExamples: [{ text: PET, recordingId: id }] });
  await searchTrackers(server, org);
  t.deepEqual(await loadHits(org, id), []);
  t.deepEqual(await loadExamples(org), [
    {
      examples: [{ text: "There is a big dog in our garden.", recordingId: null }],
      counterExamples: [{ text: PET, recordingId: id }],
    },
  ]);
  // What isn't sent stays, and the same again is no change.
  const renamed = await upsertTracker(org, { id: tracker, name: "Dogs" });
  t.is(renamed.progress, null);
  await upsertTracker(org, { id: tracker, counterExamples: [] });
  await searchTrackers(server, org);
  t.deepEqual(await loadQuotes(org, id), [PET]);
});

test("a trial with examples shows what would count and what is near", async (t) => {
  const { server, org } = t.context;
  const id = await org.createProcessed({ transcript: CALL });
  await storeMeanings(server, org);
  const query = `query ($input: TrackerInput!) { tryTracker(input: $input) {
    hits { quote phrase recording { id } } nearMisses { quote score } } }`;
  const examples = [{ text: "There is a big dog in our garden." }];
  const { tryTracker } = await org.graphql(query, { input: { examples } });
  t.deepEqual(tryTracker.hits, [{ quote: PET, phrase: null, recording: { id } }]);
  const far = await org.graphql(query, { input: { examples: [{ text: DOG }] } });
  for (const { score } of far.tryTracker.nearMisses) t.true(score >= 50 && score < 80);
  await searchTrackers(server, org);
  t.deepEqual((await org.graphql("{ trackers { id } }")).trackers, []);
});

test("examples go with the call from which they were copied", async (t) => {
  const { server, org } = t.context;
  const { db, now } = server.services;
  const removed = await org.createProcessed({ call_id: "1", transcript: CALL });
  const deleted = await org.createProcessed({ call_id: "2", transcript: CALL });
  await createTracker(org, ["dog"], {
    examples: [
      { text: PET, recordingId: removed },
      { text: `${PET} Really.`, recordingId: deleted },
      { text: DOG },
    ],
  });
  await redactTranscripts(db, org.id, [removed], now());
  await org.graphql(`mutation { deleteRecording(id: "${deleted}") }`);
  t.deepEqual((await loadExamples(org))[0].examples, [{ text: DOG, recordingId: null }]);
  await searchTrackers(server, org);
});

test("examples are for admins: they may quote calls that others don't see", async (t) => {
  const { server, org } = t.context;
  const own = await org.createUser("own@example.com");
  await createTracker(org, ["dog"], { examples: [{ text: PET }] });
  const rep = await signInAs(server, org, own, "rep");
  const { body } = await rep.query("{ trackers { name examples { text } } }");
  t.is(body.errors[0].extensions.code, "FORBIDDEN");
  t.deepEqual((await rep.query("{ trackers { phrases } }")).body.data.trackers, [
    { phrases: ["dog"] },
  ]);
});

const refusals: [input: object, message: string][] = [
  [{ examples: [{ text: " " }] }, "examples.0.text must not be empty"],
  [{ examples: [{ text: "x".repeat(301) }] }, "examples.0.text must be at most 300 characters"],
  [
    { counterExamples: [{ text: "A dog.", recordingId: "none" }], phrases: ["dog"] },
    "counterExamples.0.recordingId is not the id of a recording",
  ],
  [
    { counterExamples: [{ text: "A dog." }] },
    "phrases must not be empty without a concept or examples",
  ],
  [
    { examples: Array.from({ length: 21 }, (_, index) => ({ text: `Dog ${index}` })) },
    "examples must have at most 20 items",
  ],
];

for (const [input, message] of refusals)
  test(`a tracker is refused: ${message}`, async (t) => {
    const { org } = t.context;
    const query = `mutation ($input: TrackerInput!) { upsertTracker(input: $input) { id } }`;
    const { errors } = await org.sendGraphql(query, { input: { name: "Pets", ...input } });
    t.is(errors?.[0]?.message, message);
    t.deepEqual((await org.graphql("{ trackers { id } }")).trackers, []);
  });
