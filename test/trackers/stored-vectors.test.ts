import { redactTranscripts } from "../../db/recordings/transcript.js";
import { createFinders } from "../../src/analyzer/trackers/off-main-thread.js";
import { COMPACT_VECTOR_BYTES } from "../../db/recordings/compact-vector.js";
import { createMeaning, type Meaning } from "../../src/meaning/meaning.js";
import { searchOrganization } from "../../src/upkeep/jobs/trackers.js";
import { say } from "../helpers/recordings/say.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { createLog } from "../../src/base/log/log.js";
import { test } from "../helpers/suite.js";
import {
  createTracker,
  loadHits,
  searchTrackers,
  upsertTracker,
} from "../helpers/trackers/trackers.js";

const log = createLog("silent", { write: () => {} });
const ORDER = "Would you like to order today, if we can meet that price?";
const EXPENSIVE = "That is too expensive for us.";
const BYTES_PER_GROUP = 3;
const CHARACTERS_PER_GROUP = 4;

// Two of these sentences are too short for a meaning, and one occurs twice.
const CALL = [
  say("rep", "How long have you had that problem with the windows? Well.", 0),
  say("client", `The bedroom windows leak when it rains. ${EXPENSIVE}`, 10_000),
  say("rep", `${ORDER} Okay?`, 20_000),
  say("client", EXPENSIVE, 30_000),
];
const SENTENCES = 4;

const meaning = createMeaning();

/** Creates a search of its own, which counts the sentences whose meanings it computes. */
const createSearch = ({ services }: SharedServer, { id }: Tenant) => {
  const counts: number[] = [];
  const counting: Meaning = {
    space: "",
    embed: async (organizationId, sentences, signal) => {
      if (sentences.length > 0) counts.push(sentences.length);
      return meaning.embed(organizationId, sentences, signal);
    },
  };
  const { trackers: finder } = createFinders(counting, log);
  const { signal } = new AbortController();
  return {
    counts,
    run: async () => {
      while (await searchOrganization(services, finder, id, signal));
    },
  };
};

const loadStored = async ({ services: { db } }: SharedServer, { id }: Tenant) =>
  db("sentence_vectors")
    .select({ recordingId: "recording_id", vectors: "vectors" })
    .where("organization_id", id);

test("the meanings of a call are computed once, and found alike from then on", async (t) => {
  const { server, org } = t.context;
  const { counts, run } = createSearch(server, org);
  const id = await org.createProcessed({ transcript: CALL });
  const close = await upsertTracker(org, { name: "Close", concept: "asks_for_order" });
  await run();
  t.deepEqual(counts, [SENTENCES]);
  const fresh = await loadHits(org, id);
  t.deepEqual(
    fresh.map(({ quote }) => quote),
    [ORDER],
  );
  const [row, ...others] = await loadStored(server, org);
  t.deepEqual(others, []);
  t.is(row.recordingId, id);
  const groups = Math.ceil((SENTENCES * COMPACT_VECTOR_BYTES) / BYTES_PER_GROUP);
  t.is(row.vectors.length, groups * CHARACTERS_PER_GROUP);
  await upsertTracker(org, { name: "Price", concept: "price_objection" });
  await upsertTracker(org, { id: close.id, part: "end", minutes: 5 });
  await run();
  t.deepEqual(counts, [SENTENCES], "nothing was computed again");
  const stored = await loadHits(org, id);
  t.deepEqual(
    stored.map(({ quote }) => quote),
    [EXPENSIVE, ORDER, EXPENSIVE],
  );
  t.is(stored[1]!.score, fresh[0]!.score);
});

test("phrases need no meanings", async (t) => {
  const { server, org } = t.context;
  const { counts, run } = createSearch(server, org);
  await org.createProcessed({ transcript: CALL });
  await createTracker(org, ["price"]);
  await run();
  t.deepEqual(counts, []);
  t.deepEqual(await loadStored(server, org), []);
});

test("a change of the transcript deletes its meanings, and the next search computes them again", async (t) => {
  const { server, org } = t.context;
  const { counts, run } = createSearch(server, org);
  const id = await org.createProcessed({ transcript: CALL });
  await upsertTracker(org, { name: "Price", concept: "price_objection" });
  await run();
  const [before] = await loadStored(server, org);
  await org.graphql(
    `mutation ($id: ID!, $old: String!) { correctUtterance(recordingId: $id, index: 3,
      expectedText: $old, text: "That is a fair price for us.") { id } }`,
    { id, old: EXPENSIVE },
  );
  t.deepEqual(await loadStored(server, org), []);
  await run();
  t.deepEqual(counts, [SENTENCES, SENTENCES + 1]);
  const [after] = await loadStored(server, org);
  t.true(after.vectors.length > before.vectors.length);
  t.is((await loadHits(org, id)).length, 1);
});

test("retention of transcripts, and the deletion of a recording, delete its meanings", async (t) => {
  const { server, org } = t.context;
  const { run } = createSearch(server, org);
  const { db, now } = server.services;
  const [one, two] = [
    await org.createProcessed({ transcript: CALL }),
    await org.createProcessed({ transcript: CALL }),
  ];
  await upsertTracker(org, { name: "Price", concept: "price_objection" });
  await run();
  t.is((await loadStored(server, org)).length, 2);
  await redactTranscripts(db, org.id, [one], now());
  t.deepEqual(
    (await loadStored(server, org)).map(({ recordingId }) => recordingId),
    [two],
  );
  await org.graphql(`mutation { deleteRecording(id: "${two}") }`);
  t.deepEqual(await loadStored(server, org), []);
  await run();
  t.deepEqual(await loadStored(server, org), []);
});

test("meanings that don't belong to the sentences are computed again", async (t) => {
  const { server, org } = t.context;
  const { counts, run } = createSearch(server, org);
  await org.createProcessed({ transcript: CALL });
  await upsertTracker(org, { name: "Price", concept: "price_objection" });
  await run();
  const [right] = await loadStored(server, org);
  await server.services
    .db("sentence_vectors")
    .where("organization_id", org.id)
    .update({ vectors: "AAAA" });
  await upsertTracker(org, { name: "Close", concept: "asks_for_order" });
  await run();
  t.deepEqual(counts, [SENTENCES, SENTENCES]);
  t.deepEqual(await loadStored(server, org), [right]);
});

test("a trial reads stored meanings of 50 calls, and computes those of few others", async (t) => {
  const { server, org } = t.context;
  await org.createProcessed({ transcript: CALL });
  await upsertTracker(org, { name: "Close", concept: "asks_for_order" });
  // This also starts the model, which can take longer than a request may on a busy machine.
  await searchTrackers(server, org);
  // More bytes than a trial computes, of few sentences.
  const remark = "This is a remark about the weather.";
  const filler = Array.from({ length: 600 }, (_, index) => say("rep", remark, 40_000 + index));
  for (let call = 0; call < 3; call += 1)
    await org.createProcessed({ transcript: [...CALL, ...filler] });
  const query = `{ tryTracker(input: { concept: "price_objection" }) { calls hits { quote } } }`;
  const before = (await org.graphql(query)).tryTracker;
  t.is(before.calls, 2);
  await searchTrackers(server, org);
  const after = (await org.graphql(query)).tryTracker;
  t.is(after.calls, 4);
  t.is(after.hits.length, 2 * before.hits.length);
});
