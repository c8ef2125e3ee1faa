import fc from "fast-check";
import { sortNewestFirst } from "../clients.js";
import { eventNames } from "../../../helpers/rest/contract-events.js";
import { DELIVERY_SELECTION, buildPageQuery } from "../selections.js";
import { buildCursor, splitPages } from "../lists.js";
import { buildDeliveryView } from "../views.js";
import { redeliver } from "../webhooks.js";
import type { Delivery } from "../world.js";
import {
  buildGraphqlExchange,
  defineCommand,
  mapOutcome,
  walkGraphqlPages,
} from "./command-kind.js";
import { fields, pickId, index, limits, maybe } from "./value-pool.js";
import { pickWebhookId } from "./webhooks.js";

interface LogInput {
  limit: number;
  webhookId?: string;
  recordingId?: string;
  status?: string;
  event?: string;
}

const isInLog =
  ({ webhookId, recordingId, status, event }: LogInput) =>
  (one: Delivery): boolean =>
    (webhookId === undefined || one.webhook?.id === webhookId) &&
    (recordingId === undefined || one.recording?.id === recordingId) &&
    (status === undefined || one.status === status) &&
    (event === undefined || one.event === event);

const log = defineCommand({
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
    event: maybe(fc.constantFrom(...eventNames)),
  }),
  resolve: (at, { webhook, recording, ...rest }): LogInput => {
    const { org, other } = at;
    const webhookId = webhook === undefined ? undefined : pickWebhookId(at, webhook);
    const recordingId =
      recording === undefined ? undefined : pickId(org.recordings, other.recordings, recording);
    return {
      ...rest,
      ...(webhookId !== undefined && { webhookId }),
      ...(recordingId !== undefined && { recordingId }),
    };
  },
  apply: ({ org }, filter) => sortNewestFirst(org.deliveries.filter(isInLog(filter))),
})({
  graph: mapOutcome(
    (all, _at, { limit }) =>
      splitPages(all, limit, ({ createdAt, id }) => buildCursor("deliveries", createdAt, id)),
    walkGraphqlPages(
      buildPageQuery("deliveries", DELIVERY_SELECTION, "DeliveryFilter"),
      ({ limit, ...filter }) => ({ first: limit, filter }),
      buildDeliveryView,
    ),
  ),
});

const redeliverAgain = defineCommand({
  weight: 2,
  internal: true,
  data: index,
  resolve: ({ org, other }, at) => pickId(org.deliveries, other.deliveries, at),
  apply: ({ world, org }, id) => redeliver(world, org, id),
})({
  graph: buildGraphqlExchange(
    `mutation ($id: ID!) { answer: redeliver(deliveryId: $id) { ${DELIVERY_SELECTION} } }`,
    (id) => ({ id }),
    buildDeliveryView,
  ),
});

export const deliveries = { log, again: redeliverAgain };
