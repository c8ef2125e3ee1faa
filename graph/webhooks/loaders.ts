import { listDeliveriesByRecordings, loadLastDeliveries } from "../../db/webhooks/deliveries.js";
import { loadEventPayloads } from "../../db/webhooks/events.js";
import { loadWebhooksByIds } from "../../db/webhooks/webhook.js";
import { createOneLoader, createPageLoader, MAX_LARGE_KEYS } from "../context/loaders.js";

export const webhookLoader = createOneLoader(loadWebhooksByIds, (row) => row.id);
export const payloadLoader = createOneLoader(
  loadEventPayloads,
  (row) => row.eventId,
  MAX_LARGE_KEYS,
);
export const lastDeliveryLoader = createOneLoader(loadLastDeliveries, (row) => row.webhookId ?? "");
export const deliveriesOfRecordingsLoader = createPageLoader(
  (db, organizationId, recordingIds, limit, after) =>
    listDeliveriesByRecordings(db, organizationId, recordingIds, {
      limit,
      ...(after && { after: { createdAt: after.time, id: after.id } }),
    }),
  (row) => row.recordingId,
);
