import {
  INBOUND_RETENTION_MS,
  insertInboundCall,
  MAX_INBOUND_CALLS,
} from "../../db/dialers/inbound-calls.js";
import { write } from "../../db/engine/write.js";
import { listInboundCalls } from "../helpers/dialers.js";
import { test } from "../helpers/own-suite.js";

const CALL = { call_id: "1", user_email: "rep@example.com", started_at: "2026-03-02T10:00:00Z" };

const PAGE = `query ($after: String) {
  inboundCalls(first: 99, after: $after) { nodes { id callId } nextCursor }
}`;

test("the log pages through the latest calls until their retention ends", async (t) => {
  const { server, org } = t.context;
  const { db, newId, now } = server.services;
  await write(db, org.id, async (trx) => {
    for (let call = 1; call <= MAX_INBOUND_CALLS + 20; call += 1)
      await insertInboundCall(trx, org.id, {
        id: newId(),
        receivedAt: now(),
        channel: "key",
        outcome: call % 5 === 0 ? "refused" : "ingested",
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
  await org.send("POST", "/v1/dialer", { ...CALL, call_id: "last" });
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
  const numbers = Array.from(
    { length: MAX_INBOUND_CALLS - 1 },
    (_, index) => `${MAX_INBOUND_CALLS + 20 - index}`,
  );
  t.deepEqual(seen, ["last", ...numbers]);
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
