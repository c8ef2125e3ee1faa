import { isDeepStrictEqual } from "node:util";
import test from "ava";
import fc from "fast-check";
import type { DemoEvent, DemoEventKind } from "../../src/demo/events.js";
import { createStory } from "../../src/demo/story.js";

const MONDAY = Date.parse("2026-03-02T12:00:00.000Z");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Stories of any seed that end at any minute of two weeks. */
const stories = fc
  .sample(fc.tuple(fc.integer(), fc.integer({ min: 0, max: 14 * 24 * 60 })), 15)
  .map(([seed, minutes]) => {
    const now = MONDAY + minutes * MINUTE;
    return { seed, now, events: createStory(seed, now) };
  });

const ofKind = <Kind extends DemoEventKind>(events: DemoEvent[], kind: Kind) =>
  events.filter(({ kind: other }) => other === kind) as unknown as DemoEvent<Kind>[];

/** What is wrong in which story. */
const problems = (look: (events: DemoEvent[], now: number) => unknown[]): unknown[] =>
  stories.flatMap(({ seed, now, events }) =>
    look(events, now).map((problem) => ({ seed, now, problem })),
  );

const inOrder = (numbers: number[]): boolean =>
  numbers.every((number, index) => index === 0 || numbers[index - 1]! <= number);

test("the same seed and time tell the same story, another seed another one", (t) => {
  const { seed, now, events } = stories[0]!;
  // The difference of two stories would be too long to be told.
  t.true(isDeepStrictEqual(createStory(seed, now), events));
  t.false(isDeepStrictEqual(createStory(seed + 1, now), events));
});

test("a story is told in its order, over two months, and ends now", (t) => {
  const wrong = problems((events, now) => {
    const calls = ofKind(events, "call");
    const ends = events.at(-1)!.at <= now && calls.at(-1)!.at > now - MINUTE;
    const begins = calls[0]!.at < now - 50 * DAY;
    return inOrder(events.map(({ at }) => at)) && begins && ends ? [] : [{ begins, ends }];
  });
  t.deepEqual(wrong, []);
});

test("a story has an organization's people and a few hundred calls, whatever the day", (t) => {
  for (const { events } of stories) {
    const users = new Set(ofKind(events, "user").map(({ input }) => input.email));
    t.true(users.size >= 8 && users.size <= 12);
    t.is(ofKind(events, "team").length, 3);
    t.is(ofKind(events, "template").length, 2);
    const analyses = ofKind(events, "analysis");
    t.true(analyses.length >= 250 && analyses.length <= 300, String(analyses.length));
    for (const closed of [true, false])
      t.true(analyses.some(({ input }) => input.closed === closed));
    t.true(analyses.some(({ input }) => input.coaching === null));
    t.true(analyses.some(({ input }) => input.actionItems === null));
    for (const kind of ["start", "fail", "review", "client", "activity"] as const)
      t.true(ofKind(events, kind).length > 0, kind);
  }
});

test("nobody has calls or appointments after they left", (t) => {
  let before = 0;
  const wrong = problems((events) => {
    const left = ofKind(events, "user").find(({ input }) => input.active === false)!;
    const theirs = [...ofKind(events, "call"), ...ofKind(events, "appointment")].filter(
      ({ input }) => input.userEmail === left.input.email,
    );
    const after = theirs.filter(({ at }) => at >= left.at);
    before += theirs.length - after.length;
    return after;
  });
  t.deepEqual(wrong, []);
  t.true(before > 0);
});

test("a transcript has 12 to 40 utterances, in the order of their start", (t) => {
  const wrong = problems((events) =>
    ofKind(events, "analysis")
      .map(({ input }) => input.transcript)
      .filter(
        (transcript) =>
          transcript.length < 12 ||
          transcript.length > 40 ||
          !inOrder(transcript.map(({ start }) => start)) ||
          !transcript.every(({ start, end }) => Number.isInteger(start + end) && start < end),
      ),
  );
  t.deepEqual(wrong, []);
});

test("every word of a phrase is filled in, and no tag has a comma", (t) => {
  const wrong = problems((events) => [
    ...(JSON.stringify(events).match(/\{\w+\}|undefined|NaN/g) ?? []),
    ...ofKind(events, "analysis")
      .flatMap(({ input }) => input.tags)
      .filter((tag) => tag === "" || tag.includes(",")),
  ]);
  t.deepEqual(wrong, []);
});

test("what is noted of a call's process was said in it", (t) => {
  const wrong = problems((events) =>
    ofKind(events, "analysis").flatMap(({ input, process }) =>
      (process?.answers ?? []).filter(({ answer, yes }) => {
        const said = input.transcript.some(({ text }) => answer === `"${text}"`);
        return yes ? !said : answer !== null;
      }),
    ),
  );
  t.deepEqual(wrong, []);
});

test("an appointment is pushed once, before it starts, and some lie ahead", (t) => {
  const wrong = problems((events, now) => {
    const pushed = ofKind(events, "appointment");
    const late = pushed.filter(({ at, input }) => at >= Date.parse(input.startTime));
    const ids = pushed.map(({ input }) => input.eventId);
    const ahead = pushed.some(({ input }) => Date.parse(input.startTime) > now);
    return new Set(ids).size === ids.length && ahead ? late : [...late, { ids, ahead }];
  });
  t.deepEqual(wrong, []);
});

test("most calls name an appointment, and each of these has been pushed before", (t) => {
  const wrong = problems((events) => {
    const calls = ofKind(events, "call");
    const pushed = new Map(
      ofKind(events, "appointment").map(({ at, input }) => [input.eventId, at]),
    );
    const named = calls.filter(({ input }) => input.eventId !== undefined);
    const unknown = named.filter(({ at, input }) => !(pushed.get(input.eventId!)! < at));
    return named.length > calls.length / 2 ? unknown : [...unknown, named.length / calls.length];
  });
  t.deepEqual(wrong, []);
});
