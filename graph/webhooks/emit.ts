import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { insertDeliveries, pendingDelivery } from "../../db/webhooks/deliveries.js";
import { insertEvent } from "../../db/webhooks/events.js";
import { listActiveWebhooks, type WebhookRow } from "../../db/webhooks/webhook.js";
import type { Context } from "../context/context.js";
import type { Effects } from "../context/effects.js";
import type { EventDefinition } from "./event-definition.js";
import { DEFAULT_EVENT, type EventName, type EventRowOf, events } from "./events.js";
import { buildPayload } from "./payload.js";

/** Returns whether an active webhook receives the event. Its trigger filters the default event only. */
const isSubscribed = (
  webhook: WebhookRow,
  event: EventName,
  source: RecordingRow["source"] | undefined,
): boolean => {
  const subscribed = JSON.parse(webhook.events) as string[];
  if (event !== DEFAULT_EVENT) return subscribed.includes(event);
  return (
    (subscribed.length === 0 || subscribed.includes(event)) &&
    (webhook.trigger === "all" || webhook.trigger === source)
  );
};

/**
 * Writes an event about a row, with the exact bytes to send, and a delivery for each subscribed webhook.
 * Call it in the transaction of the change, so that both commit or neither does. Returns the event's id.
 */
export const emit = async <Name extends EventName>(
  trx: Db,
  context: Context,
  effects: Effects,
  event: Name,
  row: EventRowOf<Name>,
): Promise<string> => {
  const { subject, buildData } = events[event] as unknown as EventDefinition<EventRowOf<Name>>;
  const { organizationId } = context;
  const data = await buildData(trx, context, row);
  const now = context.now();
  const eventId = context.newId();
  const recordingId = subject.recordingIdOf?.(row) ?? null;
  await insertEvent(trx, organizationId, {
    id: eventId,
    event,
    recordingId,
    payload: buildPayload(event, subject.customFieldsOf?.(row) ?? {}, data),
    test: false,
    now,
  });
  const webhooks = await listActiveWebhooks(trx, organizationId);
  const source = subject.sourceOf?.(row);
  const deliveries = webhooks
    .filter((webhook) => isSubscribed(webhook, event, source))
    .map((webhook) => {
      const id = context.newId();
      return {
        ...pendingDelivery,
        id,
        eventId,
        event,
        webhookId: webhook.id,
        recordingId,
        messageId: id,
        redeliveryOf: null,
        url: webhook.url,
        createdAt: now,
      };
    });
  await insertDeliveries(trx, organizationId, deliveries);
  effects.webhooksToWake.push(...deliveries.map(({ webhookId }) => webhookId));
  return eventId;
};
