import {
  INBOUND_RETENTION_MS,
  insertInboundCall,
  MAX_INBOUND_CALLS,
} from "../../db/dialers/inbound-calls.js";
import { write } from "../../db/engine/write.js";
import { listInboundCalls } from "../helpers/dialers/dialers.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const CALL = { call_id: "1", user_email: "rep@example.com", started_at: "2026-03-02T10:00:00Z" };

const PAGE = `query ($after: String) {
  inboundCalls(first: 99, after: $after) { nodes { id callId } nextCursor }
}`;

/** Inserts calls that are numbered from 1. */
const insertCalls = async (
  { services: { db, newId, now } }: TestServer,
  org: Tenant,
  count: number,
  isRefused: (call: number) => boolean,
): Promise<void> =>
  write(db, org.id, async (trx) => {
    for (let call = 1; call <= count; call += 1)
      await insertInboundCall(trx, org.id, {
        id: newId(),
        receivedAt: now(),
        channel: "key",
        outcome: isRefused(call) ? "refused" : "ingested",
        code: null,
        field: null,
        message: null,
        callId: String(call),
        recordingId: null,
        userEmail: null,
        payloadBytes: 2,
        readable: 1,
        ignoredFields: "[]",
        parsedCall: null,
        payload: "{}",
      });
  });

/** Lists the call ids of all pages, newest first. */
const listCallIds = async (org: Tenant): Promise<string[]> => {
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { nodes, nextCursor } = (await org.graphql(PAGE, { after })).inboundCalls as {
      nodes: { callId: string }[];
      nextCursor: string | null;
    };
    seen.push(...nodes.map(({ callId }) => callId));
    after = nextCursor;
  } while (after !== null);
  return seen;
};

const countDown = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, index) => String(from - index));

test.serial(
  "500 good calls keep the refused ones, and 500 refused calls the good ones",
  async (t) => {
    const { server, org } = t.context;
    // 700 good calls among 3 refused ones.
    await insertCalls(server, org, 703, (call) => [1, 2, 650].includes(call));
    const good = countDown(703, 203).filter((id) => id !== "650");
    t.deepEqual(await listCallIds(org), [
      ...good.slice(0, 53),
      "650",
      ...good.slice(53, MAX_INBOUND_CALLS),
      "2",
      "1",
    ]);
    const other = await server.createTenant();
    await insertCalls(server, other, 703, (call) => ![1, 2, 650].includes(call));
    const ids = await listCallIds(other);
    t.is(ids.length, MAX_INBOUND_CALLS + 3);
    t.deepEqual(ids.slice(-2), ["2", "1"]);
  },
);

test.serial("the log pages through the latest calls until their retention ends", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  await insertCalls(server, org, MAX_INBOUND_CALLS + 20, (call) => call % 5 === 0);
  await org.send("POST", "/v1/dialer", { ...CALL, call_id: "last" });
  const seen = await listCallIds(org);
  t.deepEqual(seen, ["last", ...countDown(MAX_INBOUND_CALLS + 20, 1)]);
  const refused = await listInboundCalls(org, { outcome: "refused" });
  t.is(refused.length, 100);
  t.true(refused.every(({ outcome }) => outcome === "refused"));
  for (const cursor of ["bm90aGluZw", "x"]) {
    const invalid = await org.sendGraphql(PAGE, { after: cursor });
    t.like(invalid.errors?.[0], { extensions: { code: "INVALID_CURSOR" } });
  }

  server.clock.time += INBOUND_RETENTION_MS;
  await org.send("POST", "/v1/dialer", { ...CALL, call_id: "later" });
  t.deepEqual(
    (await listInboundCalls(org)).map(({ callId }) => callId),
    ["later"],
  );
  const [{ id }] = await db("inbound_calls").where({ organization_id: org.id, call_id: "last" });
  const notifier = server.buildNotifier();
  await notifier.start();
  const ONE = `query ($id: ID!) { inboundCall(id: $id) { id } }`;
  while ((await org.graphql(ONE, { id })).inboundCall);
  t.is((await db("inbound_calls").where("organization_id", org.id)).length, 1);
  await org.send("POST", "/v1/dialer", { ...CALL, call_id: "latest" });
  t.deepEqual(
    (await listInboundCalls(org)).map(({ callId }) => callId),
    ["latest", "later"],
  );
});
