import { createHmac } from "node:crypto";

const SECRET_PREFIX = "whsec_";

/** The headers of Standard Webhooks, with one signature for each secret. */
export type SignatureHeaders = Record<
  "webhook-id" | "webhook-timestamp" | "webhook-signature",
  string
>;

const computeSignature = (head: string, body: Buffer, secret: string): string => {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(head).update(body).digest("base64")}`;
};

/**
 * Signs a body by Standard Webhooks. `timestamp` is in whole seconds since 1970. A secret is `whsec_` and a
 * key in base64. Pass the bytes that are sent: encoding changes text that is not well-formed, and receivers
 * check bytes.
 */
export const buildSignatureHeaders = (
  messageId: string,
  timestamp: number,
  body: Buffer,
  secrets: readonly string[],
): SignatureHeaders => {
  const head = `${messageId}.${timestamp}.`;
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((secret) => computeSignature(head, body, secret)).join(" "),
  };
};
