import fc from "fast-check";
import { countAgreement, setVerdict, type VerdictInput } from "../verdicts.js";
import { buildGraphqlExchange, defineCommand } from "./command-kind.js";
import { defineRecordingChange } from "./recording-change.js";
import { index, pickByIndex, UNKNOWN_ID } from "./value-pool.js";

const set = defineRecordingChange(
  10,
  ["setVerdict", ", $questionId: ID!, $yes: Boolean, $rating: Int, $notApplicable: Boolean"],
  fc.record({
    at: index,
    isOfOtherKind: fc.constantFrom(false, false, false, false, true),
    yes: fc.boolean(),
    rating: fc.constantFrom(1, 2, 3, 4, 5, 5, 0, 6),
    what: fc.constantFrom("result", "result", "result", "result", "none", "back", "both", "no"),
  }),
  (_at, { at, isOfOtherKind, yes, rating, what }, recording): VerdictInput => {
    const answer = pickByIndex(recording?.analysis?.process?.answers ?? [], at);
    const questionId = answer?.questionId ?? UNKNOWN_ID;
    if (what === "none") return { questionId, notApplicable: true };
    if (what === "back") return { questionId, yes: null };
    if (what === "no") return { questionId };
    if (what === "both")
      return { questionId, yes, ...(isOfOtherKind ? { notApplicable: true } : { rating }) };
    const isRated = (answer?.kind === "rating") !== isOfOtherKind;
    return { questionId, ...(isRated ? { rating } : { yes }) };
  },
  ({ world, org }, id, input) => setVerdict(world, org, id, input),
);

const agreement = defineCommand({
  weight: 2,
  internal: true,
  data: fc.constant(null),
  resolve: () => ({}),
  apply: ({ org }) => countAgreement(org),
})({
  graph: buildGraphqlExchange(
    "query { answer: verdictAgreement { questionId verdicts agreed wrongYes } }",
    () => ({}),
    (rows) => rows,
  ),
});

export const verdicts = { set, agreement };
