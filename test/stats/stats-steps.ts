import fc from "fast-check";
import type { TestUtterance } from "../helpers/recordings/measure-call.js";

const TAGS = ["roof", "new", "__proto__", "constructor", "10", "Ünï 🙂"];
const CUSTOMERS = ["c-0", "c-1", "c-2"];

const ZONES = [
  "UTC",
  "America/New_York",
  "Europe/Berlin",
  "Asia/Kathmandu",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
];

const DAY_MS = 86_400_000;
// The first day of a 64-day bucket; day 6 after it is 2024-02-29.
const BASE_DAY = 19_776;
const days = fc.constantFrom(-130, -65, -64, -63, -9, -8, -1, 0, 1, 6, 7, 8, 9, 63, 64, 128);
const msOfDay = fc.constantFrom(0, 1, 43_200_000, DAY_MS - 2, DAY_MS - 1);
const utcTimes = fc.tuple(days, msOfDay).map(([day, ms]) => (BASE_DAY + day) * DAY_MS + ms);
/** Midnights before and after the changes of the clock, and midnights in Kathmandu, which never changes it. */
const localMidnights = [
  "2023-09-30T13:30Z",
  "2023-10-01T13:00Z",
  "2024-04-06T13:00Z",
  "2024-04-07T13:30Z",
  "2023-10-28T22:00Z",
  "2023-10-29T23:00Z",
  "2024-03-30T23:00Z",
  "2024-03-31T22:00Z",
  "2023-11-05T04:00Z",
  "2023-11-06T05:00Z",
  "2024-03-10T05:00Z",
  "2024-03-11T04:00Z",
  "2023-10-31T18:15Z",
  "2024-02-29T18:15Z",
].map((time) => Date.parse(time));
const localTimes = fc
  .tuple(fc.constantFrom(...localMidnights), fc.constantFrom(-1, 0, 1))
  .map(([midnight, ms]) => midnight + ms);
const times = fc.oneof({ arbitrary: utcTimes, weight: 2 }, localTimes);
const bound = fc
  .tuple(times, fc.boolean())
  .map(([time, isDay]) => new Date(time).toISOString().slice(0, isDay ? 10 : 24));

const indexes = (max: number) => fc.uniqueArray(fc.nat(max), { maxLength: 3 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

const transcripts: fc.Arbitrary<TestUtterance[]> = fc.array(
  fc
    .record({
      speaker: fc.constantFrom("A", "B"),
      role: fc.constantFrom("rep" as const, "client" as const),
      text: fc.constantFrom("Hello there.", "Is it? Really", "", "one two three four? Yes."),
      start: fc.nat(90_000),
      length: fc.oneof(fc.constant(0), fc.nat(30_000)),
    })
    .map(({ length, ...utterance }) => ({ ...utterance, end: utterance.start + length })),
  { maxLength: 4 },
);

const analyses = fc.record({
  transcript: fc.option(transcripts),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3 }),
  coaching: fc.constantFrom(null, "", " \u00a0\n\t", "Well done."),
  actionItems: fc.option(fc.nat(2)),
  template: fc.option(fc.nat(1), { freq: 4 }),
  answers: fc.option(fc.array(fc.boolean(), { maxLength: 3 }), { freq: 4 }),
  closed: fc.option(fc.boolean()),
});

const calls = fc.record({
  user: fc.nat(9),
  time: times,
  customer: fc.option(fc.constantFrom(...CUSTOMERS)),
  duration: fc.option(fc.nat(600_000)),
  transcript: transcripts,
  analysis: fc.option(analyses, { freq: 8 }),
  reviews: fc.array(fc.nat(100_000), { maxLength: 1 }),
});

const anyOf = (...names: string[]): fc.Arbitrary<string> => fc.constantFrom(...names);

const arbitraries = {
  call: calls,
  analyse: fc.record({ call: fc.nat(), analysis: analyses }),
  review: fc.record({ call: fc.nat(), ms: fc.nat(100_000) }),
  deleteCall: fc.record({ call: fc.nat() }),
  deleteClient: fc.record({ customer: fc.constantFrom(...CUSTOMERS) }),
  team: fc.record({ team: fc.nat(3), name: anyOf("A", "B", "é"), members: indexes(5) }),
  deleteTeam: fc.record({ team: fc.nat(3) }),
  user: fc.record({
    user: fc.nat(5),
    name: anyOf("A", "Z", "é", "𝒳", "ｆ"),
    active: fc.boolean(),
  }),
  template: fc.record({
    template: fc.nat(1),
    name: anyOf("A", "B"),
    keep: indexes(3),
    add: fc.boolean(),
  }),
};

const weights: Record<keyof typeof arbitraries, number> = {
  call: 12,
  analyse: 4,
  review: 2,
  deleteCall: 2,
  deleteClient: 1,
  team: 2,
  deleteTeam: 1,
  user: 2,
  template: 1,
};

export type StepKind = keyof typeof arbitraries;
export type StepData<K extends StepKind> =
  (typeof arbitraries)[K] extends fc.Arbitrary<infer T> ? T : never;
export type HistoryStep = { [K in StepKind]: { kind: K; data: StepData<K> } }[StepKind];

export const arbitraryStep: fc.Arbitrary<HistoryStep> = fc.oneof(
  ...Object.entries(arbitraries).map(([kind, data]) => ({
    weight: weights[kind as StepKind],
    arbitrary: (data as fc.Arbitrary<unknown>).map(
      (value) => ({ kind, data: value }) as HistoryStep,
    ),
  })),
);

/** A filter whose users, teams and templates are indexes into the world. */
export const arbitraryFilter = fc.record({
  groupBy: fc.constantFrom("user" as const, "team" as const, "all" as const),
  startDate: maybe(bound),
  endDate: maybe(bound),
  teams: maybe(fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 })),
  emails: maybe(fc.array(fc.nat(9), { minLength: 1, maxLength: 4 })),
  template: maybe(fc.nat(2)),
  tag: fc.option(fc.constantFrom(...TAGS, "unknown"), { nil: undefined, freq: 1 }),
  includedTags: maybe(fc.array(fc.constantFrom(...TAGS), { minLength: 1, maxLength: 3 })),
  excludedTags: maybe(fc.array(fc.constantFrom(...TAGS), { minLength: 1, maxLength: 2 })),
  interval: fc.option(fc.constantFrom("day", "week", "month"), { nil: undefined, freq: 1 }),
  timeZone: maybe(fc.constantFrom(...ZONES)),
});

export type StatsFilterChoice = typeof arbitraryFilter extends fc.Arbitrary<infer T> ? T : never;
