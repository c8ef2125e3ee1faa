import { MINUTE_MS, UTC_OFFSET_MS } from "./calendar.js";
import type { DemoEvent } from "./events.js";
import { createStory } from "./story.js";

type Shift = (time: number) => number;

const shiftEvent = (event: DemoEvent, shift: Shift): DemoEvent => {
  const at = shift(event.at);
  const shiftText = (time: string): string => new Date(shift(Date.parse(time))).toISOString();
  if (event.kind === "appointment") {
    const { startTime, endTime } = event.input;
    const times = { startTime: shiftText(startTime), endTime: shiftText(endTime) };
    return { ...event, at, input: { ...event.input, ...times } };
  }
  if (event.kind === "call") {
    const startedAt = shiftText(event.input.startedAt);
    return { ...event, at, input: { ...event.input, startedAt } };
  }
  if (event.kind === "analysis") {
    const startedAt = shift(event.conversation.startedAt);
    return { ...event, at, conversation: { ...event.conversation, startedAt } };
  }
  return { ...event, at };
};

/**
 * Creates the story with the organization's working hours in the machine's time zone, where most visitors are.
 * @param offsetAt how many minutes the zone is behind UTC at a time, as `Date.getTimezoneOffset` returns it
 */
export const createLocalStory = (
  seed: number,
  now: number,
  offsetAt: (time: number) => number,
): DemoEvent[] => {
  const aheadAt: Shift = (time) => -offsetAt(time) * MINUTE_MS - UTC_OFFSET_MS;
  const ahead = aheadAt(now);
  // Clocks change at night, when nothing of the story happens: an offset may be looked up some hours beside.
  const shift: Shift = (time) => time - aheadAt(time - ahead);
  return createStory(seed, now + ahead)
    .map((event) => shiftEvent(event, shift))
    .toSorted((a, b) => a.at - b.at);
};
