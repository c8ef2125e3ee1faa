import { type Adapter, isSame, known, milliseconds, parseJson } from "./adapter.js";
import type { Payload } from "./payload.js";

const from = {
  callId: "data.id",
  userEmail: "data.user.email",
  startedAt: "data.started_at",
  duration: "data.duration",
  mediaUrl: "data.recording",
} as const;

const customerOf = (payload: Payload) => {
  const parts = [payload.text("data.contact.first_name"), payload.text("data.contact.last_name")];
  return {
    name: parts.filter((part) => part !== undefined).join(" ") || undefined,
    email: payload.list("data.contact.emails")[0]?.text("value"),
  };
};

/** Of its events `call.ended` is the one that has all of the call, some 30 seconds after its end. */
export const aircall: Adapter = {
  title: "Aircall",
  types: ["application/json"],
  parse: parseJson,
  from,
  secret: "The webhook's token",
  secretFields: ["token"],
  isSigned: (secret, _asked, { token }) => typeof token === "string" && isSame(token, secret),
  read: (payload) => {
    const event = payload.required("event", payload.text("event"));
    if (event !== "call.ended") return { nothing: `${event} is not the end of a call` };
    const callId = payload.required(from.callId, payload.id(from.callId));
    const mediaUrl = payload.text(from.mediaUrl);
    if (mediaUrl === undefined) return { nothing: "The call was not recorded" };
    const { name, email } = customerOf(payload);
    return {
      call: {
        callId,
        userEmail: payload.text(from.userEmail),
        startedAt: payload.required(from.startedAt, payload.unix(from.startedAt, 1000)),
        duration: milliseconds(payload.number(from.duration)),
        mediaUrl,
        customer: known({ name, email }),
        customFields: known({
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
