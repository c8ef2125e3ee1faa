import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import {
  advanceRetry,
  findDeliveryById,
  findPendingDelivery,
  type DeliveryRow,
  insertDelivery,
  pendingDelivery,
} from "../../db/webhooks/deliveries.js";
import { findRecordingById } from "../../db/recordings/recording.js";
import { findWebhookById, type WebhookRow } from "../../db/webhooks/webhook.js";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";
import { Delivery } from "./deliveries.js";
import { conflict, notFound } from "../core/errors.js";
import { mutate } from "../context/mutate.js";

const explainErasure = async (
  trx: Db,
  { recordingId }: DeliveryRow,
  organizationId: string,
): Promise<string> =>
  recordingId === null || (await findRecordingById(trx, organizationId, recordingId))
    ? "Retention has erased the payload"
    : "The recording was deleted together with its payload";

/**
 * Makes the message's waiting retry due. Returns its id; undefined if the message has none. A webhook with retries has
 * one attempt of a message at a time. @throws CONFLICT if that has begun
 */
const advanceWaitingRetry = async (
  trx: Db,
  { organizationId, now }: Context,
  delivery: DeliveryRow,
  webhook: WebhookRow,
): Promise<string | undefined> => {
  if (webhook.retry === "none") return undefined;
  const pending = await findPendingDelivery(trx, organizationId, delivery);
  if (!pending) return undefined;
  const redeliveryOf = pending.id === delivery.id ? null : delivery.id;
  const change = { now: now(), redeliveryOf };
  if (!(await advanceRetry(trx, organizationId, pending.id, change)))
    throw conflict(
      `Attempt ${pending.attempt} of this delivery is pending; redeliver it after that ends`,
    );
  return pending.id;
};

@Resolver()
export class RedeliveryResolver {
  @forInternal()
  @Mutation(() => Delivery, {
    description:
      "Sends the same body again with the same webhook-id, as a new delivery. A waiting retry of it, or the retry itself, becomes due instead.",
  })
  async redeliver(
    @Arg("deliveryId", () => ID) deliveryId: string,
    @Ctx() context: Context,
  ): Promise<DeliveryRow> {
    const { organizationId } = context;
    return mutate(context, async (trx, effects) => {
      const delivery = await findDeliveryById(trx, organizationId, deliveryId);
      if (!delivery) throw notFound();
      if (delivery.status === "pending" && delivery.isWaiting === 0)
        throw conflict("The delivery is still pending; redeliver it after its attempt ends");
      if (delivery.erased === 1)
        throw conflict(await explainErasure(trx, delivery, organizationId));
      const webhook =
        delivery.webhookId === null
          ? undefined
          : await findWebhookById(trx, organizationId, delivery.webhookId);
      if (!webhook)
        throw conflict("The webhook was deleted, or the delivery was a test of a plain URL");
      if (!webhook.active) throw conflict("The webhook is not active");
      let id = await advanceWaitingRetry(trx, context, delivery, webhook);
      if (id === undefined) {
        id = context.newId();
        await insertDelivery(trx, organizationId, {
          ...delivery,
          ...pendingDelivery,
          id,
          redeliveryOf: deliveryId,
          url: webhook.url,
          createdAt: context.now(),
        });
      }
      effects.webhooksToWake.push(webhook.id);
      return (await findDeliveryById(trx, organizationId, id))!;
    });
  }
}
