import { randomBytes } from "node:crypto";
import {
  runRetentionOnce,
  summarizeRemoved,
  setRetentionDays,
} from "../helpers/retention/retention.js";
import { test } from "../helpers/own-frozen-suite.js";
import { dialect } from "../helpers/engine/database.js";
import { explainStatement, type RanStatement } from "../helpers/engine/query-plans.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { buildManyRows } from "../helpers/engine/bulk-rows.js";

const fill = async ({ services: { db } }: TestServer, org: Tenant, count: number) => {
  const { id: userId } = await db("users").where("organization_id", org.id).first("id");
  const many = buildManyRows(org.id, userId, count);
  const media = many["recordings"]!.map((row) => ({
    organization_id: org.id,
    recording_id: (row as { id: string }).id,
    file: randomBytes(16).toString("hex"),
    type: "audio/wav",
    bytes: 10,
    created_at: 1,
  }));
  await db.transaction(async (trx) => {
    // Checking every reference would take ten times as long.
    if (dialect === "postgres") await trx.raw("SET LOCAL session_replication_role = replica");
    for (const table of ["users", "clients", "recordings", "transcripts", "events", "deliveries"])
      await trx.batchInsert(table, many[table]!, 500);
    await trx.batchInsert("media", media, 500);
  });
  await db("organizations")
    .where("id", org.id)
    .update({ last_position: count * 1000 });
  if (dialect === "postgres") await db.raw("ANALYZE");
};

test.serial(
  "retention removes ten thousand calls in small changes and serves requests between them",
  async (t) => {
    const { org, server } = t.context;
    await fill(server, org, 10_000);
    await setRetentionDays(org, { mediaDays: 1, transcriptDays: 1, payloadDays: 1 });
    let [changes, rows, largest, longest] = [0, 0, 0, 0];
    const recordStatement = ({ sql, bindings }: { sql: string; bindings: unknown[] }): void => {
      if (/^select .* limit/is.test(sql))
        longest = Math.max(longest, ...bindings.map(Number).filter((limit) => limit < 100_000));
      if (!/^update .(transcripts|events)|^delete from .media/.test(sql)) return;
      const ids = bindings.flatMap((value) => (Array.isArray(value) ? [value.length] : []));
      rows += ids[0]!;
      largest = Math.max(largest, ids[0]!);
    };
    server.services.db.on("query", recordStatement);
    const answered: number[] = [];
    const ended = await runRetentionOnce(server, org, {
      rest: async () => {
        changes += 1;
        if (changes % 100 === 0) answered.push((await org.get("/v1/recordings?limit=1")).status);
        if (changes === 500) answered.push((await org.send("POST", "/v1/dialer", call)).status);
      },
    });
    server.services.db.off("query", recordStatement);
    t.deepEqual(summarizeRemoved(ended), [10_000, 10_000, 10_000]);
    t.is(rows, 30_000);
    t.is(changes, 400 + 400 + 100, "25 recordings, or 100 events, at a time");
    t.is(largest, 100);
    t.true(longest <= 500, "no statement reads more than a page");
    t.deepEqual(
      answered,
      Array.from({ length: 10 }, () => 200),
    );
  },
);

const call = {
  call_id: "new",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
};

test.serial("long transcripts are removed one per change", async (t) => {
  const { org, server } = t.context;
  const text = "word ".repeat(6_000);
  for (let count = 0; count < 3; count += 1)
    await org.createProcessed({
      transcript: [0, 1].map((start) => ({ speaker: "R", text, start, end: start })),
    });
  await setRetentionDays(org, { transcriptDays: 1 });
  server.clock.time += 3 * 24 * 60 * 60_000;
  let changes = 0;
  const rest = async (): Promise<void> => void (changes += 1);
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org, { rest })), [0, 3, 0]);
  t.is(changes, 3);
});

const BIG_TABLES = "(recordings|transcripts|events|deliveries|media)";
const isAbout = new RegExp(`(from|join|update|delete from) .?${BIG_TABLES}\\b`, "i");
/** A search by the organization alone reads all of its rows. */
const SLOW_STEP = new RegExp(
  dialect === "postgres"
    ? `Seq Scan on ${BIG_TABLES}`
    : "^SCAN (?!json_each|CONSTANT ROW$)|TEMP B-TREE|\\(organization_id=\\?\\)$",
);

test.serial("indexes find old content", async (t) => {
  const { org, server } = t.context;
  await fill(server, org, dialect === "postgres" ? 6_000 : 100);
  // Autovacuum would free the emptied pages at any time, and change the plans.
  if (dialect === "postgres")
    for (const table of BIG_TABLES.slice(1, -1).split("|"))
      await server.services.db.raw(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  await setRetentionDays(org, { mediaDays: 1, transcriptDays: 1, payloadDays: 1 });
  const ran = new Map<string, RanStatement>();
  const recordStatement = (one: RanStatement): void => {
    if (isAbout.test(one.sql)) ran.set(one.sql, one);
  };
  server.services.db.on("query", recordStatement);
  await runRetentionOnce(server, org);
  server.services.db.off("query", recordStatement);
  t.true(ran.size >= 12, `${ran.size}`);
  for (const one of ran.values())
    // The log of received calls is always short.
    for (const step of await explainStatement(server, one))
      if (!step.includes("inbound_calls")) t.notRegex(step, SLOW_STEP, one.sql);
});
