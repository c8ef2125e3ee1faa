import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import type { Db } from "../db/connect.js";
import { cancelDeliveries, redirectDeliveries } from "../db/deliveries.js";
import {
  deleteWebhook,
  insertWebhook,
  updateWebhook,
  webhookById,
  type WebhookRow,
  type WebhookSecrets,
} from "../db/webhooks.js";
import { forInternal } from "./access.js";
import { audit, changed } from "./auditing.js";
import type { Context, Services } from "./context.js";
import { Failure, invalidField, notFound } from "./errors.js";
import { eventNames } from "./events.js";
import { NotNull } from "./keywords.js";
import { mutate } from "./mutate.js";
import { triggers } from "./recordings.js";
import { rotated } from "./signing-secrets.js";
import { Webhook } from "./webhooks.js";

@ObjectType({ simpleResolvers: true })
export class WebhookPayload {
  @Field(() => Webhook)
  webhook!: WebhookRow;

  @Field(() => String)
  signingSecret!: string;
}

@InputType()
class WebhookInput {
  @Field(() => String)
  url!: string;

  @Field(() => String, { nullable: true, defaultValue: "all" })
  trigger!: string | null;

  @Field(() => [String], { nullable: true, defaultValue: [] })
  events!: string[] | null;

  @Field(() => Boolean, { nullable: true, defaultValue: true })
  active!: boolean | null;
}

@InputType()
class WebhookPatch {
  @NotNull()
  @Field(() => String, { nullable: true })
  url?: string | null;

  @NotNull()
  @Field(() => String, { nullable: true })
  trigger?: string | null;

  @Field(() => [String], { nullable: true })
  events?: string[] | null;

  @NotNull()
  @Field(() => Boolean, { nullable: true })
  active?: boolean | null;
}

const SECRET_BYTES = 32;

const newSigningSecret = ({ randomBytes }: Services): string =>
  `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

/** Trigger and events as they are stored. @throws INVALID_FIELD */
const check = (input: WebhookPatch): { trigger?: string; events?: string } => {
  const { trigger, events } = input;
  if (typeof trigger === "string" && !triggers.includes(trigger))
    throw invalidField("trigger", `must be one of ${triggers.join(", ")}`);
  for (const [index, event] of (events ?? []).entries())
    if (!eventNames.some((name) => name === event))
      throw invalidField(`events.${index}`, `must be one of ${eventNames.join(", ")}`);
  return {
    ...(typeof trigger === "string" && { trigger }),
    ...(events !== undefined && { events: JSON.stringify([...new Set(events ?? [])]) }),
  };
};

/** @throws INVALID_FIELD where it is no URL, DESTINATION_NOT_ALLOWED */
export const checkDestination = async ({ courier }: Services, url: string): Promise<void> => {
  // A URL may have them around it or inside, and means the one without.
  if (!URL.canParse(url) || /[\s\p{Cc}]/u.test(url)) throw invalidField("url", "must be a URL");
  const refusal = await courier.refusal(url);
  if (refusal !== undefined) throw new Failure("DESTINATION_NOT_ALLOWED", refusal, "url");
};

/** @throws NOT_FOUND */
const existingWebhook = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<WebhookRow & WebhookSecrets> => {
  const webhook = await webhookById(trx, organizationId, id);
  if (!webhook) throw notFound("Webhook");
  return webhook;
};

@Resolver()
export class WebhookChangeResolver {
  @forInternal()
  @Mutation(() => WebhookPayload, { description: "The signing secret is shown here only." })
  async createWebhook(
    @Arg("input", () => WebhookInput) input: WebhookInput,
    @Ctx() context: Context,
  ): Promise<WebhookPayload> {
    const { organizationId } = context;
    const checked = check(input);
    await checkDestination(context, input.url);
    const signingSecret = newSigningSecret(context);
    const webhook = {
      id: context.newId(),
      url: input.url,
      active: (input.active ?? true) ? 1 : 0,
      trigger: checked.trigger ?? "all",
      events: checked.events ?? "[]",
      createdAt: context.now(),
    };
    await mutate(context, async (trx) => {
      const secret = context.vault.seal(signingSecret);
      await insertWebhook(trx, organizationId, { ...webhook, secret });
      await audit(trx, context, { action: "webhook.created", subject: webhook.id });
    });
    return { webhook, signingSecret };
  }

  @forInternal()
  @Mutation(() => Webhook)
  async updateWebhook(
    @Arg("id", () => ID) id: string,
    @Arg("input", () => WebhookPatch) input: WebhookPatch,
    @Ctx() context: Context,
  ): Promise<WebhookRow> {
    const { organizationId } = context;
    const checked = check(input);
    const { url } = input;
    if (typeof url === "string") await checkDestination(context, url);
    return mutate(context, async (trx) => {
      const webhook = await existingWebhook(trx, organizationId, id);
      const changes = {
        ...checked,
        ...(typeof url === "string" && { url }),
        ...(typeof input.active === "boolean" && { active: input.active ? 1 : 0 }),
      };
      await updateWebhook(trx, organizationId, id, changes, context.now());
      const fields = changed<WebhookRow>(webhook, changes);
      if (fields.length > 0)
        await audit(trx, context, { action: "webhook.updated", subject: id, fields });
      // Who stops a webhook, or sends it elsewhere, means also what has not been sent yet.
      if (changes.active === 0)
        await cancelDeliveries(trx, organizationId, id, "webhook not active");
      else if (changes.url) await redirectDeliveries(trx, organizationId, id, changes.url);
      return { ...webhook, ...changes };
    });
  }

  @forInternal()
  @Mutation(() => Boolean, {
    description: "Its log stays; what it has not been sent yet is cancelled.",
  })
  async deleteWebhook(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      await existingWebhook(trx, organizationId, id);
      await cancelDeliveries(trx, organizationId, id, "deleted");
      await audit(trx, context, { action: "webhook.deleted", subject: id });
      return deleteWebhook(trx, organizationId, id);
    });
  }

  @forInternal()
  @Mutation(() => WebhookPayload, {
    description: "A new signing secret; the old one signs along for 24 hours.",
  })
  async rotateWebhookSecret(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<WebhookPayload> {
    const { organizationId } = context;
    const signingSecret = newSigningSecret(context);
    return mutate(context, async (trx) => {
      const webhook = await existingWebhook(trx, organizationId, id);
      const now = context.now();
      const secrets = rotated(webhook, context.vault.seal(signingSecret), now);
      await updateWebhook(trx, organizationId, id, secrets, now);
      await audit(trx, context, { action: "webhook.secret_rotated", subject: id });
      return { webhook, signingSecret };
    });
  }
}
