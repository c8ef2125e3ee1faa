import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import {
  cancelDeliveries,
  cancelRetries,
  updateDeliveryUrls,
} from "../../db/webhooks/deliveries.js";
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  updateWebhook,
  findWebhookById,
  type WebhookRetry,
  type WebhookRow,
  type WebhookSecrets,
} from "../../db/webhooks/webhook.js";
import { Limit, URL_TEXT } from "../arguments/limits.js";
import { forInternal, forPrograms } from "../access/access.js";
import { audit, listChangedFields } from "../access/audit.js";
import type { Context, Services } from "../context/context.js";
import { conflict, Failure, invalidField, notFound } from "../core/errors.js";
import { eventNames, isEventName } from "./events.js";
import { NotNull } from "../arguments/constraints.js";
import { mutate } from "../context/mutate.js";
import { webhookTriggers } from "./triggers.js";
import { rotateSecret } from "./signing-secrets.js";
import { Webhook, WebhookRetries } from "./webhook.js";

@ObjectType({ simpleResolvers: true })
export class WebhookPayload {
  @Field(() => Webhook)
  webhook!: WebhookRow;

  @Field(() => String)
  signingSecret!: string;
}

@InputType()
export class WebhookInput {
  @Limit(URL_TEXT)
  @Field(() => String)
  url!: string;

  @Field(() => String, { nullable: true, defaultValue: "all" })
  trigger!: string | null;

  @Field(() => [String], { nullable: true, defaultValue: [] })
  events!: string[] | null;

  @Field(() => Boolean, { nullable: true, defaultValue: true })
  active!: boolean | null;

  @Field(() => WebhookRetries, { nullable: true, defaultValue: "none" })
  retry!: WebhookRetry | null;
}

@InputType()
export class WebhookPatch {
  @NotNull()
  @Limit(URL_TEXT)
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

  @NotNull()
  @Field(() => WebhookRetries, { nullable: true })
  retry?: WebhookRetry | null;
}

const SECRET_BYTES = 32;

