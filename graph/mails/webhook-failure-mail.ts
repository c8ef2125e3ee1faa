import { buildLinkMail, formatTime } from "./mail-texts.js";
import type { Mail } from "../core/ports.js";

/** Builds the mail that reports a webhook to an admin. It shows the host only: a URL can contain a secret. */
export const buildFailureMail = (webhook: {
  host: string;
  /** The console's page of the webhook. */
  link: string;
  /** Milliseconds since 1970. */
  failingSince: number;
}): Mail =>
  buildLinkMail(
    `A webhook to ${webhook.host} fails`,
    `Every delivery to ${webhook.host} has failed since ${formatTime(webhook.failingSince)}. The webhook is still active. Its page shows the answers of the receiver:`,
    webhook.link,
    "After the receiver works again, redeliver what it missed from the delivery log. You get no second mail before a delivery succeeds.",
  );
