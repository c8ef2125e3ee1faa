import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { findWebhookByUrl, type WebhookRetry } from "../../db/webhooks/webhook.js";
import { forPrograms } from "../access/access.js";
import type { Context } from "../context/context.js";
import { NotNull } from "../arguments/constraints.js";
import { Limit, URL_TEXT } from "../arguments/limits.js";
import { mutate } from "../context/mutate.js";
import { Receipt } from "../access/receipts.js";
import {
  addWebhook,
  normalizeSubscription,
  patchWebhook,
  validateDestination,
} from "./mutations.js";
import { Webhook, WebhookRetries } from "./webhook.js";

@InputType()
class WebhookUpsert {
  @Limit(URL_TEXT)
  @Field(() => String)
  url!: string;

  @NotNull()
  @Field(() => String, { nullable: true })
  trigger?: string | null;

  @Field(() => [String], { nullable: true })
  events?: string[] | null;

  @NotNull()
  @Field(() => Boolean, { nullable: true })
  active?: boolean | null;

  @NotNull()
  @Field(() => WebhookRetries, { nullable: true })
  retry?: WebhookRetry | null;
}

@Receipt()
@ObjectType({ simpleResolvers: true })
class WebhookUpsertPayload {
  @Receipt()
  @Field(() => Webhook)
  webhook!: Webhook;

  @Field(() => String, {
    nullable: true,
    description: "The secret of a new webhook, shown once; null for an existing one.",
  })
  signingSecret!: string | null;
}

@Resolver()
export class WebhookUpsertResolver {
  @forPrograms("webhooks")
  @Mutation(() => WebhookUpsertPayload, {
    description: "Creates a webhook, or changes the sent fields of the oldest one with this URL.",
  })
  async upsertWebhook(
    @Arg("input", () => WebhookUpsert) input: WebhookUpsert,
    @Ctx() context: Context,
  ): Promise<WebhookUpsertPayload> {
    const subscription = normalizeSubscription(input);
    await validateDestination(context, input.url);
    const { trigger = null, events = null, active = null, retry = null, url } = input;
    return mutate(context, async (trx) => {
      const existing = await findWebhookByUrl(trx, context.organizationId, url);
      if (!existing)
        return addWebhook(trx, context, { url, trigger, events, active, retry }, subscription);
      const webhook = await patchWebhook(trx, context, existing, { active, retry }, subscription);
      return { webhook, signingSecret: null };
    });
  }
}
