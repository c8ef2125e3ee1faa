import { randomInt } from "node:crypto";
import { searchOldCalls, searchQueuedCalls } from "../../graph/trackers/search-calls.js";
import { redactTranscripts } from "../../db/recordings/transcript.js";
import { createContext } from "../../graph/context/context.js";
import type { TrackerFinder } from "../../graph/core/tracker-port.js";
import { test } from "../helpers/suite.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { createTracker, loadHits, searchTrackers } from "../helpers/trackers/trackers.js";

const WORDS = ["price", "PRICES", "Roof", "window", "order", "today", "plan", "maybe"];
const ROLES = ["rep", "client", "other"] as const;

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)]!;

const createTranscript = () =>
  Array.from({ length: randomInt(0, 8) }, (_, index) => ({
    speaker: pick(["A", "A", "A", "Renée"]),
    role: pick(ROLES),
    text: Array.from({ length: randomInt(1, 4) }, () => `${pick(WORDS)} ${pick(WORDS)}.`).join(" "),
    start: index * 30_000,
    end: index * 30_000 + 20_000,
  }));

type Line = ReturnType<typeof createTranscript>[number];

interface Definition {
  word: string;
  saidBy: "rep" | "client" | "anyone";
  part: "call" | "start" | "end";
  minutes?: number;
}

const createDefinition = (): Definition => {
  const part = pick(["call", "start", "end"] as const);
  const saidBy = pick(["rep", "client", "anyone"] as const);
  return {
    word: pick(["price", "roof", "order"]),
    saidBy,
    part,
    ...(part !== "call" && { minutes: 1 }),
  };
};

/** Lists the sentences that have the word, as a reader would. */
const findNaively = (
  lines: readonly Line[],
  { word, saidBy, part, minutes = 0 }: Definition,
): string[] => {
  const last = Math.max(0, ...lines.map(({ end }) => end));
  return lines
    .filter(({ role }) => saidBy === "anyone" || role === saidBy || role === "other")
    .flatMap(({ text, start, end }) => {
      const sentences = text.split(/(?<=\.) /);
      let read = 0;
      return sentences.flatMap((sentence) => {
        const at = start + ((end - start) * read) / text.length;
        read += sentence.length;
        const isPart =
          part === "call" ||
          (part === "start" ? at < minutes * 60_000 : at >= last - minutes * 60_000);
        return isPart && new RegExp(`\\b${word}s?\\b`, "i").test(sentence) ? [sentence] : [];
      });
    });
};

const contextOf = ({ services }: SharedServer, { id }: Tenant) =>
  createContext(services, { role: "internal", organizationId: id }, "test");

test("random calls and trackers, old and new, are found as by a naive search", async (t) => {
  const { server, org } = t.context;
  const calls = new Map<string, Line[]>();
  const trackers = new Map<string, Definition>();
  const addCall = async () => {
    const transcript = createTranscript();
    const id = await org.createProcessed({ call_id: `c${calls.size}`, transcript });
    calls.set(id, transcript);
  };
  const addTracker = async (id?: string) => {
    const definition = createDefinition();
    const { word, ...input } = definition;
    trackers.set(await createTracker(org, [word], { id, ...input }), definition);
  };
  const changeTracker = async () => {
    if (trackers.size > 0) await addTracker(pick([...trackers.keys()]));
  };
  for (let step = 0; step < 40; step += 1) {
    await pick([addCall, addCall, addTracker, changeTracker])();
    if (randomInt(6) === 0) await searchTrackers(server, org);
  }
  await searchTrackers(server, org);
  let count = 0;
  for (const [id, lines] of calls) {
    const hits = await loadHits(org, id);
    for (const [tracker, definition] of trackers) {
      const expected = findNaively(lines, definition);
      count += expected.length;
      t.deepEqual(
        hits.filter((hit) => hit.tracker.id === tracker).map(({ quote }) => quote),
        expected,
        JSON.stringify([definition, lines]),
      );
    }
  }
  t.true(count > 0);
});

