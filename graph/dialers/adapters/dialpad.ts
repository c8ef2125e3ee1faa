import { createHmac } from "node:crypto";
import { type Adapter, isSame, known, parseJson } from "./adapter.js";

const from = {
  callId: "call_id",
  userEmail: "target.email",
  startedAt: "date_started",
  duration: "duration",
  mediaUrl: "recording_details.0.url",
} as const;

const TOKEN = /^"?([\w-]+)\.([\w-]+)\.([\w-]+)"?$/;

const decoded = (part: string): unknown =>
  parseJson(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(part, "base64url")));

/**
 * Its call events: as JSON, or as a JSON Web Token where the webhook was made with a secret. The recording
 * is in those of the state `recording` and after it.
 */
export const dialpad: Adapter = {
  title: "Dialpad",
  types: ["application/json", "application/jwt", "text/plain"],
  parse: (body) => {
    const payload = TOKEN.exec(body.trim())?.[2];
    try {
      return payload === undefined ? parseJson(body) : decoded(payload);
    } catch {
      throw new SyntaxError("neither JSON nor a JSON Web Token");
    }
  },
  from,
  secret: "The secret that the webhook was made with",
  isSigned: (secret, { body }) => {
    const [, head, payload, signature] = TOKEN.exec(body.trim()) ?? [];
    if (head === undefined || payload === undefined || signature === undefined) return false;
    const expected = createHmac("sha256", secret).update(`${head}.${payload}`).digest("base64url");
    try {
      // Whoever writes the token may not choose how it is checked.
      const { alg } = decoded(head) as { alg?: unknown };
      return alg === "HS256" && isSame(signature, expected);
    } catch {
      return false;
    }
  },
  read: (payload) => {
    const state = payload.required("state", payload.text("state"));
    const callId = payload.required(from.callId, payload.id(from.callId));
    const [recording] = payload.list("recording_details");
    const mediaUrl = recording?.text("url");
    if (mediaUrl === undefined) return { nothing: `The event ${state} has no recording` };
    const duration = payload.number(from.duration);
    return {
      call: {
        callId,
        userEmail: payload.text(from.userEmail),
        startedAt: payload.required(from.startedAt, payload.unix(from.startedAt, 1)),
        duration: duration === undefined ? undefined : Math.round(duration),
        mediaUrl,
        customer: known({
          name: payload.text("contact.name"),
          email: payload.text("contact.email"),
        }),
        customFields: known({
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