const generateSigningSecret = ({ randomBytes }: Services): string =>
  `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

/** Validates trigger and events and returns them as stored. @throws INVALID_FIELD */
export const normalizeSubscription = (
  input: WebhookPatch,
): { trigger?: string; events?: string } => {
  const { trigger, events } = input;
  if (typeof trigger === "string" && !webhookTriggers.includes(trigger))
    throw invalidField("trigger", `must be one of ${webhookTriggers.join(", ")}`);
  for (const [index, event] of (events ?? []).entries())
    if (!isEventName(event))
      throw invalidField(`events.${index}`, `must be one of ${eventNames.join(", ")}`);
  return {
    ...(typeof trigger === "string" && { trigger }),
    ...(events !== undefined && { events: JSON.stringify([...new Set(events ?? [])]) }),
  };
};

/** Every event writes one delivery per webhook, in the transaction of its change. */
const MAX_WEBHOOKS = 200;

/** Validates a webhook's URL. @throws INVALID_FIELD for an invalid URL, DESTINATION_NOT_ALLOWED */
export const validateDestination = async ({ notifier }: Services, url: string): Promise<void> => {
  // URL parsing would drop whitespace and control characters.
  if (!URL.canParse(url) || /[\s\p{Cc}]/u.test(url)) throw invalidField("url", "must be a URL");
  const refusal = await notifier.findRefusal(url);
  if (refusal !== undefined) throw new Failure("DESTINATION_NOT_ALLOWED", refusal, "url");
};

/** Returns the webhook. @throws NOT_FOUND */
const requireWebhook = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<WebhookRow & WebhookSecrets> => {
  const webhook = await findWebhookById(trx, organizationId, id);
  if (!webhook) throw notFound("Webhook");
  return webhook;
};

type Subscription = ReturnType<typeof normalizeSubscription>;

/** Inserts a webhook with a new secret. @throws CONFLICT */
export const addWebhook = async (
  trx: Db,
  context: Context,
  input: WebhookInput,
  subscription: Subscription,
): Promise<WebhookPayload> => {
  const { organizationId } = context;
  if ((await countWebhooks(trx, organizationId)) >= MAX_WEBHOOKS)
    throw conflict(`The organization has ${MAX_WEBHOOKS} webhooks; delete one first`);
  const signingSecret = generateSigningSecret(context);
  const webhook = {
    id: context.newId(),
    url: input.url,
    active: (input.active ?? true) ? 1 : 0,
    trigger: subscription.trigger ?? "all",
    events: subscription.events ?? "[]",
    retry: input.retry ?? "none",
    failingSince: null,
    createdAt: context.now(),
  };
  await insertWebhook(trx, organizationId, {
    ...webhook,
    secret: context.vault.seal(signingSecret),
  });
  await audit(trx, context, { action: "webhook.created", subject: webhook.id });
  return { webhook, signingSecret };
};

/** Changes the sent fields of a webhook. */
export const patchWebhook = async (
  trx: Db,
  context: Context,
  webhook: WebhookRow,
  { url, active, retry }: WebhookPatch,
  subscription: Subscription,
): Promise<WebhookRow> => {
  const { organizationId } = context;
  const { id } = webhook;
  const changes = {
    ...subscription,
    ...(typeof url === "string" && { url }),
    ...(typeof active === "boolean" && { active: active ? 1 : 0 }),
    ...(retry && { retry }),
  };
  const isNewTarget =
    (changes.url ?? webhook.url) !== webhook.url ||
    (changes.active ?? webhook.active) !== webhook.active;
  // Earlier failures say nothing about a new URL, or about a receiver that is back.
  const forgotten = isNewTarget ? { failingSince: null, failureReportedAt: null } : {};
  await updateWebhook(trx, organizationId, id, { ...changes, ...forgotten }, context.now());
  const fields = listChangedFields<WebhookRow>(webhook, changes);
  if (fields.length > 0)
    await audit(trx, context, { action: "webhook.updated", subject: id, fields });
  // A deactivation or a new URL also applies to unclaimed deliveries.
  if (changes.active === 0) await cancelDeliveries(trx, organizationId, id, "webhook not active");
  else if (changes.url) await updateDeliveryUrls(trx, organizationId, id, changes.url);
  if (changes.retry === "none")
    await cancelRetries(trx, organizationId, id, "retries were turned off");
  return { ...webhook, ...changes, ...(isNewTarget && { failingSince: null }) };
};

@Resolver()
export class WebhookMutationResolver {
  @forInternal()
  @Mutation(() => WebhookPayload, { description: "The signing secret is returned only here." })
  async createWebhook(
    @Arg("input", () => WebhookInput) input: WebhookInput,
    @Ctx() context: Context,
  ): Promise<WebhookPayload> {
    const subscription = normalizeSubscription(input);
    await validateDestination(context, input.url);
    return mutate(context, (trx) => addWebhook(trx, context, input, subscription));
  }

  @forPrograms("webhooks")
  @Mutation(() => Webhook)
  async updateWebhook(
    @Arg("id", () => ID) id: string,
    @Arg("input", () => WebhookPatch) input: WebhookPatch,
    @Ctx() context: Context,
  ): Promise<WebhookRow> {
    const subscription = normalizeSubscription(input);
    if (typeof input.url === "string") await validateDestination(context, input.url);
    return mutate(context, async (trx) =>
      patchWebhook(
        trx,
        context,
        await requireWebhook(trx, context.organizationId, id),
        input,
        subscription,
      ),
    );
  }

  @forPrograms("webhooks")
  @Mutation(() => Boolean, {
    description: "Deletes a webhook and cancels its pending deliveries. Its log stays.",
  })
  async deleteWebhook(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      await requireWebhook(trx, organizationId, id);
      // First, so that no retry is written for it meanwhile.
      const isDeleted = await deleteWebhook(trx, organizationId, id);
      await cancelDeliveries(trx, organizationId, id, "deleted");
      await audit(trx, context, { action: "webhook.deleted", subject: id });
      return isDeleted;
    });
  }

  @forInternal()
  @Mutation(() => WebhookPayload, {
    description: "Replaces the signing secret. Both secrets sign for the next 24 hours.",
  })
  async rotateWebhookSecret(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<WebhookPayload> {
    const { organizationId } = context;
    const signingSecret = generateSigningSecret(context);
    return mutate(context, async (trx) => {
      const webhook = await requireWebhook(trx, organizationId, id);
      const now = context.now();
      const secrets = rotateSecret(webhook, context.vault.seal(signingSecret), now);
      await updateWebhook(trx, organizationId, id, secrets, now);
      await audit(trx, context, { action: "webhook.secret_rotated", subject: id });
      return { webhook, signingSecret };
    });
  }
}