/** Runs something while a search is between its reading and its writing. */
const interrupt = (finder: TrackerFinder, during: () => Promise<unknown>): TrackerFinder => {
  let isFirst = true;
  return {
    ...finder,
    find: async (...args) => {
      const found = await finder.find(...args);
      if (isFirst) await during();
      isFirst = false;
      return found;
    },
  };
};

const LINE = { speaker: "A", role: "rep", text: "The price.", start: 0, end: 1 };
const CORRECT = `mutation ($id: ID!) {
  correctUtterance(recordingId: $id, index: 0, expectedText: "The price.", text: "The prize.") { id } }`;

test("what changes during a search is found as it is afterwards", async (t) => {
  const { server, org } = t.context;
  const { trackers: finder } = server.services;
  const { signal } = new AbortController();
  const context = contextOf(server, org);
  const id = await org.createProcessed({ transcript: [LINE] });
  const tracker = await createTracker(org, ["price", "prize"]);
  const correct = () => org.graphql(CORRECT, { id });
  await searchOldCalls(context, interrupt(finder, correct), signal);
  t.deepEqual(await loadHits(org, id), [], "the words that were read are not there any more");
  await searchTrackers(server, org);
  t.deepEqual(
    (await loadHits(org, id)).map(({ quote }) => quote),
    ["The prize."],
  );
  const undo = () =>
    org.graphql(`mutation { undoTranscriptCorrections(recordingId: "${id}") { id } }`);
  await undo();
  await searchQueuedCalls(context, interrupt(finder, correct), signal);
  t.deepEqual(await loadHits(org, id), [], "the call is in the queue again");
  await searchTrackers(server, org);
  t.deepEqual(
    (await loadHits(org, id)).map(({ quote }) => quote),
    ["The prize."],
  );
  await undo();
  const change = () =>
    org.graphql(`mutation { upsertTracker(input: { id: "${tracker}", phrases: ["the"] }) { id } }`);
  await searchQueuedCalls(context, interrupt(finder, change), signal);
  await searchTrackers(server, org);
  t.deepEqual(
    (await loadHits(org, id)).map(({ phrase }) => phrase),
    ["the"],
  );
  await correct();
  const empty = () => redactTranscripts(server.services.db, org.id, [id], server.services.now());
  await searchQueuedCalls(context, interrupt(finder, empty), signal);
  t.deepEqual(await loadHits(org, id), [], "retention has removed the words that were read");
});

test("only calls that may have a phrase, or had one, are loaded for it", async (t) => {
  const { server, org } = t.context;
  const { trackers: finder } = server.services;
  const { signal } = new AbortController();
  const context = contextOf(server, org);
  const add = async (text: string) =>
    org.createProcessed({ call_id: text, transcript: [{ ...LINE, text }] });
  const said = await add("What is the Price of the WINDOWS?");
  const other = await add("The price of the roof.");
  const accented = await add("C’est la fenêtre.");
  const loaded: number[] = [];
  const spy: TrackerFinder = {
    ...finder,
    find: async (id, search, ...args) => {
      loaded.push(search.transcripts.length);
      return finder.find(id, search, ...args);
    },
  };
  const tracker = await createTracker(org, ["price of the window"]);
  await searchOldCalls(context, spy, signal);
  t.deepEqual(loaded, [2]);
  t.is((await loadHits(org, said)).length, 1);
  await createTracker(org, ["fenetre", "roof"], { id: tracker });
  await searchOldCalls(context, spy, signal);
  t.deepEqual(loaded, [2, 3]);
  const counts = [said, other, accented].map(async (id) => (await loadHits(org, id)).length);
  t.deepEqual(await Promise.all(counts), [0, 1, 1]);
  await createTracker(
    org,
    Array.from({ length: 100 }, (_, index) => `word ${index}`),
    { id: tracker },
  );
  await searchOldCalls(context, spy, signal);
  t.deepEqual(loaded, [2, 3, 3], "too many phrases to look for in the database");
});

