import {
  findInboundCallById,
  insertInboundCall,
  type StoredInboundCall,
} from "../../db/dialers/inbound-calls.js";
import { transact } from "../../db/engine/write.js";
import {
  DAY_MS,
  summarizeRemoved,
  runRetentionOnce,
  setRetentionDays,
} from "../helpers/retention/retention.js";
import { test } from "../helpers/own-frozen-suite.js";
import { markClaimed } from "../helpers/webhooks/deliveries.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { endDelivery, listDeliveryLog, createWebhookWith } from "../helpers/webhooks/webhooks.js";

const REDELIVER = `mutation ($id: ID!) { redeliver(deliveryId: $id) { id status } }`;
const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;
const EVENTS = ["recording.processed", "recording.integration_updated"];

test.serial(
  "payloads and responses are removed once all their deliveries have ended",
  async (t) => {
    const { org, server } = t.context;
    await createWebhookWith(org, { events: EVENTS });
    const id = await org.createProcessed();
    for (let synced = 0; synced < 2; synced += 1) await org.graphql(SYNC, { id });
    const [waiting, begun, ended] = await listDeliveryLog(org);
    await markClaimed(server, org, begun.id, { owner: "elsewhere 1 2 3", leaseUntil: 1e15 });
    await endDelivery(server, org, ended.id, { response_body: "Taken: a summary." });
    await setRetentionDays(org, { payloadDays: 7 });
    server.clock.time += 7 * DAY_MS + 1;
    t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 0, 1]);
    const after = await listDeliveryLog(org);
    t.deepEqual(
      after.map(({ status, payload, responseBody }) => [status, payload !== "", responseBody]),
      [
        ["pending", true, null],
        ["pending", true, null],
        ["delivered", false, null],
      ],
    );
    t.is(after[0].payload, waiting.payload);
    const { events } = (await org.get("/v1/events")).body;
    t.deepEqual(
      events.map(({ payload }: { payload: string | null }) => payload !== null),
      [false, true, true],
    );
    for (const one of [waiting, begun])
      await endDelivery(server, org, one.id, { status: "failed", response_body: "No" });
    t.deepEqual(
      summarizeRemoved(await runRetentionOnce(server, org)),
      [0, 0, 2],
      "with the first run after their end",
    );
    t.true(
      (await listDeliveryLog(org)).every(({ payload, responseBody }) => !payload && !responseBody),
    );
  },
);

test.serial(
  "redelivering a removed payload fails with another reason than an erased one",
  async (t) => {
    const { org, server } = t.context;
    await createWebhookWith(org);
    const id = await org.createProcessed();
    const [delivery] = await listDeliveryLog(org);
    await endDelivery(server, org, delivery.id);
    await setRetentionDays(org, { payloadDays: 7 });
    server.clock.time += 7 * DAY_MS + 1;
    await runRetentionOnce(server, org);
    const refused = async (): Promise<unknown> => {
      const { errors } = await org.sendGraphql(REDELIVER, { id: delivery.id });
      return [errors?.[0]?.extensions.code, errors?.[0]?.message];
    };
    t.deepEqual(await refused(), ["CONFLICT", "Retention has erased the payload"]);
    await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
    t.deepEqual(await refused(), [
      "CONFLICT",
      "The recording was deleted together with its payload",
    ]);
  },
);

test.serial("a pending redelivery keeps its payload until it ends", async (t) => {
  const { org, server } = t.context;
  await createWebhookWith(org);
  await org.createProcessed();
  const [first] = await listDeliveryLog(org);
  await endDelivery(server, org, first.id, { response_body: "Yes" });
  await setRetentionDays(org, { payloadDays: 7 });
  server.clock.time += 7 * DAY_MS + 1;
  const { redeliver } = await org.graphql(REDELIVER, { id: first.id });
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 0, 0]);
  t.true((await listDeliveryLog(org)).every(({ payload }) => payload !== ""));
  await endDelivery(server, org, redeliver.id);
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 0, 1]);
});

/** Inserts a call into the log of received calls. */
const insertReceived = async (
  { services }: TestServer,
  org: Tenant,
  call: Partial<StoredInboundCall>,
) => {
  const id = services.newId();
  await transact(services.db, (trx) =>
    insertInboundCall(trx, org.id, {
      id,
      receivedAt: services.now(),
      channel: "key",
      outcome: "ingested",
      code: null,
      field: null,
      message: null,
      callId: null,
      recordingId: null,
      ignoredFields: '["x"]',
      userEmail: null,
      parsedCall: "{}",
      payloadBytes: 2,
      readable: 1,
      payload: "{}",
      ...call,
    }),
  );
  return id;
};

test.serial(
  "the log of received calls is emptied with payloads and with transcripts",
  async (t) => {
    const { org, server } = t.context;
    const transcript = [{ speaker: "R", text: "Hello", start: 0, end: 1 }];
    const id = await org.createProcessed({ call_id: "one", transcript });
    const ingested = await insertReceived(server, org, { recordingId: id });
    const refused = await insertReceived(server, org, { callId: "one", outcome: "refused" });
    const other = await insertReceived(server, org, { callId: "two" });
    const loadContent = async (): Promise<unknown[]> => {
      const rows: (StoredInboundCall | undefined)[] = [];
      for (const each of [ingested, refused, other])
        rows.push(await findInboundCallById(server.services.db, org.id, each));
      return rows.map((row) => [row?.payload, row?.parsedCall, row?.readable, row?.ignoredFields]);
    };
    const [full, empty] = [
      ["{}", "{}", 1, '["x"]'],
      [null, null, 0, "[]"],
    ];
    await setRetentionDays(org, { transcriptDays: 3 });
    server.clock.time += 4 * DAY_MS;
    t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 1, 0]);
    t.deepEqual(await loadContent(), [empty, empty, full]);
    await setRetentionDays(org, { transcriptDays: null, payloadDays: 3 });
    t.deepEqual(
      summarizeRemoved(await runRetentionOnce(server, org)),
      [0, 0, 1],
      "copies are not counted",
    );
    t.deepEqual(await loadContent(), [empty, empty, empty]);
  },
);
