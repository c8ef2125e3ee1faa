import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import test from "ava";
import fc from "fast-check";
import { COMPACT_VECTOR_BYTES } from "../../db/recordings/compact-vector.js";
import { splitLine } from "../../src/analyzer/basic/sentences.js";
import type { DemoEvent, DemoEventKind } from "../../src/demo/events.js";
import { createFindMeanings } from "../../src/demo/find-meanings.js";
import { MEANINGS, SENTENCES_HASH } from "../../src/demo/meanings.js";
import { listSampleSentences } from "../../src/demo/sample-sentences.js";
import { createLocalStory } from "../../src/demo/local-times.js";
import { createStory } from "../../src/demo/story.js";

const MONDAY = Date.parse("2026-03-02T12:00:00.000Z");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Stories with random seeds that end at random minutes within two weeks. */
const stories = fc
  .sample(fc.tuple(fc.integer(), fc.integer({ min: 0, max: 14 * 24 * 60 })), 15)
  .map(([seed, minutes]) => {
    const now = MONDAY + minutes * MINUTE;
    return { seed, now, events: createStory(seed, now) };
  });

const ofKind = <Kind extends DemoEventKind>(events: DemoEvent[], kind: Kind) =>
  events.filter(({ kind: other }) => other === kind) as unknown as DemoEvent<Kind>[];

/** Returns the problems that `find` reports, each with its story's seed and end. */
const findProblems = (find: (events: DemoEvent[], now: number) => unknown[]): unknown[] =>
  stories.flatMap(({ seed, now, events }) =>
    find(events, now).map((problem) => ({ seed, now, problem })),
  );

const isInOrder = (numbers: number[]): boolean =>
  numbers.every((number, index) => index === 0 || numbers[index - 1]! <= number);

test("a story depends only on its seed and its time", (t) => {
  const { seed, now, events } = stories[0]!;
  // A diff of two stories would be too long to print.
  t.true(isDeepStrictEqual(createStory(seed, now), events));
  t.false(isDeepStrictEqual(createStory(seed + 1, now), events));
});

test("a story is in order, covers a year and ends now", (t) => {
  const problems = findProblems((events, now) => {
    const calls = ofKind(events, "call");
    const endsNow = events.at(-1)!.at <= now && calls.at(-1)!.at > now - MINUTE;
    const startsEarly = calls[0]!.at < now - 330 * DAY;
    return isInOrder(events.map(({ at }) => at)) && startsEarly && endsNow
      ? []
      : [{ startsEarly, endsNow }];
  });
  t.deepEqual(problems, []);
});

test("a story has about ten users and 380 to 440 analyses, on any day", (t) => {
  for (const { events } of stories) {
    const users = new Set(ofKind(events, "user").map(({ input }) => input.email));
    t.true(users.size >= 8 && users.size <= 12);
    t.is(ofKind(events, "team").length, 3);
    t.is(ofKind(events, "template").length, 2);
    const analyses = ofKind(events, "analysis");
    t.true(analyses.length >= 380 && analyses.length <= 440, String(analyses.length));
    for (const kind of ["start", "fail", "review", "client", "activity"] as const)
      t.true(ofKind(events, kind).length > 0, kind);
  }
});

const offsetOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  return (time: number): number => {
    const { value } = format.formatToParts(time).find(({ type }) => type === "timeZoneName")!;
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(value)!;
    if (sign === undefined) return 0;
    return (sign === "+" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
};

test("working hours are those of the machine's time zone, all year", (t) => {
  const { seed, now, events } = stories[0]!;
  for (const zone of [
    "America/New_York",
    "Europe/Berlin",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
  ]) {
    const offsetAt = offsetOf(zone);
    const local = createLocalStory(seed, now, offsetAt);
    t.true(local.every(({ at }) => at <= now));
    t.true(ofKind(local, "call").length > 380);
    for (const { input } of ofKind(local, "appointment")) {
      const start = Date.parse(input.startTime);
      const hour = new Date(start - offsetAt(start) * MINUTE).getUTCHours();
      t.true(hour >= 8 && hour < 18, `${input.startTime} in ${zone}`);
    }
  }
  t.true(
    isDeepStrictEqual(
      createLocalStory(seed, now, () => 300),
      events,
    ),
  );
});

test("customers miss visits: appointments without a call", (t) => {
  const shares = stories.map(({ now, events }) => {
    const met = new Set(ofKind(events, "call").map(({ input }) => input.eventId));
    const past = ofKind(events, "appointment").filter(
      ({ input }) => Date.parse(input.endTime) < now - DAY,
    );
    const missed = past.filter(({ input }) => !met.has(input.eventId));
    return missed.length / past.length;
  });
  t.true(
    shares.every((share) => share > 0 && share < 0.2),
    String(shares),
  );
});

/** Returns in how many of the user's visits of that age in days a monthly payment was offered. */
const computeOfferShare = (email: string, from: number, to: number): number => {
  const calls = stories.flatMap(({ now, events }) => {
    const visits = new Set(
      ofKind(events, "call").flatMap(({ input, at, audio }) => {
        const age = (now - at) / DAY;
        // Calls with audio are the same in all stories.
        if (audio || input.source !== "mobile") return [];
        return input.userEmail === email && age >= from && age < to ? [input.callId] : [];
      }),
    );
    return ofKind(events, "analysis").filter(({ callId }) => visits.has(callId));
  });
  const asked = calls.filter(({ conversation: { lines } }) =>
    lines.some(({ text }) => text.includes("Is a monthly payment something you would consider")),
  );
  return asked.length / calls.length;
};

test("reps differ, and some change within the year", (t) => {
  const [priya, ben] = ["priya.raman@larkspur.example", "ben.castillo@larkspur.example"] as const;
  const [before, now] = [
    [180, 365],
    [0, 60],
  ] as const;
  t.true(computeOfferShare(priya, ...now) > computeOfferShare(priya, ...before) + 0.2);
  t.true(computeOfferShare(ben, ...now) < computeOfferShare(ben, ...before));
  t.true(computeOfferShare(priya, ...now) > computeOfferShare(ben, ...now) + 0.2);
});

test("a user has no calls or appointments after leaving", (t) => {
  let before = 0;
  const problems = findProblems((events) => {
    const departure = ofKind(events, "user").find(({ input }) => input.active === false)!;
    const entries = [...ofKind(events, "call"), ...ofKind(events, "appointment")].filter(
      ({ input }) => input.userEmail === departure.input.email,
    );
    const after = entries.filter(({ at }) => at >= departure.at);
    before += entries.length - after.length;
    return after;
  });
  t.deepEqual(problems, []);
  t.true(before > 0);
});

test("a transcript has 12 to 44 utterances, ordered by start", (t) => {
  const problems = findProblems((events) =>
    ofKind(events, "analysis")
      .map(({ conversation }) => conversation.lines)
      .filter(
        (transcript) =>
          transcript.length < 12 ||
          transcript.length > 44 ||
          !isInOrder(transcript.map(({ start }) => start)) ||
          !transcript.every(({ start, end }) => Number.isInteger(start + end) && start < end),
      ),
  );
  t.deepEqual(problems, []);
});

/** Leaves out what may have any letters. */
const withoutPeaks = (key: string, value: unknown): unknown => (key === "peaks" ? [] : value);

test("phrases have no unfilled placeholder", (t) => {
  const problems = findProblems((events) => [
    ...(JSON.stringify(events, withoutPeaks).match(/\{\w+\}|undefined|NaN/g) ?? []),
  ]);
  t.deepEqual(problems, []);
});

test("the meanings belong to the story's sentences: run npm run demo:meanings after a change", (t) => {
  const sentences = listSampleSentences();
  const hash = createHash("sha256").update(JSON.stringify(sentences)).digest("hex");
  t.is(hash, SENTENCES_HASH);
  t.is(Buffer.from(MEANINGS, "base64").length, sentences.length * COMPACT_VECTOR_BYTES);
});

test("each sentence of a story has a meaning", (t) => {
  const findMeanings = createFindMeanings();
  const problems = findProblems((events) =>
    ofKind(events, "analysis").flatMap(({ conversation: { lines } }) => {
      const meanings = findMeanings(lines);
      const sentences = lines.flatMap((line) => splitLine(line));
      return sentences.filter(({ text }) => !meanings.has(text)).map(({ text }) => text);
    }),
  );
  t.deepEqual(problems, []);
});

test("appointments arrive once, before they start, and some lie in the future", (t) => {
  const problems = findProblems((events, now) => {
    const pushed = ofKind(events, "appointment");
    const late = pushed.filter(({ at, input }) => at >= Date.parse(input.startTime));
    const ids = pushed.map(({ input }) => input.eventId);
    const ahead = pushed.some(({ input }) => Date.parse(input.startTime) > now);
    return new Set(ids).size === ids.length && ahead ? late : [...late, { ids, ahead }];
  });
  t.deepEqual(problems, []);
});

test("most calls name an appointment, which always arrives earlier", (t) => {
  const problems = findProblems((events) => {
    const calls = ofKind(events, "call");
    const pushed = new Map(
      ofKind(events, "appointment").map(({ at, input }) => [input.eventId, at]),
    );
    const named = calls.filter(({ input }) => input.eventId !== undefined);
    const unknown = named.filter(({ at, input }) => !(pushed.get(input.eventId!)! < at));
    return named.length > calls.length / 2 ? unknown : [...unknown, named.length / calls.length];
  });
  t.deepEqual(problems, []);
});