test("a recording that is deleted during a search has no hits", async (t) => {
  const { server, org } = t.context;
  const { trackers: finder } = server.services;
  const { signal } = new AbortController();
  const context = contextOf(server, org);
  await createTracker(org, ["price"]);
  const id = await org.createProcessed({ transcript: [LINE] });
  const remove = () => org.graphql(`mutation { deleteRecording(id: "${id}") }`);
  t.false(await searchQueuedCalls(context, interrupt(finder, remove), signal));
  const { db } = server.services;
  t.deepEqual(await db("tracker_hits").where("organization_id", org.id), []);
  t.deepEqual(await db("tracker_queue").where("organization_id", org.id), []);
});

test("a recording that is deleted during a search of old calls doesn't stop it", async (t) => {
  const { server, org } = t.context;
  const { signal } = new AbortController();
  const context = contextOf(server, org);
  const kept = await org.createProcessed({ call_id: "kept", transcript: [LINE] });
  const id = await org.createProcessed({ call_id: "deleted", transcript: [LINE] });
  await createTracker(org, ["price"]);
  const remove = () => org.graphql(`mutation { deleteRecording(id: "${id}") }`);
  await searchOldCalls(context, interrupt(server.services.trackers, remove), signal);
  t.is((await loadHits(org, kept)).length, 1);
});

test("retention during a search of old calls keeps the counts of other trackers", async (t) => {
  const { server, org } = t.context;
  const { db, now, trackers: finder } = server.services;
  const { signal } = new AbortController();
  const context = contextOf(server, org);
  const id = await org.createProcessed({ transcript: [LINE] });
  const tracker = await createTracker(org, ["price"]);
  await searchTrackers(server, org);
  await createTracker(org, ["the"]);
  const empty = () => redactTranscripts(db, org.id, [id], now());
  await searchOldCalls(context, interrupt(finder, empty), signal);
  await searchTrackers(server, org);
  t.deepEqual(
    (await loadHits(org, id)).map((hit) => [hit.tracker.id, hit.quote]),
    [[tracker, null]],
  );
});

test("a search that ends anywhere finds each place once, and sends each event once", async (t) => {
  const { server, org } = t.context;
  const { services } = server;
  const { signal } = new AbortController();
  await createTracker(org, ["price"]);
  for (let number = 0; number < 45; number += 1)
    await org.createProcessed({ call_id: `${number}`, transcript: [LINE] });
  const old = await createTracker(org, ["the"]);
  const lost = new Error("the process has ended");
  let failures = 0;
  // Each search ends before a change that is chosen by chance.
  for (let isLeft = true; isLeft;) {
    let left = Infinity;
    const dying = createContext(
      {
        ...services,
        now: () => {
          if ((left -= 1) < 0 && failures < 50) throw lost;
          return services.now();
        },
      },
      { role: "internal", organizationId: org.id },
      "test",
    );
    left = randomInt(8);
    try {
      isLeft =
        (await searchQueuedCalls(dying, services.trackers, signal)) ||
        (await searchOldCalls(dying, services.trackers, signal));
    } catch (error) {
      if (error !== lost) throw error;
      failures += 1;
    }
  }
  t.is(failures > 0, true);
  const rows: { tracker_id: string }[] = await services
    .db("tracker_hits")
    .where("organization_id", org.id)
    .select("tracker_id", "recording_id");
  t.is(rows.filter((row) => row.tracker_id === old).length, 45);
  t.is(rows.length, 90);
  const events = await services
    .db("events")
    .where({ organization_id: org.id, event: "tracker.hit" })
    .pluck("recording_id");
  t.is(new Set(events).size, 45);
  t.is(events.length, 45, "the calls are earlier ones for the second tracker");
});
