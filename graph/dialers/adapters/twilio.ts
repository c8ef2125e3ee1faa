import { createHmac } from "node:crypto";
import { type Adapter, isSameSecret, withoutUndefined, secondsToMs } from "./adapter.js";
import { parseLimitedForm } from "../../arguments/body-limits.js";

// A call can have several recordings; each has its own callback.
const fieldPaths = {
  callId: "RecordingSid",
  startedAt: "RecordingStartTime",
  duration: "RecordingDuration",
  mediaUrl: "RecordingUrl",
} as const;

/** Lists the URL with and without its port: Twilio signs either spelling. */
const listUrlSpellings = (url: string): string[] => {
  const [, scheme, host, port, rest] = /^(https?):\/\/([^/?:]+)(:\d+)?(.*)$/.exec(url) ?? [];
  const named = port ?? (scheme === "https" ? ":443" : ":80");
  return [host, `${host}${named}`].map((place) => `${scheme}://${place}${rest}`);
};

const computeSignature = (secret: string, url: string, body: string): string => {
  const fields = new URLSearchParams(body);
  const names = [...new Set(fields.keys())].toSorted();
  const values = names.flatMap((name) =>
    [...new Set(fields.getAll(name))].toSorted().map((value) => name + value),
  );
  return createHmac("sha1", secret)
    .update(url + values.join(""))
    .digest("base64");
};

/** Reads Twilio's recording status callbacks. They don't contain the speakers. */
export const twilio: Adapter = {
  title: "Twilio",
  mediaTypes: ["application/x-www-form-urlencoded"],
  parse: (body) => parseLimitedForm(body),
  fieldPaths,
  secretDescription: "The auth token of the account",
  isSigned: (secret, { body, header, url }) =>
    listUrlSpellings(url)
      .map((spelling) =>
        isSameSecret(header("x-twilio-signature"), computeSignature(secret, spelling, body)),
      )
      .includes(true),
  read: (payload) => {
    const status = payload.required("RecordingStatus", payload.text("RecordingStatus"));
    const callId = payload.required(fieldPaths.callId, payload.text(fieldPaths.callId));
    if (status !== "completed") return { ignoredReason: `The recording is ${status}` };
    return {
      call: {
        callId,
        startedAt: payload.required(fieldPaths.startedAt, payload.time(fieldPaths.startedAt)),
        duration: secondsToMs(payload.number(fieldPaths.duration)),
        mediaUrl: payload.required(fieldPaths.mediaUrl, payload.text(fieldPaths.mediaUrl)),
        customFields: withoutUndefined({
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
