import fc from "fast-check";
import { type CallInput, ingestCall } from "../calls.js";
import { RECORDING } from "../documents.js";
import { bodyIn, callOut, nameIn } from "../rest.js";
import { keyOf } from "../sides.js";
import { time } from "../views.js";
import { shown } from "./changing.js";
import { graph, kind, once } from "./kind.js";
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
} from "./pool.js";

const timed = ({ startedAt, ...input }: CallInput): object => ({
  ...input,
  startedAt: time(startedAt),
});

export const call = kind({
  weight: 14,
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
  // The dialer says nothing of the source.
  resolve: ({ surface }, { source, ...data }) =>
    surface === "v1" || source === undefined ? data : { ...data, input: { ...data.input, source } },
  tell: ({ world, org }, { input }) => ingestCall(world, org, input),
})({
  v1: once(
    ({ byUrl, input }, { org }) => ({
      method: "POST",
      path: byUrl ? keyOf(org, "dialer") : "/v1/dialer",
      body: bodyIn(timed(input)),
    }),
    (recording, at) => ({ recording: callOut(shown(recording, at)) }),
    nameIn,
  ),
  graph: graph(
    `mutation ($input: CallInput!) { answer: ingestCall(input: $input) { ${RECORDING} } }`,
    ({ input }) => ({ input: timed(input) }),
    shown,
  ),
});
