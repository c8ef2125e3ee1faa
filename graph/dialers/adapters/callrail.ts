import { createHmac } from "node:crypto";
import { type Adapter, isSameSecret, withoutUndefined, secondsToMs, parseJson } from "./adapter.js";

const fieldPaths = {
  callId: "id",
  userEmail: "agent_email",
  startedAt: "start_time",
  duration: "duration",
  mediaUrl: "recording",
} as const;

/**
 * Reads CallRail's post-call and call-modified webhooks: both contain the same call. The first may arrive 20
 * minutes after the call; a recording that is ready later arrives with the second.
 */
export const callrail: Adapter = {
  title: "CallRail",
  mediaTypes: ["application/json"],
  parse: parseJson,
  fieldPaths,
  secretDescription: "The signing key of the company",
  isSigned: (secret, { body, header }) =>
    isSameSecret(header("signature"), createHmac("sha1", secret).update(body).digest("base64")),
  read: (payload) => {
    const callId = payload.required(fieldPaths.callId, payload.id(fieldPaths.callId));
    const mediaUrl = payload.text(fieldPaths.mediaUrl);
    if (mediaUrl === undefined) return { ignoredReason: "The call has no recording, or not yet" };
    return {
      call: {
        callId,
        userEmail: payload.text(fieldPaths.userEmail),
        startedAt: payload.required(fieldPaths.startedAt, payload.time(fieldPaths.startedAt)),
        duration: secondsToMs(payload.number(fieldPaths.duration)),
        mediaUrl,
        customer: withoutUndefined({
          name: payload.text("customer_name"),
          location: payload.text("formatted_customer_location"),
        }),
        customFields: withoutUndefined({
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
