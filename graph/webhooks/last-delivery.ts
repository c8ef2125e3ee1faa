import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { DeliveryRow } from "../../db/webhooks/deliveries.js";
import type { WebhookRow } from "../../db/webhooks/webhook.js";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";
import { Delivery } from "./deliveries.js";
import { Webhook } from "./webhook.js";
import { lastDeliveryLoader } from "./loaders.js";

@Resolver(() => Webhook)
export class LastDeliveryResolver {
  @forInternal()
  @FieldResolver(() => Delivery, { nullable: true, description: "(internal)" })
  async lastDelivery(
    @Root() webhook: WebhookRow,
    @Ctx() { loaders }: Context,
  ): Promise<DeliveryRow | undefined> {
    return loaders.get(lastDeliveryLoader).load(webhook.id);
  }
}
