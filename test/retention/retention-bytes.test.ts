import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { DAY_MS, runRetentionOnce, setRetentionDays } from "../helpers/retention/retention.js";
import { overwriteRemovedContent } from "../../src/upkeep/jobs/retention.js";
import { test } from "../helpers/own-frozen-suite.js";
import { dialect } from "../helpers/engine/database.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { endDelivery, listDeliveryLog, createWebhookWith } from "../helpers/webhooks/webhooks.js";

const COUNT = 40;

/** Returns a word that occurs nowhere else. */
const newWord = (): string => `q${randomBytes(8).toString("hex")}`;

/** Loads all that the database stores: on SQLite, the bytes of the file and its write-ahead log. */
const loadStored = async ({ services: { db } }: TestServer, org: Tenant): Promise<string> => {
  if (dialect === "postgres") return JSON.stringify(await loadRowsByTable(db, org.id));
  const { filename } = (db.client as { connectionSettings: { filename: string } })
    .connectionSettings;
  return [filename, `${filename}-wal`]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "latin1"))
    .join("");
};

/** The search index leaves out what a word has in common with the word before it. */
const isIn = (text: string, word: string): boolean => text.includes(word.slice(-10));

/** Sends a call twice, with different transcripts, and analyses it. Returns the word in each of its texts. */
const createCall = async (server: TestServer, org: Tenant, number: number) => {
  const [spoken, sent, answered, link, before] = Array.from({ length: 5 }, newWord);
  const speech = (word: string) => [
    {
      speaker: "R",
      text: `${word} ${"lorem ipsum ".repeat(number ** 2)}${word}`,
      start: 0,
      end: 9,
    },
  ];
  const call = { call_id: `${number}`, recording_url: `https://dialer.example.com/${link}` };
  await org.ingestCall({ ...call, transcript: speech(before!) });
  const id = await org.createProcessed({ ...call, transcript: speech(spoken!) });
  const [delivery] = await listDeliveryLog(org);
  const own = { organization_id: org.id, recording_id: id };
  const { db } = server.services;
  await db("events")
    .where(own)
    .update({ payload: `{"${sent}":"${"x".repeat(number ** 2)}"}` });
  await endDelivery(server, org, delivery.id, { response_body: answered });
  return { id, now: [spoken!, sent!, answered!, link!], before: before! };
};

type CreatedCall = Awaited<ReturnType<typeof createCall>>;

test.serial("removed content can't be read in the database files", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  await createWebhookWith(org);
  const old: CreatedCall[] = [];
  const recent: CreatedCall[] = [];
  for (let number = 0; number < COUNT; number += 1) {
    if (number === COUNT - 10) server.clock.time += 5 * DAY_MS;
    (number < COUNT - 10 ? old : recent).push(await createCall(server, org, number));
  }
  const erased = recent.pop()!;
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: erased.id });
  const words = old.flatMap(({ now }) => now);
  const first = await loadStored(server, org);
  t.deepEqual(
    words.filter((word) => !isIn(first, word)),
    [],
    "all words are stored at first",
  );
  await setRetentionDays(org, { mediaDays: 4, transcriptDays: 4, payloadDays: 4 });
  await runRetentionOnce(server, org);
  // The log of received calls has each call as it was sent.
  await db("inbound_calls").where("organization_id", org.id).delete();
  t.true(await overwriteRemovedContent(db, new AbortController().signal));
  const last = await loadStored(server, org);
  for (const removed of [words, old.map(({ before }) => before), [...erased.now, erased.before]])
    t.deepEqual(
      removed.filter((word) => isIn(last, word)),
      [],
    );
  for (const { now, before } of recent) {
    t.deepEqual(
      now.filter((word) => !isIn(last, word)),
      [],
    );
    t.false(isIn(last, before), "overwritten words are gone too");
  }
});

test.serial("a reader delays emptying the write-ahead log until the next check", async (t) => {
  const { server } = t.context;
  const { db } = server.services;
  if (dialect === "postgres")
    return t.true(await overwriteRemovedContent(db, new AbortController().signal));
  const { default: Database } = await import("better-sqlite3");
  const { filename } = (db.client as { connectionSettings: { filename: string } })
    .connectionSettings;
  const reader = new Database(filename, { readonly: true });
  reader.exec("BEGIN; SELECT * FROM organizations");
  await server.createTenant();
  t.false(await overwriteRemovedContent(db, new AbortController().signal));
  reader.exec("COMMIT");
  t.true(await overwriteRemovedContent(db, new AbortController().signal));
  t.is(readFileSync(`${filename}-wal`).length, 0);
  reader.close();
});
