import { DAY_MS, HOUR_MS } from "../calendar.js";
import type { Conversation } from "../conversations.js";
import { recordedAudio } from "./audio-index.js";
import { createRecordedCalls, type RecordedCall } from "./recorded-calls.js";

const WEEK_MS = 7 * DAY_MS;
/** Calls that began this long ago have ended, and are analysed. */
const MIN_AGE_MS = HOUR_MS;

/** Adds the audio to a conversation, whose lines get the times in it. */
const withAudio = (name: string, conversation: Conversation): Conversation => {
  const { times, durationMs, peaks } = recordedAudio[name]!;
  const lines = conversation.lines.map((line, index) => {
    const [start, end] = times[index]!;
    return { ...line, start, end };
  });
  return { ...conversation, lines, audio: { file: `${name}.opus`, durationMs, peaks } };
};

/** Shifts all steps of the project by whole weeks, so that what is said of weekdays and times stays right. */
const shiftWeeks = (conversation: Conversation, weeks: number): Conversation => {
  const { project, step } = conversation;
  const steps = project.steps.map((one) => ({ ...one, startsAt: one.startsAt + weeks * WEEK_MS }));
  return {
    ...conversation,
    project: { ...project, steps },
    step: steps[project.steps.indexOf(step)]!,
  };
};

/** Returns by how many weeks to shift a call, so that it lies in one of the last two weeks before `now`. */
const computeWeeks = ({ conversation: { step } }: RecordedCall, index: number, now: number) =>
  Math.floor((now - MIN_AGE_MS - step.startsAt) / WEEK_MS) - (index % 2);

/**
 * Lists the conversations that have audio, in the two weeks before `now`, on weekdays. Other steps of their projects may
 * lie after `now`.
 */
export const listRecordedConversations = (now: number): Conversation[] =>
  createRecordedCalls().map((call, index) =>
    shiftWeeks(withAudio(call.name, call.conversation), computeWeeks(call, index, now)),
  );
