import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { tryTruncateWal } from "../../db/engine/wal.js";
import { DAY_MS, runRetentionOnce, setRetentionDays } from "../helpers/retention.js";
import { test } from "../helpers/own-frozen-suite.js";
import { dialect } from "../helpers/database.js";
import { loadRowsByTable } from "../helpers/rows-by-table.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { endDelivery, listDeliveryLog, createWebhookWith } from "../helpers/webhooks.js";

const COUNT = 40;

/** A word that nobody else has, nor any text by chance. */
const newWord = (): string => `q${randomBytes(8).toString("hex")}`;

/** All that the database keeps, as it can be read on the disk: of SQLite the file and its log. */
const kept = async ({ services: { db } }: TestServer, org: Tenant): Promise<string> => {
  if (dialect === "postgres") return JSON.stringify(await loadRowsByTable(db, org.id));
  const { filename } = (db.client as { connectionSettings: { filename: string } })
    .connectionSettings;
  return [filename, `${filename}-wal`]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "latin1"))
    .join("");
};

/** As the index may have it: without what a word has in common with the one before. */
const isIn = (text: string, word: string): boolean => text.includes(word.slice(-10));

/** A call whose transcript was sent twice, before it was analysed and after; what was sent of it, and answered. */
const tell = async (server: TestServer, org: Tenant, number: number) => {
  const [said, sent, answered, link, before] = Array.from({ length: 5 }, newWord);
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
  const id = await org.createProcessed({ ...call, transcript: speech(said!) });
  const [delivery] = await listDeliveryLog(org);
  const own = { organization_id: org.id, recording_id: id };
  const { db } = server.services;
  await db("events")
    .where(own)
    .update({ payload: `{"${sent}":"${"x".repeat(number ** 2)}"}` });
  await endDelivery(server, org, delivery.id, { response_body: answered });
  return { id, now: [said!, sent!, answered!, link!], before: before! };
};

type Told = Awaited<ReturnType<typeof tell>>;

test.serial("removed content can't be read in the database files", async (t) => {
  const { org, server } = t.context;
  const { db } = server.services;
  await createWebhookWith(org);
  const old: Told[] = [];
  const young: Told[] = [];
  for (let number = 0; number < COUNT; number += 1) {
    if (number === COUNT - 10) server.clock.time += 5 * DAY_MS;
    (number < COUNT - 10 ? old : young).push(await tell(server, org, number));
  }
  const erased = young.pop()!;
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: erased.id });
  const words = old.flatMap(({ now }) => now);
  const first = await kept(server, org);
  t.deepEqual(
    words.filter((word) => !isIn(first, word)),
    [],
    "all of it was there",
  );
  await setRetentionDays(org, { mediaDays: 4, transcriptDays: 4, payloadDays: 4 });
  await runRetentionOnce(server, org);
  // The log of received calls has each call as it was sent.
  await db("inbound_calls").where("organization_id", org.id).delete();
  t.true(await tryTruncateWal(db));
  const last = await kept(server, org);
  for (const gone of [words, old.map(({ before }) => before), [...erased.now, erased.before]])
    t.deepEqual(
      gone.filter((word) => isIn(last, word)),
      [],
    );
  for (const { now, before } of young) {
    t.deepEqual(
      now.filter((word) => !isIn(last, word)),
      [],
    );
    t.false(isIn(last, before), "nor what was written over before");
  }
});

test.serial("a reader delays emptying the log until the next check", async (t) => {
  const { server } = t.context;
  const { db } = server.services;
  if (dialect === "postgres") return t.true(await tryTruncateWal(db));
  const { default: Database } = await import("better-sqlite3");
  const { filename } = (db.client as { connectionSettings: { filename: string } })
    .connectionSettings;
  const reader = new Database(filename, { readonly: true });
  reader.exec("BEGIN; SELECT * FROM organizations");
  await server.createTenant();
  t.false(await tryTruncateWal(db));
  reader.exec("COMMIT");
  t.true(await tryTruncateWal(db));
  t.is(readFileSync(`${filename}-wal`).length, 0);
  reader.close();
});
