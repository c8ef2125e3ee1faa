import {
  buildDialerPath,
  listInboundCalls,
  postToDialer,
  replayInboundCall,
  setDialerSecret,
  vendorBodies,
} from "../helpers/dialers/dialers.js";
import { deleteRecording } from "../helpers/matching/matches.js";
import { uploadForm } from "../helpers/recordings/media.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const CALL = { user_email: "rep@example.com", started_at: "2026-03-02T10:00:00Z" };
const WAITING = { extension: "204", started_at: "2026-03-02T10:00:00Z" };

const SOURCES = `{ sources {
  kind channel title lastReceivedAt lastRecording { id } ingested ignored refused waitingCalls
  noticedCalls lastNoticedRecording { id }
  lastFailure { at code message inboundCallId replayable }
} }`;

// oxlint-disable-next-line typescript/no-explicit-any
const listSources = async (org: Tenant): Promise<any[]> => (await org.graphql(SOURCES)).sources;

const EMPTY = {
  kind: "calls",
  lastReceivedAt: null,
  lastRecording: null,
  ingested: 0,
  ignored: 0,
  refused: 0,
  waitingCalls: 0,
  noticedCalls: 0,
  lastNoticedRecording: null,
  lastFailure: null,
};

test("an organization without calls and settings has no sources", async (t) => {
  t.deepEqual(await listSources(t.context.org), []);
});

test("a phone system with a setting is a source before its first call", async (t) => {
  const { org } = t.context;
  await setDialerSecret(org, "dialpad", "a dialpad secret");
  await org.graphql(`mutation {
    setRepChannel(source: "twilio", repChannel: right) { source }
    own: setRepChannel(source: "own", repChannel: right) { source }
  }`);
  t.deepEqual(await listSources(org), [
    { ...EMPTY, channel: "dialpad", title: "Dialpad" },
    { ...EMPTY, channel: "twilio", title: "Twilio" },
  ]);
});

test("each source has its own counts, last recording and last failure", async (t) => {
  const { server, org } = t.context;
  const { body: first } = await org.send("POST", "/v1/dialer", { ...CALL, call_id: "1" });
  const { body: second } = await org.send("POST", "/v1/dialer", { ...CALL, call_id: "2" });
  t.not(first.recording.id, second.recording.id);
  await org.send("POST", "/v1/dialer", { ...CALL, call_id: "3", started_at: "now" });
  await postToDialer(server, buildDialerPath(org, "dialpad"), vendorBodies["dialpad"]!);
  const [dialpadCall, refusedCall] = await listInboundCalls(org, { outcome: "refused" });
  const [dialpad, key, ...others] = await listSources(org);
  t.deepEqual(others, []);
  t.like(key, {
    channel: "key",
    title: "API",
    lastReceivedAt: refusedCall.receivedAt,
    lastRecording: { id: second.recording.id },
    ingested: 2,
    refused: 1,
    lastFailure: {
      at: refusedCall.receivedAt,
      code: "INVALID_FIELD",
      message: refusedCall.message,
      inboundCallId: refusedCall.id,
      replayable: true,
    },
  });
  t.like(dialpad, {
    channel: "dialpad",
    title: "Dialpad",
    lastRecording: null,
    ingested: 0,
    refused: 1,
    lastFailure: { code: "USER_NOT_FOUND", inboundCallId: dialpadCall.id },
  });
  const other = await server.createTenant();
  t.deepEqual(await listSources(other), []);
});

test("a replayed call is no failure of its source any more", async (t) => {
  const { server, org } = t.context;
  await postToDialer(server, buildDialerPath(org, "dialpad"), vendorBodies["dialpad"]!);
  const [before] = await listSources(org);
  await org.createUser("bot@fuzz-ball.com");
  const { recording } = await replayInboundCall(org, before.lastFailure.inboundCallId);
  const [after] = await listSources(org);
  t.like(after, { ingested: 1, refused: 0, lastFailure: null });
  t.deepEqual(after.lastRecording, recording);
});

test("uploads have no counts of the log, because it doesn't have them", async (t) => {
  const { server, org } = t.context;
  const { status } = await uploadForm(server, org, { ...WAITING, user_email: undefined });
  t.is(status, 400);
  t.deepEqual(await listSources(org), [
    {
      ...EMPTY,
      kind: "uploads",
      channel: "upload",
      title: "Uploads",
      ingested: null,
      ignored: null,
      refused: null,
      waitingCalls: 1,
    },
  ]);
});

