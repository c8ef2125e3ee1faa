import { inboundCallById, insertInboundCall, type StoredInbound } from "../db/inbound-calls.js";
import { transact } from "../db/write.js";
import { DAY_MS, removed, run, setDays } from "./helpers/aging.js";
import { test } from "./helpers/own-aging.js";
import { leaveClaimed } from "./helpers/deliveries.js";
import type { Tenant, TestServer } from "./helpers/server.js";
import { end, log, webhook } from "./helpers/webhooks.js";

const REDELIVER = `mutation ($id: ID!) { redeliver(deliveryId: $id) { id status } }`;
const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;
const EVENTS = ["recording.processed", "recording.integration_updated"];

test.serial("payloads and answers go once all deliveries have ended", async (t) => {
  const { org, server } = t.context;
  await webhook(org, { events: EVENTS });
  const id = await org.processed();
  for (let synced = 0; synced < 2; synced += 1) await org.graph(SYNC, { id });
  const [waits, begun, ended] = await log(org);
  await leaveClaimed(server, org, begun.id, { owner: "elsewhere 1 2 3", leaseUntil: 1e15 });
  await end(server, org, ended.id, { response_body: "Taken: a summary." });
  await setDays(org, { payloadDays: 7 });
  server.clock.time += 7 * DAY_MS + 1;
  t.deepEqual(removed(await run(server, org)), [0, 0, 1]);
  const after = await log(org);
  t.deepEqual(
    after.map(({ status, payload, responseBody }) => [status, payload !== "", responseBody]),
    [
      ["pending", true, null],
      ["pending", true, null],
      ["delivered", false, null],
    ],
  );
  t.is(after[0].payload, waits.payload);
  const { events } = (await org.get("/v1/events")).body;
  t.deepEqual(
    events.map(({ payload }: { payload: string | null }) => payload !== null),
    [false, true, true],
  );
  for (const one of [waits, begun])
    await end(server, org, one.id, { status: "failed", response_body: "No" });
  t.deepEqual(removed(await run(server, org)), [0, 0, 2], "with the first run after their end");
  t.true((await log(org)).every(({ payload, responseBody }) => !payload && !responseBody));
});

test.serial(
  "what was removed cannot be sent again, for another reason than what was erased",
  async (t) => {
    const { org, server } = t.context;
    await webhook(org);
    const id = await org.processed();
    const [delivery] = await log(org);
    await end(server, org, delivery.id);
    await setDays(org, { payloadDays: 7 });
    server.clock.time += 7 * DAY_MS + 1;
    await run(server, org);
    const refused = async (): Promise<unknown> => {
      const { errors } = await org.ask(REDELIVER, { id: delivery.id });
      return [errors?.[0]?.extensions.code, errors?.[0]?.message];
    };
    t.deepEqual(await refused(), ["CONFLICT", "What was sent was removed for its age"]);
    await org.graph("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
    t.deepEqual(await refused(), [
      "CONFLICT",
      "The recording was deleted, and what was sent of it",
    ]);
  },
);

test.serial("a redelivery that waits keeps its payload until it has ended", async (t) => {
  const { org, server } = t.context;
  await webhook(org);
  await org.processed();
  const [first] = await log(org);
  await end(server, org, first.id, { response_body: "Yes" });
  await setDays(org, { payloadDays: 7 });
  server.clock.time += 7 * DAY_MS + 1;
  const { redeliver } = await org.graph(REDELIVER, { id: first.id });
  t.deepEqual(removed(await run(server, org)), [0, 0, 0]);
  t.true((await log(org)).every(({ payload }) => payload !== ""));
  await end(server, org, redeliver.id);
  t.deepEqual(removed(await run(server, org)), [0, 0, 1]);
});

/** A call in the log of what phone systems sent. */
const received = async ({ services }: TestServer, org: Tenant, call: Partial<StoredInbound>) => {
  const id = services.newId();
  await transact(services.db, (trx) =>
    insertInboundCall(trx, org.id, {
      id,
      receivedAt: services.now(),
      way: "key",
      outcome: "taken",
      code: null,
      field: null,
      message: null,
      callId: null,
      recordingId: null,
      unread: '["x"]',
      userEmail: null,
      understood: "{}",
      payloadBytes: 2,
      readable: 1,
      payload: "{}",
      ...call,
    }),
  );
  return id;
};

test.serial("what phone systems sent goes with the payloads, and with a transcript", async (t) => {
  const { org, server } = t.context;
  const transcript = [{ speaker: "R", text: "Hello", start: 0, end: 1 }];
  const id = await org.processed({ call_id: "one", transcript });
  const said = await received(server, org, { recordingId: id });
  const refused = await received(server, org, { callId: "one", outcome: "refused" });
  const other = await received(server, org, { callId: "two" });
  const kept = async (): Promise<unknown[]> => {
    const rows: (StoredInbound | undefined)[] = [];
    for (const each of [said, refused, other])
      rows.push(await inboundCallById(server.services.db, org.id, each));
    return rows.map((row) => [row?.payload, row?.understood, row?.readable, row?.unread]);
  };
  const [whole, empty] = [
    ["{}", "{}", 1, '["x"]'],
    [null, null, 0, "[]"],
  ];
  await setDays(org, { transcriptDays: 3 });
  server.clock.time += 4 * DAY_MS;
  t.deepEqual(removed(await run(server, org)), [0, 1, 0]);
  t.deepEqual(await kept(), [empty, empty, whole]);
  await setDays(org, { transcriptDays: null, payloadDays: 3 });
  t.deepEqual(removed(await run(server, org)), [0, 0, 1], "copies are not counted");
  t.deepEqual(await kept(), [empty, empty, empty]);
});
