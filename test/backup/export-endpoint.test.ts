import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createExporter, type Exporter } from "../../src/api/export/exporter.js";
import { createLog } from "../../src/base/log/log.js";
import { serveHttp } from "../../src/server.js";
import { createFullData } from "../helpers/rest/contract-data.js";
import { Mirror, fetchEachRecording } from "../helpers/recordings/sync-mirror.js";
import { test } from "../helpers/own-suite.js";
import type { Tenant, TestServer } from "../helpers/server.js";

// The lines have many shapes.
// oxlint-disable-next-line typescript/no-explicit-any
type Line = Record<string, any>;

const parseLines = (text: string): Line[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

const fetchExport = async (org: Tenant): Promise<Line[]> => {
  const { status, text } = await org.get("/export");
  if (status !== 200) throw new Error(text);
  return parseLines(text);
};

const ofType = (lines: Line[], type: string): Line[] =>
  lines.filter((line) => line["type"] === type).map(({ type: _, ...object }) => object);

test("an export contains every object in its /v1 shape, then the counts", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant("Another organization");
  await other.createUser("other@example.com", { name: "Othello" });
  await createFullData(server, org);
  const lines = await fetchExport(org);
  t.like(lines[0], { type: "export", organization: { id: org.id } });
  const { end } = Object.groupBy(lines, ({ type }) => type as string);
  t.deepEqual(end!.length, 1);
  for (const [type, count] of Object.entries(lines.at(-1)!["lines"]))
    t.is(ofType(lines, type).length, count as number, type);
  for (const [type, path] of Object.entries({
    team: "teams",
    webhook: "webhooks",
    client: "clients?limit=100",
    appointment: "scheduled-tasks?limit=100",
  })) {
    const [all] = Object.values((await org.get(`/v1/${path}`)).body) as [Line[]];
    t.true(all.length > 0);
    t.deepEqual(ofType(lines, type), all);
  }
  const recordingsById = await fetchEachRecording(org);
  const recordings = ofType(lines, "recording");
  t.is(recordings.length, recordingsById.size);
  for (const recording of recordings) t.like(recording, recordingsById.get(recording["id"])!);
  const text = JSON.stringify(lines);
  for (const secret of [org.apiKey, org.signingSecret, "whsec_", "Othello", other.id])
    t.false(text.includes(secret), secret);
});

test("a sync continues from the export's cursors", async (t) => {
  const { org } = t.context;
  await org.createProcessed();
  const [head] = (await fetchExport(org)) as [Line];
  const later = await org.createProcessed();
  const list = `updatedSince=2020-01-01&startAfter=${head["recordingsCursor"]}`;
  const { body } = await org.get(`/v1/recordings?${list}`);
  t.deepEqual(
    body.recordings.map(({ id }: Line) => id),
    [later],
  );
  const events = (await org.get(`/v1/events?startAfter=${head["eventsCursor"]}`)).body;
  t.deepEqual(
    events.events.map(({ recordingId }: Line) => recordingId),
    [later],
  );
});

test("an export is one snapshot, unaffected by concurrent writes", async (t) => {
  const { org, server } = t.context;
  const { db, publicUrl } = server.services;
  const id = await org.createProcessed();
  const url = (db.client as { connectionSettings: { filename?: string } }).connectionSettings;
  const database = url.filename === undefined ? "postgres" : `sqlite:${url.filename}`;
  const exportRequest = { organizationId: org.id, requestId: "r", now: 0, publicUrl };
  const directory = mkdtempSync(join(tmpdir(), "debrief-exports-"));
  t.teardown(() => rmSync(directory, { recursive: true }));
  const lines = createExporter(database, db, directory)(exportRequest);
  const texts = [Buffer.from((await lines.next()).value as Uint8Array).toString()];
  await org.graphql(`mutation { deleteRecording(id: "${id}") }`);
  await org.createProcessed();
  for await (const part of lines) texts.push(Buffer.from(part as string).toString());
  const recordings = ofType(parseLines(texts.join("")), "recording");
  t.deepEqual(
    recordings.map((recording) => recording["id"]),
    [id],
  );
  const mirror = new Mirror(org);
  await mirror.catchUp();
  t.false(mirror.recordings.has(id));
});

test("/export requires an API key and allows only GET and HEAD", async (t) => {
  const { org, server } = t.context;
  t.deepEqual((await server.fetch("/export")).text, '{"message":"Invalid Api Key"}');
  const head = await org.send("HEAD", "/export/");
  t.deepEqual([head.status, head.text], [200, ""]);
  t.is(head.headers.get("content-type"), "application/x-ndjson; charset=utf-8");
  const post = await org.send("POST", "/export", {});
  t.deepEqual([post.status, post.headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
});

const CHUNK = 1024 * 1024;

/**
 * Starts a server whose export never ends. `state` counts the chunks read and resolves once the
 * export stops.
 */
const serveEndlessExport = async (server: TestServer) => {
  const stopped = Promise.withResolvers<void>();
  const state = { pulled: 0, stopped: stopped.promise };
  const exporter: Exporter = async function* endlessly() {
    try {
      for (;;) {
        state.pulled += 1;
        yield `${" ".repeat(CHUNK - 1)}\n`;
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
    } finally {
      stopped.resolve();
    }
  };
  const log = createLog("silent", { write: () => {} });
  const running = await serveHttp({ ...server.services, exporter }, log, {
    host: "127.0.0.1",
    port: 0,
  });
  const get = (org: Tenant): Promise<Response> =>
    fetch(`http://127.0.0.1:${running.port}/export`, { headers: { "x-api-key": org.apiKey } });
  return { state, running, get };
};

test("an organization has one export at a time; organizations export in parallel", async (t) => {
  const { org, server } = t.context;
  const { get, running, state } = await serveEndlessExport(server);
  const first = await get(org);
  t.is(first.status, 200);
  const second = await get(org);
  t.deepEqual([second.status, second.headers.get("retry-after")], [429, "60"]);
  t.like(await second.json(), { code: "RATE_LIMITED" });
  const other = await server.createTenant();
  const parallel = await get(other);
  t.is(parallel.status, 200);
  await parallel.body!.cancel();
  await first.body!.cancel();
  await state.stopped;
  let third = await get(org);
  while (third.status === 429) third = await get(org);
  t.is(third.status, 200, "a disconnected caller frees its slot");
  await third.body!.cancel();
  await running.stop();
});

test("an export reads no further ahead than its caller receives", async (t) => {
  const { org, server } = t.context;
  const { get, running, state } = await serveEndlessExport(server);
  const answer = await get(org);
  let receivedBytes = 0;
  for await (const part of answer.body!) {
    receivedBytes += part.length;
    if (receivedBytes > 40 * CHUNK) break;
  }
  // The socket buffers on both sides can hold up to 24 chunks.
  t.true(state.pulled < 40 + 24, String(state.pulled));
  await state.stopped;
  await running.stop();
});
