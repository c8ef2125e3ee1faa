import fc from "fast-check";
import type { TestUtterance } from "../../../helpers/recordings/measure-call.js";
import { WORLD_START_MS } from "../world.js";

// Few names and times, so that generated values often coincide.

const HALF_HOUR_MS = 30 * 60_000;

export const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
export const EMAILS = ["rep@example.com", "Kim@Example.com", "new@example.com"];

/** Most belong to existing users. */
export const emails = fc.constantFrom(
  ...EMAILS.slice(0, 2).flatMap((email) => Array.from({ length: 4 }, () => email)),
  "REP@example.COM",
  "kim@example.com",
  "new@example.com",
  "nobody@example.com",
);
export const names = fc.constantFrom("Ann", "Zoë", "Ünï 🙂", "\u{ff46}", "__proto__");
export const TAGS = ["roof", "new", "__proto__", "10", "Ünï 🙂"];
/** Some have more than 60 % of their words in common. */
export const TASKS = [
  "Send the offer",
  "Send the offer to Ann (Fri 6 Mar 2026)",
  "Send offer today",
  "Call back",
  "Call back today",
];
export const DUE_DAYS = ["2026-03-02", "2026-03-06", "2026-03-10"];
export const eventIds = fc.constantFrom("e-1", "e-2", "e-3", "é/4 ?%", "E-1");
export const crmIds = fc.constantFrom("c-1", "c-2", "c-3", "C-1");
export const addresses = fc.constantFrom("ann@example.com", "Ann@example.com", "a+b@example.com");

/** Multiples of half an hour around the start, where match windows end. */
export const starts = fc
  .integer({ min: -2, max: 6 })
  .map((at) => WORLD_START_MS + at * HALF_HOUR_MS);

/** Usually later than a start. */
export const ends = starts.map((time) => time + 3 * HALF_HOUR_MS);

/** Starts, and one millisecond before or after. */
export const moments = fc
  .tuple(starts, fc.constantFrom(0, 0, 0, -1, 1))
  .map(([time, offsetMs]) => time + offsetMs);

export const bounds = fc
  .tuple(moments, fc.boolean(), fc.constantFrom(0, 0, -1, 1))
  .map(([time, isDay, days]) =>
    new Date(time + days * 86_400_000).toISOString().slice(0, isDay ? 10 : 24),
  );

/** Picks an item by a number that was generated before the list existed. */
export const pickByIndex = <T>(things: readonly T[], index: number): T | undefined =>
  things[index % (things.length || 1)];

/** Picks an ID from `own`; occasionally one of the other organization or an unknown one. */
export const pickId = (
  own: readonly { id: string }[],
  others: readonly { id: string }[],
  index: number,
): string | undefined => {
  if (index % 23 === 22) return UNKNOWN_ID;
  if (index % 17 === 16) return pickByIndex(others, index)?.id;
  return pickByIndex(own, index)?.id;
};

export const index = fc.nat(1_000);

export const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 });

/** Generates a value, null or undefined. */
export const clearable = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof(
    { weight: 3, arbitrary: value },
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant(null) },
  );

/** Generates an object without undefined fields. */
export const fields = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc
    .record(model)
    .map(
      (record) =>
        Object.fromEntries(
          Object.entries(record as object).filter(([, value]) => value !== undefined),
        ) as T,
    );

export const customers = fields({
  id: clearable(
    fc.oneof({ weight: 30, arbitrary: crmIds }, { weight: 1, arbitrary: fc.constant("") }),
  ),
  name: clearable(names),
  email: clearable(addresses),
  location: clearable(fc.constantFrom("1 Main St", "")),
});

interface WithCustomer {
  customer?: { id?: string | null } | null;
}

/** Over /v1, a blank customer id counts as absent. */
export const withoutBlanks = <Input extends WithCustomer>(
  { surface }: { surface: string },
  input: Input,
): Input => {
  if (surface !== "v1" || input.customer?.id !== "") return input;
  return { ...input, customer: { ...input.customer, id: undefined } };
};

// No two have several longest common sequences of words, so that it is clear which ones a correction keeps.
const LINES = [
  "Hello there.",
  "Is it? Really",
  "",
  "one two 'three' four? Yes.",
  "The price is high! What prices? Hello there.",
];

/** A line of a transcript. */
export const lines = fc.constantFrom(...LINES);

export const transcripts: fc.Arbitrary<TestUtterance[]> = fc.array(
  fc
    .record({
      speaker: fc.constantFrom("A", "B"),
      role: fc.constantFrom("rep" as const, "client" as const, "other" as const),
      text: fc.constantFrom(...LINES),
      start: fc.nat(9_000),
      length: fc.oneof(
        { weight: 19, arbitrary: fc.constantFrom(0, 1, 700, 30_000) },
        { weight: 1, arbitrary: fc.constant(-1) },
      ),
    })
    .map(({ length, ...utterance }) => ({
      ...utterance,
      end: Math.max(0, utterance.start + length),
    })),
  { maxLength: 3 },
);

export const objects = fc.constantFrom<Record<string, unknown>>(
  {},
  { source: "web", 10: [1.5, null] },
  { summary: "mine", event_id: "mine", client: "mine", size: { a: "ü" } },
);

/** A page size, usually smaller than the list. */
export const limits = fc.constantFrom(1, 2, 3, 25, 100);
