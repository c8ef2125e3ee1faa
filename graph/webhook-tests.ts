import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import type { Db } from "../db/connect.js";
import {
  deliveryById,
  type DeliveryRow,
  insertDelivery,
  insertEvent,
  unsent,
} from "../db/deliveries.js";
import { signingSecretOf } from "../db/keys.js";
import { claimDelivery } from "../db/outbox.js";
import { recordResults } from "../db/results.js";
import { recordingsByIds } from "../db/recordings.js";
import { listWebhooks, webhookById, type WebhookRow, type WebhookSecrets } from "../db/webhooks.js";
import { forIntegration } from "./access.js";
import type { Context, Message, Outcome } from "./context.js";
import { Delivery } from "./deliveries.js";
import { Failure, notFound } from "./errors.js";
import { mutate } from "./mutate.js";
import { resultOf } from "./outcomes.js";
import { checkSample, samplePayload } from "./samples.js";
import { JsonScalar } from "./scalars.js";
import { signingSecrets } from "./signing-secrets.js";
import { checkDestination } from "./webhook-changes.js";

const EVENT = "recording.processed";

/** The webhook that a test is of: the one named, else an active one with the URL, else any. */
const webhookFor = async (
  trx: Db,
  organizationId: string,
  url: string,
  id: string | null | undefined,
): Promise<(WebhookRow & WebhookSecrets) | undefined> => {
  const all = await listWebhooks(trx, organizationId);
  const { href } = new URL(url);
  const [found] = all
    .filter((one) => (typeof id === "string" ? one.id === id : new URL(one.url).href === href))
    .toSorted((a, b) => b.active - a.active);
  if (!found && typeof id === "string") throw notFound("Webhook");
  return found && webhookById(trx, organizationId, found.id);
};

/** Writes the test down, claimed: the log has it, and no round of the outbox takes it. */
const begin = async (
  context: Context,
  url: string,
  recordingId: string,
  payload: string,
  webhookId: string | null | undefined,
): Promise<Message> => {
  const { organizationId, courier, vault } = context;
  const now = context.now();
  const [eventId, id] = [context.newId(), context.newId()];
  return mutate(context, async (trx) => {
    const webhook = await webhookFor(trx, organizationId, url, webhookId);
    // A recording of ours takes what was sent of it along when it is erased.
    const [known] = await recordingsByIds(trx, organizationId, [recordingId]);
    const ofRecording = { event: EVENT, recordingId: known?.id ?? null };
    const event = { ...ofRecording, id: eventId, payload, test: true, now };
    await insertEvent(trx, organizationId, event);
    await insertDelivery(trx, organizationId, {
      ...unsent,
      ...ofRecording,
      id,
      eventId,
      webhookId: webhook?.id ?? null,
      messageId: id,
      redeliveryOf: null,
      url,
      createdAt: now,
    });
    await claimDelivery(trx, { owner: courier.owner, now }, organizationId, id);
    const own = await signingSecretOf(trx, organizationId);
    const secrets = signingSecrets(webhook, own, now).map((sealed) => vault.open(sealed));
    return { url, body: payload, messageId: id, secrets, test: true };
  });
};

/** Records how it ended. */
const end = async (context: Context, id: string, outcome: Outcome): Promise<DeliveryRow> => {
  const { organizationId, courier } = context;
  const result = resultOf({ organizationId, id }, outcome);
  let left: unknown[];
  do left = await mutate(context, (trx) => recordResults(trx, courier.owner, [result]));
  while (left.length > 0);
  return (await deliveryById(context.db, organizationId, id))!;
};

@Resolver()
export class WebhookTestResolver {
  @forIntegration()
  @Mutation(() => Delivery, {
    description:
      "Sends a recording.processed made of the recording given to the URL, and answers when the attempt has ended. webhookId: whose secret signs, where several webhooks have the URL.",
  })
  async testWebhook(
    @Arg("url", () => String, { description: "Where to send it." }) url: string,
    @Arg("recording", () => JsonScalar, { description: "A recording as /v1 shows it." })
    recording: unknown,
    @Arg("webhookId", () => ID, { nullable: true }) webhookId: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<DeliveryRow> {
    const given = checkSample(recording);
    await checkDestination(context, url);
    const body = samplePayload(context, given);
    let id = "";
    const from = { organizationId: context.organizationId, url };
    const outcome = await context.courier.attempt(from, async () => {
      const message = await begin(context, url, given.id, body, webhookId);
      id = message.messageId;
      return message;
    });
    if (!outcome) throw new Failure("RATE_LIMITED", "Too many tests are under way; try again");
    return end(context, id, outcome);
  }
}
