import { createHmac } from "node:crypto";
import { type Adapter, isSame, known, milliseconds, parseJson } from "./adapter.js";

const from = {
  callId: "id",
  userEmail: "agent_email",
  startedAt: "start_time",
  duration: "duration",
  mediaUrl: "recording",
} as const;

/**
 * Its post-call and call-modified webhooks, of calls either way, have the same call in them. Some 20 minutes
 * may pass until the first is sent, and a recording that comes later still is told by the second.
 */
export const callrail: Adapter = {
  title: "CallRail",
  types: ["application/json"],
  parse: parseJson,
  from,
  secret: "The signing key of the company",
  isSigned: (secret, { body, header }) =>
    isSame(header("signature"), createHmac("sha1", secret).update(body).digest("base64")),
  read: (payload) => {
    const callId = payload.required(from.callId, payload.id(from.callId));
    const mediaUrl = payload.text(from.mediaUrl);
    if (mediaUrl === undefined) return { nothing: "The call has no recording, or not yet" };
    return {
      call: {
        callId,
        userEmail: payload.text(from.userEmail),
        startedAt: payload.required(from.startedAt, payload.time(from.startedAt)),
        duration: milliseconds(payload.number(from.duration)),
        mediaUrl,
        customer: known({
          name: payload.text("customer_name"),
          location: payload.text("formatted_customer_location"),
        }),
        customFields: known({
          direction: payload.text("direction"),
          customer_number: payload.text("customer_phone_number"),
          own_number: payload.text("tracking_phone_number"),
          own_number_name: payload.text("source_name"),
          company_id: payload.id("company_id"),
          company_name: payload.text("company_name"),
          answered: payload.flag("answered"),
          voicemail: payload.flag("voicemail"),
        }),
      },
    };
  },
};
