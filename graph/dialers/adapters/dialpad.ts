import { createHmac } from "node:crypto";
import { type Adapter, isSameSecret, withoutUndefined, parseJson } from "./adapter.js";

const fieldPaths = {
  callId: "call_id",
  userEmail: "target.email",
  startedAt: "date_started",
  duration: "duration",
  mediaUrl: "recording_details.0.url",
} as const;

const JWT_PATTERN = /^"?([\w-]+)\.([\w-]+)\.([\w-]+)"?$/;

const decodePart = (part: string): unknown =>
  parseJson(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(part, "base64url")));

/**
 * Reads Dialpad's call events: JSON, or a JSON Web Token for a webhook with a secret. Events contain the recording from
 * the state `recording` on.
 */
export const dialpad: Adapter = {
  title: "Dialpad",
  mediaTypes: ["application/json", "application/jwt", "text/plain"],
  parse: (body) => {
    const payload = JWT_PATTERN.exec(body.trim())?.[2];
    try {
      return payload === undefined ? parseJson(body) : decodePart(payload);
    } catch {
      throw new SyntaxError("neither JSON nor a JSON Web Token");
    }
  },
  fieldPaths,
  secretDescription: "The secret that the webhook was made with",
  isSigned: (secret, { body }) => {
    const [, head, payload, signature] = JWT_PATTERN.exec(body.trim()) ?? [];
    if (head === undefined || payload === undefined || signature === undefined) return false;
    const expected = createHmac("sha256", secret).update(`${head}.${payload}`).digest("base64url");
    try {
      // The token's own header must not choose the algorithm that verifies it.
      const { alg } = decodePart(head) as { alg?: unknown };
      return alg === "HS256" && isSameSecret(signature, expected);
    } catch {
      return false;
    }
  },
  read: (payload) => {
    const state = payload.required("state", payload.text("state"));
    const callId = payload.required(fieldPaths.callId, payload.id(fieldPaths.callId));
    const [recording] = payload.list("recording_details");
    const mediaUrl = recording?.text("url");
    if (mediaUrl === undefined) return { ignoredReason: `The event ${state} has no recording` };
    const duration = payload.number(fieldPaths.duration);
    return {
      call: {
        callId,
        userEmail: payload.text(fieldPaths.userEmail),
        startedAt: payload.required(fieldPaths.startedAt, payload.unix(fieldPaths.startedAt, 1)),
        duration: duration === undefined ? undefined : Math.round(duration),
        mediaUrl,
        customer: withoutUndefined({
          name: payload.text("contact.name"),
          email: payload.text("contact.email"),
        }),
        customFields: withoutUndefined({
          direction: payload.text("direction"),
          customer_number: payload.text("external_number"),
          own_number: payload.text("internal_number"),
          agent_id: payload.id("target.id"),
          contact_id: payload.id("contact.id"),
          entry_point_call_id: payload.id("entry_point_call_id"),
          master_call_id: payload.id("master_call_id"),
        }),
      },
    };
  },
};
