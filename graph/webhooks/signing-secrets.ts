import type { WebhookSecrets } from "../../db/webhooks/webhook.js";
import type { SigningSecrets } from "../core/ports.js";

export const ROTATION_MS = 24 * 60 * 60_000;
const MAX_PREVIOUS_SECRETS = 10;

type PreviousSecret = [sealed: string, expiresAt: number];

const parsePreviousSecrets = ({ previousSecrets }: WebhookSecrets, now: number): PreviousSecret[] =>
  (JSON.parse(previousSecrets) as PreviousSecret[]).filter(([, expiresAt]) => now < expiresAt);

/**
 * Lists the sealed secrets that sign a delivery: the webhook's, the organization's, and the webhook's secrets
 * of the last 24 hours. A test of a plain URL uses only the organization's.
 */
export const listSigningSecrets = (
  webhook: WebhookSecrets | undefined,
  organizationSecret: string,
  now: number,
): SigningSecrets => ({
  current: [...(webhook ? [webhook.secret] : []), organizationSecret],
  previous: webhook ? parsePreviousSecrets(webhook, now).map(([sealed]) => sealed) : [],
});

/** Returns the webhook's secrets after a rotation. */
export const rotateSecret = (
  webhook: WebhookSecrets,
  sealed: string,
  now: number,
): WebhookSecrets => ({
  secret: sealed,
  previousSecrets: JSON.stringify(
    [[webhook.secret, now + ROTATION_MS], ...parsePreviousSecrets(webhook, now)].slice(
      0,
      MAX_PREVIOUS_SECRETS,
    ),
  ),
});
