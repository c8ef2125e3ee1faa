import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ExecutionContext } from "ava";
import { ConfigError } from "../../src/base/config/config-error.js";
import { createVault } from "../../src/base/config/vault.js";
import { openErasureJournal } from "../../src/upkeep/erasures/erasure-journal.js";
import { reapplyErasures } from "../../src/upkeep/erasures/reapply-erasures.js";
import { createLog } from "../../src/base/log/log.js";
import { sweepMedia } from "../../src/media/media-sweep.js";
import { isRecordingErased } from "../helpers/recordings/erasure.js";
import { isStored, storeMedia } from "../helpers/recordings/media.js";
import { test } from "../helpers/own-paused-suite.js";
import { setHeartbeats } from "../helpers/retention/retention.js";
import type { TestServer } from "../helpers/server.js";

const HOUR_MS = 60 * 60_000;
const DELETE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;

/** Builds a journal in a file of its own. */
const buildJournal = (t: ExecutionContext, vault = createVault(randomBytes(32))) => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-journal-"));
  t.teardown(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "data", "erasures.log");
  return { file, vault, open: () => openErasureJournal({ file, vault, now: () => 0 }) };
};

const reapply = async (
  { services }: TestServer,
  journal: ReturnType<typeof openErasureJournal>,
): Promise<Record<string, unknown>[]> => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  await reapplyErasures({ ...services, erasures: journal }, journal, log);
  return lines;
};

test("the journal keeps digests under the key, also after a torn line", async (t) => {
  const { file, vault, open } = buildJournal(t);
  const subject = { kind: "recording", id: "a-recording" } as const;
  const journal = open();
  t.false(journal.has("acme", subject));
  await journal.record("acme", [subject, { kind: "client", id: "a-client" }]);
  await journal.record("acme", [subject]);
  const text = readFileSync(file, "utf8");
  t.regex(text, /^(1970-01-01T00:00:00.000Z (recording|client) [\w-]{43}\n){2}$/);
  t.notRegex(text, /a-recording|a-client|acme/);
  t.is(statSync(file).mode & 0o777, 0o600);
  appendFileSync(file, text.slice(0, -20));
  const later = open();
  await later.record("acme", [{ kind: "media", id: "a-file" }]);
  const last = open();
  t.true(last.has("acme", subject));
  t.true(last.has("acme", { kind: "media", id: "a-file" }));
  t.false(last.has("other", subject));
  t.false(last.has("acme", { ...subject, kind: "client" }));
  t.is(last.count("recording"), 1);
  const otherKey = createVault(randomBytes(32));
  t.false(openErasureJournal({ file, vault: otherKey, now: () => 0 }).has("acme", subject));
  t.not(otherKey.digest("x"), vault.digest("x"));
});

test("a journal that can't be read stops the start with one line", (t) => {
  const { file, open } = buildJournal(t);
  mkdirSync(file, { recursive: true });
  t.throws(open, { instanceOf: ConfigError, message: /^DEBRIEF_DATA_DIR: .*erasures\.log cannot/ });
});

test("a full disk loses no acknowledged erasure", async (t) => {
  const { file } = buildJournal(t);
  // The limit of the shell cuts a write like a full disk: within a line, and without an error.
  const script = `
    import { createVault } from "${new URL("../../src/base/config/vault.js", import.meta.url).href}";
    import { openErasureJournal } from "${new URL("../../src/upkeep/erasures/erasure-journal.js", import.meta.url).href}";
    const vault = createVault(Buffer.alloc(32));
    const journal = openErasureJournal({ file: ${JSON.stringify(file)}, vault, now: () => 0 });
    const subjects = Array.from({ length: 20 }, (_, n) => ({ kind: "recording", id: String(n) }));
    await journal.record("acme", subjects).then(() => console.log("recorded"), ({ code }) => console.log(code));`;
  const { stdout } = await promisify(execFile)("sh", [
    "-c",
    `ulimit -f 2 && exec "$0" --input-type=module --eval "$1"`,
    process.execPath,
    script,
  ]);
  t.is(stdout, "EFBIG\n");
  t.is(statSync(file).size, 1024);
  const vault = createVault(Buffer.alloc(32));
  const open = () => openErasureJournal({ file, vault, now: () => 0 });
  const [opened, other] = [open(), open()];
  const next = { kind: "recording", id: "next" } as const;
  await opened.record("acme", [next]);
  appendFileSync(file, "1970-01-01T00:00:00.000Z rec");
  // Another process tore the line, after this one opened the journal.
  const last = { kind: "recording", id: "last" } as const;
  await other.record("acme", [last]);
  t.deepEqual(
    [next, last].map((subject) => open().has("acme", subject)),
    [true, true],
  );
});

