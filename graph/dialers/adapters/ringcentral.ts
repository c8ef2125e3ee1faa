import { type Adapter, isSame, known, milliseconds, parseJson } from "./adapter.js";
import type { Payload } from "./payload.js";

// Each leg of a call that was handed on is recorded, and told of, by itself.
const from = {
  callId: "body.sourceRecordId",
  startedAt: "body.recordingStartTime",
  duration: "body.recordingDurationMs",
  name: "body.title",
  transcript: "body.insights.Transcript",
} as const;

const INSIGHTS = /^\/ai\/ringsense\/v1\/public\/accounts\/[^/]+\/domains\/([^/]+)\/insights$/;

interface Speaker {
  id: string;
  name: string | undefined;
  number: string | undefined;
  role: "rep" | "client" | "other";
}

const speakersOf = (payload: Payload): Speaker[] => {
  const owner = payload.id("body.ownerExtensionId");
  return payload.each("body.speakerInfo", (speaker) => {
    const extension = speaker.id("extensionId");
    return {
      id: speaker.required("speakerId", speaker.id("speakerId")),
      name: speaker.text("name"),
      number: speaker.text("phoneNumber"),
      // A colleague is neither whose call it was nor the customer.
      role: extension === undefined ? "client" : extension === owner ? "rep" : "other",
    };
  });
};

const transcriptOf = (payload: Payload, speakers: readonly Speaker[]) =>
  payload.each(from.transcript, (utterance) => {
    const id = utterance.id("speakerId");
    const speaker = speakers.find((one) => one.id === id);
    const time = (name: string) => milliseconds(utterance.required(name, utterance.number(name)))!;
    return {
      speaker: speaker?.name ?? speaker?.number ?? id ?? "unknown",
      role: speaker?.role ?? "other",
      text: utterance.text("text") ?? "",
      start: time("start"),
      end: time("end"),
    };
  });

/** Its RingSense events have what was said. Those of telephony sessions have neither that nor a recording. */
export const ringcentral: Adapter = {
  title: "RingCentral",
  types: ["application/json"],
  parse: parseJson,
  from,
  secret: "The verification token of the subscription",
  // Its guide calls it by either name.
  isSigned: (secret, { header }) =>
    ["verification-token", "validation-token"]
      .map((name) => isSame(header(name), secret))
      .includes(true),
  greeting: ({ body, header }) => {
    const token = header("validation-token");
    return token !== "" && body.trim() === "" ? { "validation-token": token } : undefined;
  },
  read: (payload) => {
    const event = payload.required("event", payload.text("event"));
    const domain = INSIGHTS.exec(event)?.[1];
    if (domain === undefined) return { nothing: `${event} is no event of RingSense insights` };
    const callId = payload.required(from.callId, payload.id(from.callId));
    if (payload.list(from.transcript).length === 0)
      return { nothing: "The event has no transcript" };
    const speakers = speakersOf(payload);
    const customer = speakers.find(({ role }) => role === "client");
    return {
      call: {
        callId,
        startedAt: payload.required(from.startedAt, payload.time(from.startedAt)),
        duration: payload.number(from.duration),
        name: payload.text(from.name),
        customer: known({ name: customer?.name }),
        transcript: transcriptOf(payload, speakers),
        customFields: known({
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
