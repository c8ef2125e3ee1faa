import { invalidField } from "../../core/errors.js";
import { parseLimitedForm } from "../../arguments/body-limits.js";
import type { Payload } from "../payload.js";
import { type Adapter, secondsToMs, withoutUndefined } from "./adapter.js";
import { hasBasicLogin } from "./basic-login.js";

const fieldPaths = {
  callId: "uniqueid",
  extension: "extension",
  startedAt: "start",
  duration: "billsec",
  mediaUrl: "recording_url",
} as const;

const DIRECTIONS: Readonly<Record<string, string>> = {
  in: "inbound",
  inbound: "inbound",
  out: "outbound",
  outbound: "outbound",
};

/** Returns the extension in a channel's name: 204 in `PJSIP/204-0000001a` and in `Local/204@phones-0000001a;1`. */
const parseExtension = (channel: string | undefined): string | undefined =>
  /^[^/]+\/([^@]+)(@.*)?-[^-]+$/.exec(channel ?? "")?.[1];

/** Reads the direction. Without one, the caller is a user if the channel's number is the caller's own. */
const readDirection = (payload: Payload): string => {
  const sent = payload.text("direction");
  if (sent !== undefined) {
    if (Object.hasOwn(DIRECTIONS, sent)) return DIRECTIONS[sent]!;
    throw invalidField("direction", "must be in or out");
  }
  const caller = parseExtension(payload.text("channel"));
  return caller !== undefined && caller === payload.text("src") ? "outbound" : "inbound";
};

const readParties = (payload: Payload) => {
  const direction = readDirection(payload);
  const [channel, dstChannel] = [payload.text("channel"), payload.text("dstchannel")];
  const [src, dst] = [payload.text("src"), payload.text("dst")];
  const isOutbound = direction === "outbound";
  return {
    direction,
    extension:
      payload.text(fieldPaths.extension) ?? parseExtension(isOutbound ? channel : dstChannel),
    customerPhone: payload.text("customer") ?? (isOutbound ? dst : src),
    ownNumber: isOutbound ? undefined : dst,
  };
};

const findIgnoredReason = (payload: Payload, callId: string): string | undefined => {
  const disposition = payload.text("disposition") ?? "ANSWERED";
  const linkedId = payload.text("linkedid") ?? callId;
  if (disposition !== "ANSWERED") return `The call was not answered: ${disposition}`;
  if (payload.number(fieldPaths.duration) === 0) return "The call was not answered";
  return linkedId === callId ? undefined : `This is a later part of the call ${linkedId}`;
};

/** Reads the call details that an Asterisk dialplan posts, by their CDR field names. */
export const asterisk: Adapter = {
  title: "Asterisk",
  mediaTypes: ["application/x-www-form-urlencoded"],
  parse: (body) => parseLimitedForm(body),
  fieldPaths,
  secretDescription: "The value of CURLOPT(userpwd): user:password",
  isSigned: hasBasicLogin,
  read: (payload) => {
    const callId = payload.required(fieldPaths.callId, payload.text(fieldPaths.callId));
    const ignoredReason = findIgnoredReason(payload, callId);
    if (ignoredReason !== undefined) return { ignoredReason };
    const { direction, extension, customerPhone, ownNumber } = readParties(payload);
    const startedAt = payload.unix(fieldPaths.startedAt, 1000);
    return {
      call: {
        callId,
        extension,
        startedAt: payload.required(fieldPaths.startedAt, startedAt),
        duration: secondsToMs(payload.number(fieldPaths.duration)),
        mediaUrl: payload.text(fieldPaths.mediaUrl),
        customerPhone,
        customFields: withoutUndefined({
          direction,
          extension,
          customer_number: customerPhone,
          own_number: ownNumber,
        }),
      },
    };
  },
};
