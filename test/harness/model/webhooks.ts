import { sortNewestFirst } from "./clients.js";
import { eventNames } from "../../helpers/rest/contract-events.js";
import { requireFound, buildInvalidField, Refusal, omitUndefined } from "./refusal.js";
import { type Delivery, newId, type Organization, type Webhook, type World } from "./world.js";

export interface WebhookPatch {
  url?: string;
  trigger?: string;
  events?: string[];
  active?: boolean;
  retry?: "none" | "standard";
}

const TRIGGERS = new Set(["all", "mobile", "dialer", "meeting", "upload"]);
const knownEvents = new Set<string>(eventNames);

const validatePatch = ({ trigger = "all", events = [], url }: WebhookPatch): void => {
  if (!TRIGGERS.has(trigger)) throw buildInvalidField("trigger");
  const unknown = events.findIndex((event) => !knownEvents.has(event));
  if (unknown >= 0) throw buildInvalidField(`events.${unknown}`);
  // The harness allows loopback; all other generated URLs are private.
  if (url !== undefined && !url.startsWith("http://127."))
    throw new Refusal("DESTINATION_NOT_ALLOWED", "url");
};

const normalizePatch = (patch: WebhookPatch): Partial<Webhook> => {
  validatePatch(patch);
  return omitUndefined({ ...patch, ...(patch.events && { events: [...new Set(patch.events)] }) });
};

export const createWebhook = (
  world: World,
  org: Organization,
  input: WebhookPatch & { url: string },
): Webhook => {
  const webhook = {
    id: newId(world),
    active: true,
    trigger: "all",
    events: [],
    retry: "none",
    createdAt: world.now,
    ...normalizePatch(input),
  } as unknown as Webhook;
  org.webhooks.push(webhook);
  return webhook;
};

export const resolveWebhook = (org: Organization, id: string): Webhook =>
  requireFound(
    org.webhooks.find((webhook) => webhook.id === id),
    "Webhook",
  );

const listPending = (org: Organization, webhook: Webhook): Delivery[] =>
  org.deliveries.filter((one) => one.webhook === webhook && one.status === "pending");

const cancelPending = (org: Organization, webhook: Webhook, error: string): void => {
  for (const delivery of listPending(org, webhook))
    Object.assign(delivery, { status: "failed", error });
};

/** A stop cancels pending deliveries; a new URL redirects them. */
export const updateWebhook = (org: Organization, id: string, patch: WebhookPatch): Webhook => {
  const changes = normalizePatch(patch);
  const webhook = Object.assign(resolveWebhook(org, id), changes);
  if (changes.active === false) cancelPending(org, webhook, "webhook not active");
  else if (changes.url)
    for (const delivery of listPending(org, webhook)) delivery.url = changes.url;
  return webhook;
};

/** The delivery log stays. */
export const deleteWebhook = (org: Organization, id: string): true => {
  const webhook = resolveWebhook(org, id);
  cancelPending(org, webhook, "deleted");
  for (const delivery of org.deliveries) if (delivery.webhook === webhook) delivery.webhook = null;
  org.webhooks = org.webhooks.filter((other) => other !== webhook);
  return true;
};

/** Sorts oldest first. */
export const listWebhooks = (org: Organization): Webhook[] =>
  sortNewestFirst(org.webhooks).toReversed();

/** Adds a delivery of the same body to an active webhook; with retries, only if none of the message is pending. */
export const redeliver = (world: World, org: Organization, id: string): Delivery => {
  const delivery = requireFound(org.deliveries.find((one) => one.id === id));
  if (delivery.status === "pending" || delivery.payload === "" || !delivery.webhook?.active)
    throw new Refusal("CONFLICT");
  const isPending = org.deliveries.some(
    ({ messageId, status }) => messageId === delivery.messageId && status === "pending",
  );
  if (delivery.webhook.retry === "standard" && isPending) throw new Refusal("CONFLICT");
  const redelivery: Delivery = {
    ...delivery,
    id: newId(world),
    url: delivery.webhook.url,
    status: "pending",
    error: null,
    createdAt: world.now,
    redeliveryOf: delivery.id,
  };
  org.deliveries.push(redelivery);
  return redelivery;
};

export const findLastDelivery = (org: Organization, webhook: Webhook): Delivery | undefined =>
  sortNewestFirst(org.deliveries.filter((one) => one.webhook === webhook))[0];
