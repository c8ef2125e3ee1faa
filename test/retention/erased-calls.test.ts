import { randomBytes } from "node:crypto";
import { adapters } from "../../graph/dialers/adapters/index.js";
import {
  buildDialerPath,
  contentTypeOf,
  createVendorUsers,
  postToDialer,
  vendorBodies,
} from "../helpers/dialers/dialers.js";
import { createVault } from "../../src/base/config/vault.js";
import { createWebhook, waitForDeliveries } from "../helpers/webhooks/deliveries.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Answer, SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/paused-suite.js";
import { listFiles, uploadForm, uploadRaw } from "../helpers/recordings/media.js";

const DELETE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;
const INGEST = `mutation ($input: CallInput!) { ingestCall(input: $input) { id } }`;
const LOG = `query { inboundCalls { nodes { id outcome code field message callId userEmail payload parsedCall recording { id } replayable } } }`;
const REPLAY = `mutation ($id: ID!) { replayInboundCall(id: $id) { outcome code } }`;

const CALL = { user_email: "rep@example.com", started_at: "2026-03-02T10:00:00Z" };
const WORD = "Balthasar";

const REFUSAL = {
  message: "call_id belongs to a deleted recording",
  code: "CONFLICT",
  field: "call_id",
};

const eraseNewCall = async (org: Tenant, callId: string): Promise<void> => {
  const id = await org.createProcessed({ call_id: callId });
  await org.graphql(DELETE, { id });
};

/** Sends the call on every surface that accepts a call of this id. */
const surfaces: Record<string, (org: Tenant, server: SharedServer) => Promise<Answer>> = {
  "/v1/dialer": (org) => org.send("POST", "/v1/dialer", { ...CALL, call_id: "one", name: WORD }),
  "the dialer URL": (org, server) =>
    postToDialer(
      server,
      new URL(org.dialerUrl).pathname,
      JSON.stringify({ ...CALL, call_id: "one", name: WORD }),
    ),
  "an upload as a form": (org, server) => uploadForm(server, org, { call_id: "one", name: WORD }),
  "a raw upload": (org, server) => uploadRaw(server, org, { call_id: "one", name: WORD }),
};

for (const [name, send] of Object.entries(surfaces))
  test(`an erased call sent again to ${name} is refused`, async (t) => {
    const { org, server } = t.context;
    await eraseNewCall(org, "one");
    const before = await loadRowsByTable(server.services.db, org.id);
    const { status, body } = await send(org, server);
    t.is(status, 409);
    t.deepEqual(body, REFUSAL);
    const after = await loadRowsByTable(server.services.db, org.id);
    t.deepEqual({ ...after, inbound_calls: [] }, { ...before, inbound_calls: [] });
    t.notRegex(JSON.stringify(after), new RegExp(`${WORD}|"one"`));
    t.deepEqual(await listFiles(server, org), []);
    t.is((await send(org, server)).status, 409, "again and again");
  });

for (const name of Object.keys(adapters))
  test(`an erased call sent again by ${name} is refused`, async (t) => {
    const { org, server } = t.context;
    await createVendorUsers(org);
    const send = (): Promise<Answer> =>
      postToDialer(
        server,
        buildDialerPath(org, name, "?user_email=rep%40example.com"),
        vendorBodies[name]!,
        { "content-type": contentTypeOf(name) },
      );
    const { body } = await send();
    await org.graphql(DELETE, { id: body.recording.id });
    const again = await send();
    t.is(again.status, 409);
    t.deepEqual(again.body, REFUSAL);
    const [entry] = (await org.graphql(LOG)).inboundCalls.nodes;
    t.like(entry, { outcome: "refused", payload: null, parsedCall: null, userEmail: null });
  });

test("an erased call sent again over GraphQL is refused", async (t) => {
  const { org } = t.context;
  await eraseNewCall(org, "one");
  const input = { callId: "one", userEmail: CALL.user_email, startedAt: CALL.started_at };
  const { errors } = await org.sendGraphql(INGEST, { input });
  t.like(errors?.[0], { extensions: { code: "CONFLICT", field: "callId" } });
});

