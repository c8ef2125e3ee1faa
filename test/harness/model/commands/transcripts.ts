import fc from "fast-check";
import {
  type CorrectionInput,
  correctUtterance,
  removeTranscripts,
  swapSides,
  undoCorrections,
} from "../transcripts.js";
import { buildGraphqlExchange, defineCommand } from "./command-kind.js";
import { defineRecordingChange } from "./recording-change.js";
import { lines } from "./value-pool.js";

const correct = defineRecordingChange(
  5,
  ["correctUtterance", ", $index: Int!, $expectedText: String!, $text: String!"],
  fc.record({
    at: fc.nat(3),
    isCurrent: fc.constantFrom(true, true, true, true, false),
    text: lines,
  }),
  (_at, { at, isCurrent, text }, recording): CorrectionInput => {
    const transcript = recording?.transcript ?? [];
    // Sometimes the index after the last line.
    const index = at % (transcript.length + (at === 3 ? 1 : 0) || 1);
    return { index, expectedText: isCurrent ? (transcript[index]?.text ?? "") : "Former.", text };
  },
  ({ world, org }, id, input) => correctUtterance(world, org, id, input),
);

const swap = defineRecordingChange(
  2,
  ["swapSides", ""],
  fc.constant({}),
  () => ({}),
  ({ world, org }, id) => swapSides(world, org, id),
);

const undo = defineRecordingChange(
  2,
  ["undoTranscriptCorrections", ""],
  fc.constant({}),
  () => ({}),
  ({ world, org }, id) => undoCorrections(world, org, id),
);

const DAY_MS = 86_400_000;

const setRetention = buildGraphqlExchange<{ days: number }, void>(
  `mutation ($days: Int) { answer: setRetention(input: { transcriptDays: $days }) { transcriptDays } }`,
  ({ days }) => ({ days }),
  () => null,
);

/** Sets how long transcripts are kept, and runs retention once, often when calls are just old enough. */
const retain = defineCommand({
  weight: 2,
  internal: true,
  data: fc.record({ days: fc.constantFrom(1, 2), waitMs: fc.constantFrom(0, DAY_MS, DAY_MS + 1) }),
  resolve: (_at, input) => input,
  apply: ({ world, org }, { days, waitMs }) => {
    world.now += waitMs;
    removeTranscripts(world, org, days);
  },
})({
  graph: (at, input, outcome) => {
    if ("refusal" in outcome) return setRetention(at, input, outcome);
    const [set] = setRetention(at, input, outcome);
    const body = { answer: { transcriptDays: input.days } };
    return [
      { ...set!, expected: { body } },
      { request: { job: "runRetention" }, expected: { body: {} } },
    ];
  },
});

export const transcripts = { correct, swap, undo, retain };
