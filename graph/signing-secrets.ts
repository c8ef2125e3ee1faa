import type { WebhookSecrets } from "../db/webhooks.js";

const ROTATION_MS = 24 * 60 * 60_000;
const MOST_PREVIOUS = 10;

type Previous = [sealed: string, until: number];

const previousOf = ({ previousSecrets }: WebhookSecrets, now: number): Previous[] =>
  (JSON.parse(previousSecrets) as Previous[]).filter(([, until]) => now < until);

/**
 * What signs a delivery, sealed: the webhook's secret, the organization's, and those that the webhook had
 * in the last 24 hours. A test of a URL that is no webhook's has the organization's alone.
 */
export const signingSecrets = (
  webhook: WebhookSecrets | undefined,
  organizationSecret: string,
  now: number,
): string[] => [
  ...(webhook ? [webhook.secret] : []),
  organizationSecret,
  ...(webhook ? previousOf(webhook, now).map(([sealed]) => sealed) : []),
];

/** The webhook's secrets once it has another one. */
export const rotated = (webhook: WebhookSecrets, sealed: string, now: number): WebhookSecrets => ({
  secret: sealed,
  previousSecrets: JSON.stringify(
    [[webhook.secret, now + ROTATION_MS], ...previousOf(webhook, now)].slice(0, MOST_PREVIOUS),
  ),
});
