import { MINUTE_MS, UTC_OFFSET_MS } from "./calendar.js";
import type { DemoEvent } from "./events.js";
import { createStory } from "./story.js";

const shift = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();

const shiftEvent = (event: DemoEvent, ms: number): DemoEvent => {
  const at = event.at + ms;
  if (event.kind === "appointment") {
    const { startTime, endTime } = event.input;
    const times = { startTime: shift(startTime, ms), endTime: shift(endTime, ms) };
    return { ...event, at, input: { ...event.input, ...times } };
  }
  if (event.kind === "call") {
    const startedAt = shift(event.input.startedAt, ms);
    return { ...event, at, input: { ...event.input, startedAt } };
  }
  if (event.kind === "analysis") {
    const startedAt = event.conversation.startedAt + ms;
    return { ...event, at, conversation: { ...event.conversation, startedAt } };
  }
  return { ...event, at };
};

/**
 * Creates the story with the organization's working hours in the machine's time zone, where most visitors are.
 * @param offsetMinutes how far the zone is behind UTC, as `Date.getTimezoneOffset` returns it
 */
export const createLocalStory = (seed: number, now: number, offsetMinutes: number): DemoEvent[] => {
  const ahead = -offsetMinutes * MINUTE_MS - UTC_OFFSET_MS;
  return createStory(seed, now + ahead).map((event) => shiftEvent(event, -ahead));
};
