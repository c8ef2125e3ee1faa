import fc from "fast-check";
import { newestFirst } from "../clients.js";
import { DELIVERY, pageOf } from "../documents.js";
import { cursorOf, pagesOf } from "../lists.js";
import { deliveryView } from "../views.js";
import { redeliver } from "../webhooks.js";
import type { Delivery } from "../world.js";
import { graph, kind, through, walkedGraph } from "./kind.js";
import { fields, idOf, index, limits, maybe } from "./pool.js";
import { idsOf } from "./webhooks.js";

interface Log {
  limit: number;
  webhookId?: string;
  recordingId?: string;
  status?: string;
  event?: string;
}

const isIn =
  ({ webhookId, recordingId, status, event }: Log) =>
  (one: Delivery): boolean =>
    (webhookId === undefined || one.webhook?.id === webhookId) &&
    (recordingId === undefined || one.recording?.id === recordingId) &&
    (status === undefined || one.status === status) &&
    (event === undefined || one.event === event);

const log = kind({
  weight: 2,
  internal: true,
  data: fields<{
    limit: number;
    webhook?: number;
    recording?: number;
    status?: string;
    event?: string;
  }>({
    limit: limits,
    webhook: maybe(index),
    recording: maybe(index),
    status: maybe(fc.constantFrom("pending", "delivered", "failed")),
    event: maybe(fc.constantFrom("recording.processed", "client.created")),
  }),
  resolve: (at, { webhook, recording, ...rest }): Log => {
    const { org, other } = at;
    const webhookId = webhook === undefined ? undefined : idsOf(at, webhook);
    const recordingId =
      recording === undefined ? undefined : idOf(org.recordings, other.recordings, recording);
    return {
      ...rest,
      ...(webhookId !== undefined && { webhookId }),
      ...(recordingId !== undefined && { recordingId }),
    };
  },
  tell: ({ org }, filter) => newestFirst(org.deliveries.filter(isIn(filter))),
})({
  graph: through(
    (all, _at, { limit }) =>
      pagesOf(all, limit, ({ createdAt, id }) => cursorOf("deliveries", createdAt, id)),
    walkedGraph(
      pageOf("deliveries", DELIVERY, "DeliveryFilter"),
      ({ limit, ...filter }) => ({ first: limit, filter }),
      deliveryView,
    ),
  ),
});

const again = kind({
  weight: 2,
  internal: true,
  data: index,
  resolve: ({ org, other }, at) => idOf(org.deliveries, other.deliveries, at),
  tell: ({ world, org }, id) => redeliver(world, org, id),
})({
  graph: graph(
    `mutation ($id: ID!) { answer: redeliver(deliveryId: $id) { ${DELIVERY} } }`,
    (id) => ({ id }),
    deliveryView,
  ),
});

export const deliveries = { log, again };
