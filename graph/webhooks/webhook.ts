import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import { listWebhooks, type WebhookRetry, type WebhookRow } from "../../db/webhooks/webhook.js";
import { forIntegration } from "../access/access.js";
import type { Context } from "../context/context.js";
import { Receipt } from "../access/receipts.js";
import { DEFAULT_EVENT, eventNames } from "./events.js";
import { Constraint } from "../arguments/constraints.js";
import { webhookTriggers } from "./triggers.js";
import { DateTime } from "../arguments/scalars.js";
import { webhookLoader } from "./loaders.js";

export const WebhookRetries = { none: "none", standard: "standard" } as const;
registerEnumType(WebhookRetries, {
  name: "WebhookRetry",
  description: "How a webhook's failed deliveries are repeated.",
  valuesConfig: {
    none: { description: "Never by itself; an admin redelivers." },
    standard: {
      description:
        "After 5 seconds, 5 minutes, 30 minutes, 2, 5, 10 and 10 hours, each time under the same webhook-id.",
    },
  },
});

@Receipt()
@ObjectType({
  simpleResolvers: true,
  description: `events: ${eventNames.join(", ")}; empty means ${DEFAULT_EVENT} only. trigger: all, or a RecordingSource.`,
})
export class Webhook {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  url!: string;

  @Field(() => Boolean, { description: "Whether it receives events." })
  active!: number;

  @Constraint({ enum: webhookTriggers })
  @Field(() => String, {
    description: `The source of the recordings whose ${DEFAULT_EVENT} it receives.`,
  })
  trigger!: string;

  @Field(() => WebhookRetries)
  retry!: WebhookRetry;

  @Field(() => DateTime)
  createdAt!: number;

  @Field(() => DateTime, {
    nullable: true,
    description:
      "When the first failure since the last delivered attempt ended; null if the last one was delivered.",
  })
  failingSince!: number | null;
}

@Resolver(() => Webhook)
export class WebhookResolver {
  @forIntegration("webhooks")
  @Query(() => [Webhook])
  async webhooks(@Ctx() context: Context): Promise<WebhookRow[]> {
    return listWebhooks(context.db, context.organizationId);
  }

  @forIntegration("webhooks")
  @Query(() => Webhook, { nullable: true })
  async webhook(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<WebhookRow | undefined> {
    return context.loaders.get(webhookLoader).load(id);
  }

  @Constraint({ items: { type: "string", enum: eventNames } })
  @FieldResolver(() => [String], {
    description: `The events it receives; empty means ${DEFAULT_EVENT} only.`,
  })
  events(@Root() webhook: WebhookRow): string[] {
    return JSON.parse(webhook.events) as string[];
  }
}
