import { type Adapter, isSameSecret, withoutUndefined, secondsToMs, parseJson } from "./adapter.js";
import type { Payload } from "../payload.js";

const fieldPaths = {
  callId: "data.id",
  userEmail: "data.user.email",
  startedAt: "data.started_at",
  duration: "data.duration",
  mediaUrl: "data.recording",
} as const;

const readCustomer = (payload: Payload) => {
  const parts = [payload.text("data.contact.first_name"), payload.text("data.contact.last_name")];
  return {
    name: parts.filter((part) => part !== undefined).join(" ") || undefined,
    email: payload.list("data.contact.emails")[0]?.text("value"),
  };
};

/** Reads Aircall's `call.ended`: the only event with the whole call, about 30 seconds after its end. */
export const aircall: Adapter = {
  title: "Aircall",
  mediaTypes: ["application/json"],
  parse: parseJson,
  fieldPaths,
  secretDescription: "The webhook's token",
  secretFields: ["token"],
  isSigned: (secret, _request, { token }) =>
    typeof token === "string" && isSameSecret(token, secret),
  read: (payload) => {
    const event = payload.required("event", payload.text("event"));
    if (event !== "call.ended") return { ignoredReason: `${event} is not the end of a call` };
    const callId = payload.required(fieldPaths.callId, payload.id(fieldPaths.callId));
    const mediaUrl = payload.text(fieldPaths.mediaUrl);
    if (mediaUrl === undefined) return { ignoredReason: "The call was not recorded" };
    const { name, email } = readCustomer(payload);
    return {
      call: {
        callId,
        userEmail: payload.text(fieldPaths.userEmail),
        startedAt: payload.required(fieldPaths.startedAt, payload.unix(fieldPaths.startedAt, 1000)),
        duration: secondsToMs(payload.number(fieldPaths.duration)),
        mediaUrl,
        customer: withoutUndefined({ name, email }),
        customFields: withoutUndefined({
          direction: payload.text("data.direction"),
          customer_number: payload.text("data.raw_digits"),
          own_number: payload.text("data.number.digits"),
          own_number_name: payload.text("data.number.name"),
          agent_id: payload.id("data.user.id"),
          contact_id: payload.id("data.contact.id"),
        }),
      },
    };
  },
};
