import fc from "fast-check";
import { buildLookupKey } from "../../db/engine/lookup-key.js";
import { Canaries, type Canary, type Erasable, plantCanaries } from "./canaries.js";
import { dialect } from "../helpers/engine/database.js";
import { overwriteRemovedContent } from "../../src/upkeep/jobs/retention.js";
import { test } from "../helpers/own-suite.js";
import { runRetentionOnce } from "../helpers/retention/retention.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import {
  loadColumns,
  readDatabaseBytes,
  readDataFiles,
} from "../helpers/retention/stored-bytes.js";
import { exemptColumns, listTextColumns, personalColumns } from "./text-columns.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";

const exempt = Object.entries(exemptColumns).flatMap(([table, columns]) =>
  Object.keys(columns).map((column) => `${table}.${column}`),
);

test.serial("every text column is either erased or exempt with a reason", async (t) => {
  const columns = await listTextColumns(t.context.server.services.db);
  const decided = [...personalColumns, ...exempt];
  t.deepEqual(
    columns.filter((column) => !decided.includes(column)),
    [],
    "decide in test/recordings/text-columns.ts what an erasure does with the column",
  );
  // The tables of request counters exist on PostgreSQL only.
  t.deepEqual(
    decided.filter((column) => !columns.includes(column) && !column.startsWith("rate_limits.")),
    [],
  );
});

/** The search index leaves out what a word has in common with the word before it. */
const isIn = (text: string, word: string): boolean => text.includes(word.slice(-10));

const listWords = (canaries: readonly Canary[]): string[] => canaries.map(({ word }) => word);

const load = async (server: TestServer) => {
  const columns = await loadColumns(server.services.db);
  return { columns, text: [...columns.values(), readDataFiles(server)].join("\n") };
};

/**
 * Waits until no transaction could still see what this one sees no more: its rows would survive a vacuum. A snapshot is
 * as old as the oldest transaction of all databases of the PostgreSQL server, and other tests use it too.
 */
const awaitOlderTransactions = async ({ services }: TestServer): Promise<void> => {
  const { db } = services;
  const { rows } = await db.raw("SELECT pg_current_xact_id()::text AS id");
  const isOver = `SELECT pg_snapshot_xmin(pg_current_snapshot()) > ?::xid8 AND NOT EXISTS (
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL)) AS over`;
  while (!(await db.raw(isOver, [rows[0].id])).rows[0].over);
};

/** Runs what the server runs at night, and on PostgreSQL what docs/retention.md advises. */
const runMaintenance = async (server: TestServer, orgs: readonly Tenant[]): Promise<void> => {
  const { db } = server.services;
  for (const org of orgs) await runRetentionOnce(server, org);
  if (dialect === "postgres") {
    await awaitOlderTransactions(server);
    await db.raw("VACUUM FULL");
  } else while (!(await overwriteRemovedContent(db, new AbortController().signal)));
};

const erase = async (org: Tenant, { mutation, id }: Erasable): Promise<void> =>
  void (await org.graphql(`mutation ($id: ID!) { ${mutation}(id: $id) }`, { id }));

/** Picks what to erase, in random order, and returns it with the owners whose words go. */
const pickErased = (
  erasable: readonly Erasable[],
  seed: number,
): { erased: Erasable[]; gone: Set<string> } => {
  const picked = fc.shuffledSubarray([...erasable], { minLength: 6 });
  const [chosen] = fc.sample(picked, { numRuns: 1, seed }) as [Erasable[]];
  const gone = new Set<string>();
  const erased = chosen.filter(({ owner, calls, matched }) => {
    // A call that was erased with its client can't be erased again.
    if (gone.has(owner)) return false;
    if (matched !== undefined && !gone.has(calls[0]!)) gone.add(matched);
    for (const name of [owner, ...calls]) gone.add(name);
    return true;
  });
  return { erased, gone };
};

const SEED = Number(process.env["CANARY_SEED"] ?? Date.now() % 1_000_000);

test.serial("erased texts are nowhere, and all other texts stay", async (t) => {
  t.log(`seed ${SEED}`);
  const { server, org } = t.context;
  const neighbour = await server.createTenant("Neighbour");
  await neighbour.createUser();
  const receiver = await startWebhookReceiver(t, ({ body, response }) => void response.end(body));
  const canaries = new Canaries();
  const plan = { server, canaries, receiverUrl: receiver.url };
  const erasable = await plantCanaries({ ...plan, org }, 3);
  await plantCanaries({ ...plan, org: neighbour }, 1);

  const before = await load(server);
  t.deepEqual(
    canaries.all.filter(({ word, isOverwritten }) => !isOverwritten && !isIn(before.text, word)),
    [],
    "every word is stored at first",
  );
  const words = listWords(canaries.all);
  const hasWord = (column: string): boolean => {
    const text = before.columns.get(column) ?? "";
    return words.some((word) => text.includes(word));
  };
  t.deepEqual(
    personalColumns.filter((column) => !hasWord(column)),
    [],
    "every column that can have a text has one",
  );
  t.deepEqual(exempt.filter(hasWord), [], "the exempt columns have none");

  const { erased, gone: goneOwners } = pickErased(erasable, SEED);
  for (const one of erased) await erase(org, one);
  const gone = canaries.all.filter(({ owner }) => goneOwners.has(owner));
  const kept = canaries.all.filter(
    ({ owner, isOverwritten }) => !goneOwners.has(owner) && !isOverwritten,
  );
  t.true(gone.length > 0 && kept.length > 0);

  await runMaintenance(server, [org, neighbour]);
  const after = await load(server);
  const found = (text: string) => gone.filter(({ word }) => isIn(text, word));
  t.deepEqual(
    [...after.columns].filter(([, text]) => found(text).length > 0).map(([column]) => column),
    [],
  );
  t.deepEqual(found(after.text), []);
  const bytes = await readDatabaseBytes(server);
  t.true(kept.filter(({ word }) => isIn(bytes, word)).length > kept.length / 2);
  t.deepEqual(found(bytes), []);
  t.deepEqual(found(JSON.stringify(server.log)), []);
  t.deepEqual(
    gone.filter(({ text }) =>
      [text, text.toLowerCase()].some((one) => after.text.includes(buildLookupKey(one))),
    ),
    [],
    "no digest of an erased text is left",
  );
  t.deepEqual(
    kept.filter(({ word }) => !isIn(after.text, word)),
    [],
    "all other words stay",
  );
});
