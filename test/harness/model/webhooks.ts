import { newestFirst } from "./clients.js";
import { found, invalid, Refusal, sent } from "./inputs.js";
import { type Delivery, newId, type Organization, type Webhook, type World } from "./world.js";

export interface WebhookPatch {
  url?: string;
  trigger?: string;
  events?: string[];
  active?: boolean;
}

const TRIGGERS = new Set(["all", "mobile", "dialer", "meeting", "upload"]);
const EVENTS = new Set(["recording.processed", "recording.integration_updated", "client.created"]);

const check = ({ trigger = "all", events = [], url }: WebhookPatch): void => {
  if (!TRIGGERS.has(trigger)) throw invalid("trigger");
  const unknown = events.findIndex((event) => !EVENTS.has(event));
  if (unknown >= 0) throw invalid(`events.${unknown}`);
  // The harness allows loopback; all other addresses are private ones.
  if (url !== undefined && !url.startsWith("http://127."))
    throw new Refusal("DESTINATION_NOT_ALLOWED", "url");
};

const checked = (patch: WebhookPatch): Partial<Webhook> => {
  check(patch);
  return sent({ ...patch, ...(patch.events && { events: [...new Set(patch.events)] }) });
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
    createdAt: world.now,
    ...checked(input),
  } as unknown as Webhook;
  org.webhooks.push(webhook);
  return webhook;
};

export const webhookOf = (org: Organization, id: string): Webhook =>
  found(
    org.webhooks.find((webhook) => webhook.id === id),
    "Webhook",
  );

const waitingFor = (org: Organization, webhook: Webhook): Delivery[] =>
  org.deliveries.filter((one) => one.webhook === webhook && one.status === "pending");

const cancel = (org: Organization, webhook: Webhook, error: string): void => {
  for (const delivery of waitingFor(org, webhook))
    Object.assign(delivery, { status: "failed", error });
};

/** Who stops a webhook, or sends it elsewhere, means also what has not been sent yet. */
export const updateWebhook = (org: Organization, id: string, patch: WebhookPatch): Webhook => {
  const changes = checked(patch);
  const webhook = Object.assign(webhookOf(org, id), changes);
  if (changes.active === false) cancel(org, webhook, "webhook not active");
  else if (changes.url) for (const delivery of waitingFor(org, webhook)) delivery.url = changes.url;
  return webhook;
};

/** Its log stays. */
export const deleteWebhook = (org: Organization, id: string): true => {
  const webhook = webhookOf(org, id);
  cancel(org, webhook, "deleted");
  for (const delivery of org.deliveries) if (delivery.webhook === webhook) delivery.webhook = null;
  org.webhooks = org.webhooks.filter((other) => other !== webhook);
  return true;
};

/** Oldest first. */
export const webhooksInOrder = (org: Organization): Webhook[] =>
  newestFirst(org.webhooks).toReversed();

/** Sends the same body again to an active webhook, as a delivery of its own. */
export const redeliver = (world: World, org: Organization, id: string): Delivery => {
  const delivery = found(org.deliveries.find((one) => one.id === id));
  if (delivery.status === "pending" || !delivery.recording || !delivery.webhook?.active)
    throw new Refusal("CONFLICT");
  const again: Delivery = {
    ...delivery,
    id: newId(world),
    url: delivery.webhook.url,
    status: "pending",
    error: null,
    createdAt: world.now,
    redeliveryOf: delivery.id,
  };
  org.deliveries.push(again);
  return again;
};

export const lastDelivery = (org: Organization, webhook: Webhook): Delivery | undefined =>
  newestFirst(org.deliveries.filter((one) => one.webhook === webhook))[0];
