import { createWebhook, waitForDeliveries } from "../helpers/webhooks/deliveries.js";
import { dialect } from "../helpers/engine/database.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";
import { test } from "../helpers/own-suite.js";

const ERASE = "mutation ($id: ID!) { deleteRecording(id: $id) }";

test("a response that arrives after an erasure isn't stored", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t, () => {});
  await createWebhook(org, receiver.url);
  const id = await org.createProcessed();
  const [held] = await receiver.waitFor(1);
  await org.graphql(ERASE, { id });
  held!.response.end("a response");
  t.like((await waitForDeliveries(org))[0], {
    status: "delivered",
    payload: "",
    responseStatus: 200,
    responseBody: null,
  });
});

// SQLite has one writer, so no response is recorded during an erasure.
if (dialect === "postgres")
  test("a response that arrives during an erasure isn't stored", async (t) => {
    const { org, server } = t.context;
    const { db } = server.services;
    const receiver = await startWebhookReceiver(t, () => {});
    await createWebhook(org, receiver.url);
    const id = await org.createProcessed();
    const [held] = await receiver.waitFor(1);
    const logged = server.log.length;
    await db.transaction(async (trx) => {
      const row = { organization_id: org.id, recording_id: id };
      await trx("events").where(row).update({ payload: "" });
      await trx("deliveries").where(row).update({ response_body: null });
      held!.response.end("a response");
      // The response has been read, and the transaction still blocks its record.
      while (!server.log.slice(logged).some(({ msg }) => msg === "delivery"))
        await org.get("/v1/users");
      await org.createProcessed();
      await receiver.waitFor(2);
    });
    receiver.received[1]!.response.end();
    const log = await waitForDeliveries(org);
    t.like(log.at(-1), { status: "delivered", payload: "", responseBody: null });
  });
