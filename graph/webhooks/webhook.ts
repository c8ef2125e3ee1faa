import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import type { DeliveryRow } from "../db/deliveries.js";
import { listWebhooks, type WebhookRow } from "../db/webhooks.js";
import { forIntegration, forInternal } from "./access.js";
import type { Context } from "./context.js";
import { Delivery } from "./deliveries.js";
import { eventNames } from "./events.js";
import { Says } from "./keywords.js";
import { triggers } from "./recordings.js";
import { DateTime } from "./scalars.js";

@ObjectType({
  simpleResolvers: true,
  description:
    "events: recording.processed, recording.integration_updated, client.created; empty means recording.processed only. trigger: all, or a RecordingSource.",
})
export class Webhook {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  url!: string;

  @Field(() => Boolean, { description: "Whether it is sent anything." })
  active!: number;

  @Says({ enum: triggers })
  @Field(() => String, {
    description: "The source of the recordings whose recording.processed it gets.",
  })
  trigger!: string;

  @Field(() => DateTime)
  createdAt!: number;
}

@Resolver(() => Webhook)
export class WebhookResolver {
  @forIntegration()
  @Query(() => [Webhook])
  async webhooks(@Ctx() context: Context): Promise<WebhookRow[]> {
    return listWebhooks(context.db, context.organizationId);
  }

  @forIntegration()
  @Query(() => Webhook, { nullable: true })
  async webhook(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<WebhookRow | undefined> {
    return context.loaders.webhook.load(id);
  }

  @Says({ items: { type: "string", enum: eventNames } })
  @FieldResolver(() => [String], {
    description: "What it gets; empty means recording.processed alone.",
  })
  events(@Root() webhook: WebhookRow): string[] {
    return JSON.parse(webhook.events) as string[];
  }

  @forInternal()
  @FieldResolver(() => Delivery, { nullable: true, description: "(internal)" })
  async lastDelivery(
    @Root() webhook: WebhookRow,
    @Ctx() context: Context,
  ): Promise<DeliveryRow | undefined> {
    return context.loaders.lastDelivery.load(webhook.id);
  }
}
