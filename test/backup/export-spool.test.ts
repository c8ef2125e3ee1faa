import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import type { Knex } from "knex";
import { isUnavailable } from "../../db/engine/errors.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { tryTruncateWal } from "../../db/engine/wal.js";
import { createExporter } from "../../src/api/export/exporter.js";
import { Spool, SpoolFullError } from "../../src/api/export/spool.js";
import { dialect } from "../helpers/engine/database.js";
import { test } from "../helpers/own-suite.js";
import type { Tenant, TestServer } from "../helpers/server.js";

const createDirectory = (t: ExecutionContext): string => {
  const parent = mkdtempSync(join(tmpdir(), "debrief-exports-"));
  t.teardown(() => rmSync(parent, { recursive: true }));
  return join(parent, "exports");
};

const createExport = (server: TestServer, directory: string) => {
  const { db, publicUrl } = server.services;
  const exporter = createExporter(server.databaseUrl, db, directory);
  return (org: Tenant) => exporter({ organizationId: org.id, requestId: "r", now: 0, publicUrl });
};

/** Returns whether no export holds a snapshot. */
const isReleased = async (db: Knex): Promise<boolean> =>
  dialect === "sqlite"
    ? tryTruncateWal(db)
    : (db.client as { pool: { numUsed: () => number } }).pool.numUsed() === 0;

const isComplete = (chunks: readonly (string | Uint8Array)[]): boolean => {
  const text = chunks.map((chunk) => Buffer.from(chunk as Uint8Array).toString()).join("");
  return JSON.parse(text.trimEnd().split("\n").at(-1)!).type === "end";
};

test.serial("a caller that stops reading holds no snapshot, and can continue", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  for (let n = 0; n < 5; n += 1) await org.createProcessed();
  const directory = createDirectory(t);
  const lines = createExport(server, directory)(org);
  const chunks = [(await lines.next()).value as Uint8Array];
  t.is(statSync(directory).mode & 0o777, 0o700);
  t.deepEqual(readdirSync(directory), [], "the file has no name");
  // The caller reads nothing meanwhile. The loop ends only if the snapshot does.
  await org.createProcessed();
  while (!(await isReleased(db))) await setTimeout(10);
  for await (const chunk of lines) chunks.push(chunk as Uint8Array);
  t.true(isComplete(chunks));
});

test.serial("a caller that leaves ends the export, and another one can follow", async (t) => {
  const { server, org } = t.context;
  const createLines = createExport(server, createDirectory(t));
  t.plan(3);
  for (let round = 0; round < 3; round += 1) {
    const lines = createLines(org);
    t.false((await lines.next()).done);
    await lines.return(undefined);
    // On PostgreSQL, the notifier may be using a connection of the pool.
    while (!(await isReleased(server.services.db))) await setTimeout(10);
  }
});

test.serial("more exports at a time than the table allows are refused", async (t) => {
  const { server } = t.context;
  const createLines = createExport(server, createDirectory(t));
  const exports = [];
  for (let n = 0; n <= SHARE_LIMITS.exports.places; n += 1)
    exports.push(createLines(await server.createTenant()));
  const firsts = await Promise.allSettled(exports.map((lines) => lines.next()));
  t.deepEqual(
    firsts.map(({ status }) => status),
    [...exports.slice(1).map(() => "fulfilled"), "rejected"],
  );
  t.like(firsts.at(-1), { reason: { code: "RATE_LIMITED" } });
  for (const lines of exports) await lines.return(undefined);
  const later = createLines(await server.createTenant());
  t.false((await later.next()).done);
  await later.return(undefined);
});

test.serial("an export is refused for now where the disk is short", async (t) => {
  const directory = createDirectory(t);
  const error = await t.throwsAsync(Spool.open(directory, Number.MAX_SAFE_INTEGER), {
    instanceOf: SpoolFullError,
  });
  t.true(isUnavailable(error));
  t.true(existsSync(directory));
  t.deepEqual(readdirSync(directory), []);
});