test("the log shows a refused call without anything that its sender wrote", async (t) => {
  const { org } = t.context;
  await eraseNewCall(org, "one");
  await surfaces["/v1/dialer"]!(org, t.context.server);
  // Other refusals of the same call are logged without its content too.
  await org.send("POST", "/v1/dialer", {
    call_id: "one",
    user_email: "nobody@x.example",
    name: WORD,
  });
  const { nodes } = (await org.graphql(LOG)).inboundCalls;
  for (const node of nodes)
    t.like(node, { callId: null, payload: null, parsedCall: null, replayable: false });
  t.deepEqual(
    nodes.map(({ outcome, code, field }: Record<string, unknown>) => [outcome, code, field]),
    [
      ["refused", "MISSING_REQUIRED_FIELD", null],
      ["refused", "CONFLICT", "call_id"],
      ["ingested", null, null],
    ],
  );
  for (const { id } of nodes) {
    const { errors } = await org.sendGraphql(REPLAY, { id });
    t.like(errors?.[0], { extensions: { code: "CONFLICT" } });
  }
});

test("a refused call causes no delivery and no change of its user", async (t) => {
  const { org } = t.context;
  await eraseNewCall(org, "one");
  await createWebhook(org, "https://receiver.example.com/");
  const users = (await org.get("/v1/users")).body;
  await surfaces["/v1/dialer"]!(org, t.context.server);
  t.deepEqual(await waitForDeliveries(org), []);
  t.deepEqual((await org.get("/v1/users")).body, users);
});

test("another organization's call of the same id, and other calls, are ingested", async (t) => {
  const { org, server } = t.context;
  await eraseNewCall(org, "one");
  const other = await server.createTenant();
  await other.createUser("rep@example.com");
  for (const [sender, callId] of [
    [other, "one"],
    [org, "One"],
    [org, "one "],
  ] as const)
    t.is((await sender.send("POST", "/v1/dialer", { ...CALL, call_id: callId })).status, 200);
});

test("erased calls leave keyed digests of 43 characters, and no call id", async (t) => {
  const { org, server } = t.context;
  const { db, vault } = server.services;
  const long = "x".repeat(1024);
  await eraseNewCall(org, "one");
  await eraseNewCall(org, long);
  const rows = await db("erased_recordings").where("organization_id", org.id);
  t.is(new Set(rows.map(({ call_hash }) => call_hash)).size, 2);
  for (const { call_hash } of rows) t.regex(call_hash, /^[\w-]{43}$/);
  const { erasure_key } = await db("organizations").where("id", org.id).first("erasure_key");
  t.is(Buffer.from(vault.open(erasure_key), "base64url").length, 32);
  t.notRegex(JSON.stringify(await loadRowsByTable(db, org.id)), new RegExp(`"one"|${long}`));
});

test("a key that another vault sealed stops neither calls nor erasures", async (t) => {
  const { org, server } = t.context;
  await eraseNewCall(org, "one");
  await server.services
    .db("organizations")
    .where("id", org.id)
    .update({ erasure_key: createVault(randomBytes(32)).seal("another key") });
  await eraseNewCall(org, "two");
  const send = (callId: string) => org.send("POST", "/v1/dialer", { ...CALL, call_id: callId });
  t.is((await send("two")).status, 409);
  t.is((await send("three")).status, 200);
});

test("erasures are in the audit log without names", async (t) => {
  const { org } = t.context;
  const customer = { id: "c-1", name: WORD };
  const [, single] = [
    await org.createProcessed({ customer }),
    await org.createProcessed({ customer }),
    await org.createProcessed({ customer, name: WORD }),
  ];
  await org.graphql(DELETE, { id: single });
  const [client] = (await org.get("/v1/clients")).body.clients;
  await org.graphql(`mutation ($id: ID!) { deleteClient(id: $id) }`, { id: client.id });
  const query = `query { auditLog { nodes { action actor subject fields recordings } } }`;
  const { nodes } = (await org.graphql(query)).auditLog;
  const by = { actor: "internal_token", fields: [] };
  t.deepEqual(nodes.slice(0, 2), [
    { ...by, action: "client.deleted", subject: client.id, recordings: 2 },
    { ...by, action: "recording.deleted", subject: single, recordings: 1 },
  ]);
  t.notRegex(JSON.stringify(nodes), new RegExp(WORD));
});