test.serial("an erasure that the journal can't record doesn't happen", async (t) => {
  const { server, org } = t.context;
  const id = await org.ingestCall();
  const { erasures } = server.services;
  const { record } = erasures;
  erasures.record = async () => Promise.reject(new Error("disk full"));
  const { errors } = await org.sendGraphql(DELETE, { id });
  erasures.record = record;
  t.is(errors?.length, 1);
  t.false(await isRecordingErased(org, id));
  t.false(erasures.has(org.id, { kind: "recording", id }));
  await org.graphql(DELETE, { id });
  t.true(erasures.has(org.id, { kind: "recording", id }));
});

test("what a restore brought back is erased again, and nothing else", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  const [erased, kept, theirs] = [
    await org.createProcessed(),
    await org.createProcessed(),
    await other.createProcessed(),
  ];
  const ofClient = await org.ingestCall({ customer: { id: "c-1", name: "Ann" } });
  const file = await storeMedia(server, org, erased);
  const { clients } = await org.graphql("{ clients { nodes { id } } }");
  const client = clients.nodes[0].id;
  const journal = buildJournal(t).open();
  await journal.record(org.id, [
    { kind: "recording", id: erased },
    // The same id in another organization is another recording.
    { kind: "recording", id: theirs },
    { kind: "client", id: client },
  ]);
  const lines = await reapply(server, journal);
  t.like(lines, [{ level: 40, recordings: 1, clients: 1 }]);
  for (const id of [erased, ofClient]) t.true(await isRecordingErased(org, id));
  t.false(await isRecordingErased(org, kept));
  t.false(await isRecordingErased(other, theirs));
  t.false(await isStored(server, org, file));
  t.deepEqual((await org.graphql("{ clients { nodes { id } } }")).clients.nodes, []);
  const { auditLog } = await org.graphql(
    `{ auditLog(filter: { action: "erasure.reapplied" }) { nodes { actor subject } } }`,
  );
  t.deepEqual(auditLog.nodes, [
    { actor: "program", subject: erased },
    { actor: "program", subject: client },
  ]);
  t.deepEqual(await reapply(server, journal), [], "once");
});

test("a restored entry of a received call is erased again, also where the recording isn't in the backup", async (t) => {
  const { server, org } = t.context;
  const send = async (callId: string) =>
    org.send("POST", "/v1/dialer", {
      call_id: callId,
      user_email: "unknown@example.com",
      started_at: "2026-03-02T10:00:00Z",
      name: `Call with ${callId}`,
    });
  for (const callId of ["erased", "kept"]) t.is((await send(callId)).status, 400);
  const journal = buildJournal(t).open();
  await journal.record(org.id, [{ kind: "call", id: "erased" }]);
  t.like(await reapply(server, journal), [{ level: 40, recordings: 0, receivedCalls: 1 }]);
  const { inboundCalls } = await org.graphql(
    "{ inboundCalls(first: 9) { nodes { outcome callId message payload } } }",
  );
  const [kept, erased] = inboundCalls.nodes;
  t.deepEqual(erased, { outcome: "refused", callId: null, message: null, payload: null });
  t.is(kept.callId, "kept");
  t.regex(kept.payload, /Call with kept/);
  t.deepEqual(await reapply(server, journal), [], "once");
});

test("a lost journal is written again from the database", async (t) => {
  const { server, org } = t.context;
  const id = await org.ingestCall();
  await org.graphql(DELETE, { id });
  const { open } = buildJournal(t);
  t.deepEqual(await reapply(server, open()), []);
  t.true(open().has(org.id, { kind: "recording", id }));
});

test.serial("a sweep deletes the file of an erased recording at once", async (t) => {
  const { server, org } = t.context;
  const { media, erasures } = server.services;
  const [erased, orphan] = [await storeMedia(server, org), await storeMedia(server, org)];
  await erasures.record(org.id, [{ kind: "media", id: erased }]);
  const now = Date.now() + 2 * HOUR_MS;
  await setHeartbeats(server, now);
  await sweepMedia(server.services, now);
  t.false(await isStored(server, org, erased));
  t.deepEqual(await media.listDiscarded(org.id), [orphan]);
});
