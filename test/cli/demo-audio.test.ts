import { existsSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import fc from "fast-check";
import type { DemoEvent } from "../../src/demo/events.js";
import { recordedAudio } from "../../src/demo/recorded/audio-index.js";
import { AUDIO_FOLDER } from "../../src/demo/recorded/recorded-audio.js";
import { createRecordedCalls, hashLines } from "../../src/demo/recorded/recorded-calls.js";
import { createStory } from "../../src/demo/story.js";
import { createDurationReader } from "../../src/media/read-duration.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WEEK = 7 * DAY;
/** A call of the last two weeks may have begun an hour before them. */
const MAX_AGE = 2 * WEEK + DAY / 24;
const SUNDAY_EVENING = Date.parse("2026-12-27T23:00:00.000Z");

/** Returns the calls with audio of a story, in the order of the story, with their analyses. */
const listRecorded = (seed: number, now: number) => {
  const events = createStory(seed, now);
  const analyses = events.filter((event) => event.kind === "analysis");
  return events
    .filter((event): event is DemoEvent<"call"> => event.kind === "call")
    .filter(({ audio }) => audio !== undefined)
    .map(({ input, audio, at }) => ({
      at,
      input,
      audio: audio!,
      conversation: analyses.find(({ callId }) => callId === input.callId)?.conversation,
    }));
};

const stories = fc
  .sample(fc.tuple(fc.integer(), fc.integer({ min: -60 * 24 * 365, max: 60 * 24 * 365 })), 12)
  .map(([seed, minutes]) => {
    const now = SUNDAY_EVENING + minutes * MINUTE;
    return { seed, now, calls: listRecorded(seed, now) };
  });

test("the audio belongs to the conversations: run npm run demo:audio after a change", async (t) => {
  const calls = createRecordedCalls();
  t.is(calls.length, 10);
  t.deepEqual(
    Object.keys(recordedAudio),
    calls.map(({ name }) => name),
  );
  const readDuration = createDurationReader();
  for (const { name, conversation } of calls) {
    const { linesHash, times, durationMs, peaks } = recordedAudio[name]!;
    t.is(linesHash, hashLines(conversation.lines), name);
    t.is(times.length, conversation.lines.length, name);
    t.is(peaks.length, 2, name);
    const path = join(AUDIO_FOLDER, `${name}.opus`);
    t.true(existsSync(path), path);
    t.is(await readDuration("demo", path), durationMs, name);
  }
});

test("lines with audio follow each other, and end before the audio does", (t) => {
  for (const [name, { times, durationMs }] of Object.entries(recordedAudio)) {
    const ends = [0, ...times.map(([, end]) => end)];
    t.true(
      times.every(([start, end], index) => start > ends[index]! && start < end),
      name,
    );
    t.true(ends.at(-1)! < durationMs, name);
  }
});

test("each story has the same ten calls with audio, analysed, in the last two weeks", (t) => {
  const texts = new Map(
    createRecordedCalls().map(({ name, conversation: { lines } }) => [
      `${name}.opus`,
      lines.map(({ text }) => text),
    ]),
  );
  for (const { seed, now, calls } of stories) {
    const message = JSON.stringify({ seed, now });
    t.deepEqual(calls.map(({ audio }) => audio.file).toSorted(), [...texts.keys()].toSorted());
    for (const { at, input, audio, conversation } of calls) {
      const startedAt = Date.parse(input.startedAt);
      t.true(at <= now && startedAt < at && startedAt > now - MAX_AGE, message);
      t.is(input.duration, audio.durationMs);
      t.deepEqual(
        conversation?.lines.map(({ text }) => text),
        texts.get(audio.file),
        message,
      );
    }
    const arrivals = calls.map(({ at }) => at);
    t.deepEqual(
      arrivals,
      arrivals.toSorted((a, b) => a - b),
      message,
    );
  }
});

test("weekdays and times that a call with audio names stay right", (t) => {
  const starts = new Map(
    createRecordedCalls().map(({ name, conversation }) => [
      `${name}.opus`,
      conversation.step.startsAt,
    ]),
  );
  for (const { calls } of stories)
    for (const { audio, input } of calls) {
      const shift = Date.parse(input.startedAt) - starts.get(audio.file)!;
      t.is(Math.abs(shift % WEEK), 0, audio.file);
      t.true([1, 2, 3, 4, 5].includes(new Date(input.startedAt).getUTCDay()), audio.file);
    }
});

test("a user has no two calls with audio at the same time", (t) => {
  for (const { calls } of stories) {
    const hours = calls.map(({ input: { userEmail, startedAt } }) => `${userEmail} ${startedAt}`);
    t.is(new Set(hours).size, hours.length);
  }
});
