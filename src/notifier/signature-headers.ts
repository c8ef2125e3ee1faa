import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/** Of Standard Webhooks; one signature for each secret. */
export type SignatureHeaders = Record<
  "webhook-id" | "webhook-timestamp" | "webhook-signature",
  string
>;

const signatureOf = (head: string, body: Buffer, secret: string): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(head).update(body).digest("base64")}`;
};

/**
 * Signs a body by Standard Webhooks. `timestamp` is in whole seconds since 1970, a secret is `whsec_`
 * and its key in base64. The body is the bytes that are sent: text that is not well-formed has other
 * bytes than it has characters, and a receiver checks bytes.
 */
export const signatureHeaders = (
  messageId: string,
  timestamp: number,
  body: Buffer,
  secrets: readonly string[],
): SignatureHeaders => {
  const head = `${messageId}.${timestamp}.`;
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((secret) => signatureOf(head, body, secret)).join(" "),
  };
};
