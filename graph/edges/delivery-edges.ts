import { Ctx, FieldResolver, Resolver, Root } from "type-graphql";
import type { DeliveryRow } from "../../db/webhooks/deliveries.js";
import type { Context } from "../context/context.js";
import { Recording } from "../recordings/recording.js";
import { Delivery } from "../webhooks/deliveries.js";
import { recordingLoader } from "../recordings/loaders.js";

@Resolver(() => Delivery)
export class DeliveryEdgeResolver {
  @FieldResolver(() => Recording, { nullable: true })
  recording(@Root() delivery: DeliveryRow, @Ctx() { loaders }: Context) {
    return delivery.recordingId === null
      ? null
      : loaders.get(recordingLoader).load(delivery.recordingId);
  }
}
