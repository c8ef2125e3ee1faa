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
    `Your webhook to ${webhook.host} is failing`,
    `Every delivery to ${webhook.host} has failed since ${formatTime(webhook.failingSince)}. The webhook is still active. Its page shows the answers of the receiver:`,
    webhook.link,
    "After the receiver works again, redeliver what it missed from the delivery log. You won’t get another mail until a delivery has succeeded, or the webhook has changed.",
  );
