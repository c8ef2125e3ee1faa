import { createHmac } from "node:crypto";
import { type Adapter, isSame, known, milliseconds } from "./adapter.js";

// A call can have more recordings than one, and each is told of by itself.
const from = {
  callId: "RecordingSid",
  startedAt: "RecordingStartTime",
  duration: "RecordingDuration",
  mediaUrl: "RecordingUrl",
} as const;

/** The URL letter by letter, but with its port and without: they do not always sign the same of the two. */
const spellings = (url: string): string[] => {
  const [, scheme, host, port, rest] = /^(https?):\/\/([^/?:]+)(:\d+)?(.*)$/.exec(url) ?? [];
  const named = port ?? (scheme === "https" ? ":443" : ":80");
  return [host, `${host}${named}`].map((place) => `${scheme}://${place}${rest}`);
};

const signed = (secret: string, url: string, body: string): string => {
  const fields = new URLSearchParams(body);
  const names = [...new Set(fields.keys())].toSorted();
  const values = names.flatMap((name) =>
    [...new Set(fields.getAll(name))].toSorted().map((value) => name + value),
  );
  return createHmac("sha1", secret)
    .update(url + values.join(""))
    .digest("base64");
};

/** Its recording status callbacks. What they tell of is a recording: nothing of who has spoken in it. */
export const twilio: Adapter = {
  title: "Twilio",
  types: ["application/x-www-form-urlencoded"],
  parse: (body) => Object.fromEntries(new URLSearchParams(body)),
  from,
  secret: "The auth token of the account",
  isSigned: (secret, { body, header, url }) =>
    spellings(url)
      .map((spelling) => isSame(header("x-twilio-signature"), signed(secret, spelling, body)))
      .includes(true),
  read: (payload) => {
    const status = payload.required("RecordingStatus", payload.text("RecordingStatus"));
    const callId = payload.required(from.callId, payload.text(from.callId));
    if (status !== "completed") return { nothing: `The recording is ${status}` };
    return {
      call: {
        callId,
        startedAt: payload.required(from.startedAt, payload.time(from.startedAt)),
        duration: milliseconds(payload.number(from.duration)),
        mediaUrl: payload.required(from.mediaUrl, payload.text(from.mediaUrl)),
        customFields: known({
          call_sid: payload.text("CallSid"),
          account_sid: payload.text("AccountSid"),
          channels: payload.number("RecordingChannels"),
          source: payload.text("RecordingSource"),
          track: payload.text("RecordingTrack"),
          encrypted: payload.has("EncryptionDetails") || undefined,
        }),
      },
    };
  },
};
