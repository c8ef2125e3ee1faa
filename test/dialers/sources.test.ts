import {
  buildDialerPath,
  listInboundCalls,
  postToDialer,
  replayInboundCall,
  setDialerSecret,
  vendorBodies,
} from "../helpers/dialers/dialers.js";
import { uploadForm } from "../helpers/recordings/media.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const CALL = { user_email: "rep@example.com", started_at: "2026-03-02T10:00:00Z" };
const WAITING = { extension: "204", started_at: "2026-03-02T10:00:00Z" };

const SOURCES = `{ sources {
  kind channel title lastReceivedAt lastRecording { id } ingested ignored refused waitingCalls
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

test("uploads have no counts, because the log doesn't have them", async (t) => {
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