test("a call that waits for a user counts at the source that it came by", async (t) => {
  const { server, org } = t.context;
  const send = async (call_id: string, path: string) =>
    postToDialer(server, path, JSON.stringify({ ...WAITING, call_id }));
  await send("1", new URL(org.dialerUrl).pathname);
  for (const call_id of ["2", "3"]) await org.send("POST", "/v1/dialer", { ...WAITING, call_id });
  const counts = (await listSources(org)).map(({ channel, waitingCalls }) => [
    channel,
    waitingCalls,
  ]);
  t.deepEqual(counts, [
    ["key", 2],
    ["token", 1],
  ]);
});

/** A part of it can't be read. */
const IRREGULAR =
  "WEBVTT\n\nlost\n\n00:00:01.000 --> 00:00:02.000\n<v.rep Ann>Did you sign it?</v>\n";

/** Returns each channel with its noticed calls and the recording of the latest. */
const listNoticed = async (org: Tenant) =>
  (await listSources(org)).map(({ channel, noticedCalls, lastNoticedRecording }) => [
    channel,
    noticedCalls,
    lastNoticedRecording?.id ?? null,
  ]);

test("a source counts its calls that left notices, each once", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  await org.ingestCall({ call_id: "regular" });
  t.deepEqual(await listNoticed(org), [["key", 0, null]]);
  const first = await org.ingestCall({ call_id: "first", transcript: IRREGULAR });
  t.is(await org.ingestCall({ call_id: "first", transcript: IRREGULAR }), first);
  t.deepEqual(await listNoticed(org), [["key", 1, first]]);
  const second = await org.ingestCall({ call_id: "second", transcript: IRREGULAR });
  t.deepEqual(await listNoticed(org), [["key", 2, second]]);
  await org.ingestCall({ call_id: "first", transcript: IRREGULAR });
  await org.ingestCall({ call_id: "regular" });
  t.deepEqual(await listNoticed(org), [["key", 2, first]]);
  await other.ingestCall({ call_id: "first" });
  t.deepEqual(await listNoticed(other), [["key", 0, null]]);
});

test("uploads count with notices at any time, without hidden and deleted ones", async (t) => {
  const { server, org } = t.context;
  const upload = async (call_id: string, more: object = {}): Promise<string> =>
    (await uploadForm(server, org, { call_id, transcript: IRREGULAR, ...more })).body.recording.id;
  const old = await upload("old", { created_at: "2020-01-02T10:00:00Z" });
  t.deepEqual(await listNoticed(org), [["upload", 1, old]]);
  const latest = await upload("latest");
  await upload("hidden", { consent: "refused" });
  const deleted = await upload("deleted");
  t.deepEqual(await listNoticed(org), [["upload", 3, deleted]]);
  await deleteRecording(org, deleted);
  t.deepEqual(await listNoticed(org), [["upload", 2, latest]]);
});

test("each source counts the noticed calls that came by it", async (t) => {
  const { server, org } = t.context;
  const byKey = await org.ingestCall({ call_id: "1", transcript: IRREGULAR });
  const call = { ...CALL, call_id: "2", transcript: IRREGULAR };
  const { body } = await postToDialer(
    server,
    new URL(org.dialerUrl).pathname,
    JSON.stringify(call),
  );
  t.deepEqual(await listNoticed(org), [
    ["key", 1, byKey],
    ["token", 1, body.recording.id],
  ]);
});

test("a source doesn't count deleted, hidden and old calls, nor calls whose notices are gone", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  const old = await org.ingestCall({ call_id: "old", transcript: IRREGULAR });
  await db("inbound_calls")
    .where({ organization_id: org.id, recording_id: old })
    .update({ received_at: 0 });
  const kept = await org.ingestCall({ call_id: "kept", transcript: IRREGULAR });
  const deleted = await org.ingestCall({ call_id: "deleted", transcript: IRREGULAR });
  const replaced = await org.ingestCall({ call_id: "replaced", transcript: IRREGULAR });
  t.deepEqual(await listNoticed(org), [["key", 3, replaced]]);
  await deleteRecording(org, deleted);
  const transcript = [{ speaker: "Ann", role: "rep", text: "Hi", start: 0, end: 1 }];
  await org.ingestCall({ call_id: "replaced", transcript });
  await org.ingestCall({ call_id: "hidden", transcript: IRREGULAR, consent: "refused" });
  t.deepEqual(await listNoticed(org), [["key", 1, kept]]);
  await deleteRecording(org, kept);
  t.deepEqual(await listNoticed(org), [["key", 0, null]]);
});
