import { type Adapter, isSameSecret, withoutUndefined, secondsToMs, parseJson } from "./adapter.js";
import type { Payload } from "../payload.js";

// A transferred call has one recording and one event for each leg.
const fieldPaths = {
  callId: "body.sourceRecordId",
  startedAt: "body.recordingStartTime",
  duration: "body.recordingDurationMs",
  name: "body.title",
  transcript: "body.insights.Transcript",
} as const;

const INSIGHTS_EVENT = /^\/ai\/ringsense\/v1\/public\/accounts\/[^/]+\/domains\/([^/]+)\/insights$/;

interface Speaker {
  id: string;
  name: string | undefined;
  number: string | undefined;
  role: "rep" | "client" | "other";
}

const readSpeakers = (payload: Payload): Speaker[] => {
  const owner = payload.id("body.ownerExtensionId");
  return payload.each("body.speakerInfo", (speaker) => {
    const extension = speaker.id("extensionId");
    return {
      id: speaker.required("speakerId", speaker.id("speakerId")),
      name: speaker.text("name"),
      number: speaker.text("phoneNumber"),
      // A colleague is neither the rep nor the customer.
      role: extension === undefined ? "client" : extension === owner ? "rep" : "other",
    };
  });
};

const readTranscript = (payload: Payload, speakers: readonly Speaker[]) =>
  payload.each(fieldPaths.transcript, (utterance) => {
    const id = utterance.id("speakerId");
    const speaker = speakers.find((candidate) => candidate.id === id);
    const time = (name: string) => secondsToMs(utterance.required(name, utterance.number(name)))!;
    return {
      speaker: speaker?.name ?? speaker?.number ?? id ?? "unknown",
      role: speaker?.role ?? "other",
      text: utterance.text("text") ?? "",
      start: time("start"),
      end: time("end"),
    };
  });

/** Reads RingCentral's RingSense events, which have the transcript. Telephony session events have none. */
export const ringcentral: Adapter = {
  title: "RingCentral",
  mediaTypes: ["application/json"],
  parse: parseJson,
  fieldPaths,
  secretDescription: "The verification token of the subscription",
  // RingCentral's guide uses both names.
  isSigned: (secret, { header }) =>
    ["verification-token", "validation-token"]
      .map((name) => isSameSecret(header(name), secret))
      .includes(true),
  answerHandshake: ({ body, header }) => {
    const token = header("validation-token");
    return token !== "" && body.trim() === "" ? { "validation-token": token } : undefined;
  },
  read: (payload) => {
    const event = payload.required("event", payload.text("event"));
    const domain = INSIGHTS_EVENT.exec(event)?.[1];
    if (domain === undefined) return { ignoredReason: `${event} isn't a RingSense insights event` };
    const callId = payload.required(fieldPaths.callId, payload.id(fieldPaths.callId));
    if (payload.list(fieldPaths.transcript).length === 0)
      return { ignoredReason: "The event has no transcript" };
    const speakers = readSpeakers(payload);
    const customer = speakers.find(({ role }) => role === "client");
    return {
      call: {
        callId,
        startedAt: payload.required(fieldPaths.startedAt, payload.time(fieldPaths.startedAt)),
        duration: payload.number(fieldPaths.duration),
        name: payload.text(fieldPaths.name),
        customer: withoutUndefined({ name: customer?.name }),
        transcript: readTranscript(payload, speakers),
        customFields: withoutUndefined({
          direction: payload.text("body.callDirection")?.toLowerCase(),
          customer_number: customer?.number,
          agent_id: payload.id("body.ownerExtensionId"),
          domain,
          session_id: payload.id("body.sourceSessionId"),
        }),
      },
    };
  },
};
