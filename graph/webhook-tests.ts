import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { ActionItemRow } from "../db/analysis.js";
import {
  deliveryById,
  type DeliveryRow,
  insertDelivery,
  insertEvent,
  unsent,
} from "../db/deliveries.js";
import { signingSecretOf } from "../db/keys.js";
import { claimDelivery, recordResults } from "../db/outbox.js";
import { recordingsByIds } from "../db/recordings.js";
import { listWebhooks, webhookById } from "../db/webhooks.js";
import { forIntegration } from "./access.js";
import type { Context } from "./context.js";
import { Delivery } from "./deliveries.js";
import { invalidField, missingField } from "./errors.js";
import { actionItemsText, payloadOf } from "./events.js";
import { recordingUrl } from "./links.js";
import { mutate } from "./mutate.js";
import { JsonScalar } from "./scalars.js";
import { checkDestination } from "./webhook-changes.js";

const EVENT = "recording.processed";

type Given = Record<string, unknown>;

const isObject = (value: unknown): value is Given =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const itemsText = (items: unknown): string => {
  if (!Array.isArray(items)) return text(items);
  const known = items.filter(isObject).filter((item) => typeof item["text"] === "string");
  return actionItemsText(
    known.map((item) => ({ kind: "explicit", ...item }) as ActionItemRow & Given),
  );
};

/**
 * A recording as the endpoints show it. @throws MISSING_REQUIRED_FIELD, INVALID_FIELD
 */
const check = (recording: unknown): Given & { id: string } => {
  if (!isObject(recording)) throw invalidField("recording", "must be an object");
  const { id, status } = recording;
  for (const field of ["id", "status"])
    if (recording[field] === undefined || recording[field] === null)
      throw missingField(`recording.${field}`);
  if (typeof id !== "string" || id === "")
    throw invalidField("recording.id", "must be a string that is not empty");
  if (status !== "processed") throw invalidField("recording.status", "must be processed");
  return { ...recording, id };
};

/** The body that a real recording.processed would have, as far as the fields given tell. */
const payload = (context: Context, recording: Given & { id: string }): string => {
  const { eventId, customFields } = recording;
  return payloadOf(EVENT, isObject(customFields) ? customFields : {}, {
    id: recording.id,
    name: text(recording["name"]),
    actionItems: itemsText(recording["actionItems"]),
    notes: text(recording["notes"]),
    meetingUrl: text(recording["recording"]) || recordingUrl(context, recording.id),
    process: "",
    processFollowed: 0,
    processMissed: 0,
    processTotal: 0,
    event_id: typeof eventId === "string" ? eventId : undefined,
    status: "processed",
    createdAt: text(recording["createdAt"]) || new Date(context.now()).toISOString(),
    duration: Number.isSafeInteger(recording["duration"]) ? recording["duration"] : 0,
    summary: text(recording["summary"]),
    userEmail: text(recording["userEmail"]),
    clientId: text(recording["clientId"]) || null,
  });
};

@Resolver()
export class WebhookTestResolver {
  @forIntegration()
  @Mutation(() => Delivery, {
    description:
      "Sends a recording.processed made of the recording given to the URL, and answers when the attempt has ended.",
  })
  async testWebhook(
    @Arg("url", () => String) url: string,
    @Arg("recording", () => JsonScalar) recording: unknown,
    @Ctx() context: Context,
  ): Promise<DeliveryRow> {
    const { organizationId, courier, vault } = context;
    const given = check(recording);
    await checkDestination(context, url);
    const body = payload(context, given);
    const now = context.now();
    const eventId = context.newId();
    const id = context.newId();
    // Claimed as it is written: the log has it, and no round of the outbox takes it.
    const secrets = await mutate(context, async (trx) => {
      const webhooks = await listWebhooks(trx, organizationId);
      const webhookId = webhooks.find((webhook) => webhook.url === url)?.id ?? null;
      // A recording of ours takes what was sent of it along when it is erased.
      const [known] = await recordingsByIds(trx, organizationId, [given.id]);
      const recordingId = known?.id ?? null;
      await insertEvent(trx, organizationId, {
        id: eventId,
        event: EVENT,
        recordingId,
        payload: body,
        test: true,
        now,
      });
      await insertDelivery(trx, organizationId, {
        id,
        eventId,
        event: EVENT,
        webhookId,
        recordingId,
        messageId: id,
        redeliveryOf: null,
        url,
        createdAt: now,
        ...unsent,
      });
      await claimDelivery(trx, { owner: courier.owner, now }, organizationId, id);
      const own =
        webhookId === null ? undefined : await webhookById(trx, organizationId, webhookId);
      return [...(own ? [own.secret] : []), await signingSecretOf(trx, organizationId)].map(
        (secret) => vault.open(secret),
      );
    });
    const outcome = await courier.attempt(`test ${organizationId}`, {
      url,
      body,
      messageId: id,
      secrets,
      test: true,
    });
    const { delivered, status, body: responseBody, error, durationMs } = outcome;
    return mutate(context, async (trx) => {
      await recordResults(trx, courier.owner, [
        {
          organizationId,
          id,
          status: delivered ? "delivered" : "failed",
          durationMs,
          responseStatus: status,
          responseBody,
          error,
        },
      ]);
      return (await deliveryById(trx, organizationId, id))!;
    });
  }
}
