import fc from "fast-check";
import { type CallInput, ingestCall } from "../calls.js";
import { RECORDING_SELECTION } from "../selections.js";
import { toRestBody, toRestCall, toRestName } from "../rest-views.js";
import { buildKeySymbol } from "../server-side.js";
import { formatTime } from "../views.js";
import { showRecording } from "./recording-change.js";
import { buildGraphqlExchange, defineCommand, buildExchange } from "./command-kind.js";
import {
  clearable,
  customers,
  emails,
  eventIds,
  fields,
  maybe,
  moments,
  names,
  objects,
  transcripts,
  withoutBlanks,
} from "./value-pool.js";

const formatTimes = ({ startedAt, ...input }: CallInput): object => ({
  ...input,
  startedAt: formatTime(startedAt),
});

export const call = defineCommand({
  weight: 20,
  data: fc.record({
    byUrl: fc.boolean(),
    source: maybe(fc.constantFrom("mobile", "dialer", "meeting", "upload")),
    input: fields<CallInput>({
      callId: fc.constantFrom("call-1", "call-2", "call-3", "call-4", "call-5", "call-6"),
      userEmail: emails,
      startedAt: moments,
      duration: clearable(
        fc.constantFrom(0, 1, 90_000, 90_000, 90_000, 600_000, 600_000, 600_000, -1),
      ),
      name: maybe(names),
      eventId: clearable(eventIds),
      customer: clearable(customers),
      customFields: clearable(objects),
      transcript: maybe(transcripts),
    }),
  }),
  // /v1/dialer has no source field.
  resolve: ({ surface }, { source, ...data }) =>
    surface === "v1" || source === undefined ? data : { ...data, input: { ...data.input, source } },
  apply: (at, { input }) => ingestCall(at.world, at.org, withoutBlanks(at, input)),
})({
  v1: buildExchange(
    ({ byUrl, input }, { org }) => ({
      method: "POST",
      path: byUrl ? buildKeySymbol(org, "dialer") : "/v1/dialer",
      body: toRestBody(formatTimes(input)),
    }),
    (recording, at) => ({ recording: toRestCall(showRecording(recording, at)) }),
    toRestName,
  ),
  graph: buildGraphqlExchange(
    `mutation ($input: CallInput!) { answer: ingestCall(input: $input) { ${RECORDING_SELECTION} } }`,
    ({ input }) => ({ input: formatTimes(input) }),
    showRecording,
  ),
});
