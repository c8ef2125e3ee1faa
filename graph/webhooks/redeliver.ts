import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import {
  findDeliveryById,
  type DeliveryRow,
  insertDelivery,
  pendingDelivery,
} from "../../db/webhooks/deliveries.js";
import { findRecordingById } from "../../db/recordings/recording.js";
import { findWebhookById } from "../../db/webhooks/webhook.js";
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

@Resolver()
export class RedeliveryResolver {
  @forInternal()
  @Mutation(() => Delivery, {
    description: "Sends the same body again with the same webhook-id, as a new delivery.",
  })
  async redeliver(
    @Arg("deliveryId", () => ID) deliveryId: string,
    @Ctx() context: Context,
  ): Promise<DeliveryRow> {
    const { organizationId } = context;
    return mutate(context, async (trx, effects) => {
      const delivery = await findDeliveryById(trx, organizationId, deliveryId);
      if (!delivery) throw notFound();
      if (delivery.status === "pending")
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
      const id = context.newId();
      await insertDelivery(trx, organizationId, {
        ...delivery,
        ...pendingDelivery,
        id,
        redeliveryOf: deliveryId,
        url: webhook.url,
        createdAt: context.now(),
      });
      effects.webhooksToWake.push(webhook.id);
      return (await findDeliveryById(trx, organizationId, id))!;
    });
  }
}
