import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import type { Db } from "../../db/engine/connect.js";
import {
  findDeliveryById,
  type DeliveryRow,
  insertDelivery,
  pendingDelivery,
} from "../../db/webhooks/deliveries.js";
import { insertEvent } from "../../db/webhooks/events.js";
import { loadSigningSecret } from "../../db/organizations/api-keys.js";
import { claimDelivery } from "../../db/webhooks/outbox.js";
import { recordResults } from "../../db/webhooks/results.js";
import { loadRecordingsByIds } from "../../db/recordings/recording.js";
import {
  listWebhooks,
  findWebhookById,
  type WebhookRow,
  type WebhookSecrets,
} from "../../db/webhooks/webhook.js";
import { forIntegration } from "../access/access.js";
import type { Context } from "../context/context.js";
import type { AttemptOutcome, WebhookMessage } from "../core/ports.js";
import { Delivery } from "./deliveries.js";
import { DEFAULT_EVENT } from "./events.js";
import { Failure, notFound } from "../core/errors.js";
import { ArgumentLimits, URL_TEXT } from "../arguments/limits.js";
import { mutate } from "../context/mutate.js";
import { buildDeliveryResult } from "./outcomes.js";
import { validateSample, buildSamplePayload } from "./samples.js";
import { JsonScalar } from "../arguments/scalars.js";
import { listSigningSecrets } from "./signing-secrets.js";
import { validateDestination } from "./mutations.js";

/** Finds the webhook to test: by id, else by URL, an active one first. @throws NOT_FOUND for an unknown id */
const findTestedWebhook = async (
  trx: Db,
  organizationId: string,
  url: string,
  id: string | null | undefined,
): Promise<(WebhookRow & WebhookSecrets) | undefined> => {
  const all = await listWebhooks(trx, organizationId);
  const { href } = new URL(url);
  const [found] = all
    .filter((webhook) =>
      typeof id === "string" ? webhook.id === id : new URL(webhook.url).href === href,
    )
    .toSorted((a, b) => b.active - a.active);
  if (!found && typeof id === "string") throw notFound("Webhook");
  return found && findWebhookById(trx, organizationId, found.id);
};

/** Inserts the test as a claimed delivery: the log shows it, and the outbox worker skips it. */
const insertClaimedTest = async (
  context: Context,
  url: string,
  recordingId: string,
  payload: string,
  webhookId: string | null | undefined,
): Promise<WebhookMessage> => {
  const { organizationId, notifier } = context;
  const now = context.now();
  const [eventId, id] = [context.newId(), context.newId()];
  return mutate(context, async (trx) => {
    const webhook = await findTestedWebhook(trx, organizationId, url, webhookId);
    // A later erasure of this recording also erases the test's payload.
    const [recording] = await loadRecordingsByIds(trx, organizationId, [recordingId]);
    const common = { event: DEFAULT_EVENT, recordingId: recording?.id ?? null };
    const event = { ...common, id: eventId, payload, test: true, now };
    await insertEvent(trx, organizationId, event);
    await insertDelivery(trx, organizationId, {
      ...pendingDelivery,
      ...common,
      id,
      eventId,
      webhookId: webhook?.id ?? null,
      messageId: id,
      redeliveryOf: null,
      url,
      createdAt: now,
    });
    await claimDelivery(trx, { owner: notifier.owner, now }, organizationId, id);
    const own = await loadSigningSecret(trx, organizationId);
    const secrets = listSigningSecrets(webhook, own, now);
    const signed = { secrets, webhookId: webhook?.id ?? null };
    return { url, body: payload, messageId: id, ...signed, test: true };
  });
};

/** Records the outcome and returns the delivery. */
const recordTestOutcome = async (
  context: Context,
  id: string,
  outcome: AttemptOutcome,
): Promise<DeliveryRow> => {
  const { organizationId, notifier } = context;
  const result = buildDeliveryResult({ organizationId, id }, outcome);
  let later: unknown[];
  do ({ later } = await mutate(context, (trx) => recordResults(trx, notifier.owner, [result])));
  while (later.length > 0);
  return (await findDeliveryById(context.db, organizationId, id))!;
};

@Resolver()
export class WebhookTestResolver {
  @forIntegration("webhooks")
  @ArgumentLimits({ url: URL_TEXT })
  @Mutation(() => Delivery, {
    description: `Sends a ${DEFAULT_EVENT} built from the recording to the URL and returns after the attempt. webhookId selects the signing webhook if several have the URL.`,
  })
  async testWebhook(
    @Arg("url", () => String, { description: "The URL to send to." }) url: string,
    @Arg("recording", () => JsonScalar, { description: "A recording in the form of /v1." })
    recording: unknown,
    @Arg("webhookId", () => ID, { nullable: true }) webhookId: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<DeliveryRow> {
    const sample = validateSample(recording);
    await validateDestination(context, url);
    const body = buildSamplePayload(context, sample);
    let id = "";
    const from = { organizationId: context.organizationId, url };
    const outcome = await context.notifier.attemptTest(from, async () => {
      const message = await insertClaimedTest(context, url, sample.id, body, webhookId);
      id = message.messageId;
      return message;
    });
    if (!outcome) throw new Failure("RATE_LIMITED", "Too many tests are in progress; try again");
    return recordTestOutcome(context, id, outcome);
  }
}
