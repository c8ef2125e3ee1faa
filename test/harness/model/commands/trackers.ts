import fc from "fast-check";
import type { Bounds } from "../lists.js";
import { sortByName } from "../people.js";
import { TRACKER_SELECTION } from "../selections.js";
import {
  countTrackedCalls,
  deleteTracker,
  EXCLUSION,
  PHRASE_GROUPS,
  searchTrackers,
  type TrackerInput,
  upsertTracker,
} from "../trackers.js";
import { buildTrackerView } from "../views.js";
import { buildGraphqlExchange, defineCommand } from "./command-kind.js";
import { bounds, fields, index, maybe, names, pickId } from "./value-pool.js";

/** One phrase of each group, in any order; seldom with an exclusion or an empty phrase. */
const phrases = fc
  .tuple(
    fc.shuffledSubarray(PHRASE_GROUPS, { maxLength: 3 }),
    fc.nat(1),
    fc.constantFrom([], [], [], [], [EXCLUSION], [EXCLUSION], [""]),
  )
  .map(([groups, at, others]) => [...groups.map((group) => group[at % group.length]!), ...others]);

const save = defineCommand({
  weight: 5,
  internal: true,
  data: fc.record({
    index: maybe(index),
    input: fields<Omit<TrackerInput, "id">>({
      name: fc.oneof(
        { weight: 9, arbitrary: names },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
      phrases: fc.oneof(
        { weight: 5, arbitrary: phrases },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
      saidBy: maybe(fc.constantFrom("rep", "client", "anyone")),
    }),
  }),
  resolve: ({ org, other }, { index, input }): TrackerInput => {
    const id = index === undefined ? undefined : pickId(org.trackers, other.trackers, index);
    return { ...input, ...(id !== undefined && { id }) };
  },
  apply: ({ world, org }, input) => upsertTracker(world, org, input),
})({
  graph: buildGraphqlExchange(
    `mutation ($input: TrackerInput!) { answer: upsertTracker(input: $input) { ${TRACKER_SELECTION} } }`,
    (input) => ({ input }),
    buildTrackerView,
  ),
});

const remove = defineCommand({
  weight: 1,
  internal: true,
  data: index,
  resolve: ({ org, other }, at) => pickId(org.trackers, other.trackers, at),
  apply: ({ org }, id) => deleteTracker(org, id),
})({
  graph: buildGraphqlExchange(
    "mutation ($id: ID!) { answer: deleteTracker(id: $id) }",
    (id) => ({ id }),
    (value) => value,
  ),
});

/** Runs the background search to its end. */
const search = defineCommand({
  weight: 8,
  data: fc.constant(null),
  resolve: () => ({}),
  apply: ({ world, org }) => searchTrackers(world, org),
})({
  graph: () => [{ request: { job: "searchTrackers" }, expected: { body: {} } }],
});

const list = defineCommand({
  weight: 1,
  data: fc.constant(null),
  resolve: () => ({}),
  apply: ({ org }) => sortByName(org.trackers),
})({
  graph: buildGraphqlExchange(
    `query { answer: trackers { ${TRACKER_SELECTION} } }`,
    () => ({}),
    (all) => all.map(buildTrackerView),
  ),
});

const calls = defineCommand({
  weight: 3,
  data: fields<Required<Bounds>>({ from: bounds, to: bounds }),
  resolve: (_at, input) => input,
  apply: ({ world, org }, input) => countTrackedCalls(world, org, input),
})({
  graph: buildGraphqlExchange(
    `query ($from: DateFrom!, $to: DateTo!) {
      answer: trackedCalls(from: $from, to: $to) {
        tracker { id } user { email } calls weeks { from calls }
      }
    }`,
    (input) => input,
    (rows) => rows,
  ),
});

export const trackers = { save, remove, search, list, calls };
