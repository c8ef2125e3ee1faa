import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import type { Db } from "../db/connect.js";
import { deliveryById, type DeliveryRow, insertDelivery, unsent } from "../db/deliveries.js";
import { recordingById } from "../db/recordings.js";
import { webhookById } from "../db/webhooks.js";
import { forInternal } from "./access.js";
import type { Context } from "./context.js";
import { Delivery } from "./deliveries.js";
import { conflict, notFound } from "./errors.js";
import { mutate } from "./mutate.js";

const reasonOfErasure = async (
  trx: Db,
  { recordingId }: DeliveryRow,
  organizationId: string,
): Promise<string> =>
  recordingId === null || (await recordingById(trx, organizationId, recordingId))
    ? "What was sent was removed for its age"
    : "The recording was deleted, and what was sent of it";

@Resolver()
export class RedeliveryResolver {
  @forInternal()
  @Mutation(() => Delivery, {
    description: "Sends the same body again, under the same webhook-id, as a delivery of its own.",
  })
  async redeliver(
    @Arg("deliveryId", () => ID) deliveryId: string,
    @Ctx() context: Context,
  ): Promise<DeliveryRow> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const delivery = await deliveryById(trx, organizationId, deliveryId);
      if (!delivery) throw notFound();
      if (delivery.status === "pending") throw conflict("The delivery has not been attempted yet");
      if (delivery.erased === 1)
        throw conflict(await reasonOfErasure(trx, delivery, organizationId));
      const webhook =
        delivery.webhookId === null
          ? undefined
          : await webhookById(trx, organizationId, delivery.webhookId);
      if (!webhook) throw conflict("The webhook was deleted, or never was one");
      if (!webhook.active) throw conflict("The webhook is not active");
      const id = context.newId();
      await insertDelivery(trx, organizationId, {
        ...delivery,
        ...unsent,
        id,
        redeliveryOf: deliveryId,
        url: webhook.url,
        createdAt: context.now(),
      });
      context.mail.push(webhook.id);
      return (await deliveryById(trx, organizationId, id))!;
    });
  }
}
