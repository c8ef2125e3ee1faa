import { buildAppointmentEvent, buildEventId } from "../appointments.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../calendar.js";
import { buildClientEvent } from "../client-events.js";
import {
  buildAnalyzedCallEvents,
  computeArrival,
  type Conversation,
  createConversation,
} from "../conversations.js";
import type { DemoEvent } from "../events.js";
import type { Project } from "../projects.js";
import { createRandom, type Random } from "../random.js";
import { recordedAudio } from "./audio-index.js";
import { createRecordedCalls, type RecordedCall } from "./recorded-calls.js";

const SEED = 59;
const WEEK_MS = 7 * DAY_MS;
/** Calls that began this long ago have ended, and are analysed. */
const MIN_AGE_MS = HOUR_MS;
/** Calls of other projects have lower numbers. */
const FIRST_CALL_NUMBER = 9001;

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
const shiftWeeks = (project: Project, weeks: number): Project => ({
  ...project,
  steps: project.steps.map((step) => ({ ...step, startsAt: step.startsAt + weeks * WEEK_MS })),
});

/** Returns by how many weeks to shift a call, so that it lies in one of the last two weeks before `now`. */
const computeWeeks = ({ conversation: { step } }: RecordedCall, index: number, now: number) =>
  Math.floor((now - MIN_AGE_MS - step.startsAt) / WEEK_MS) - (index % 2);

const buildProjectEvents = (
  random: Random,
  { name, conversation: recorded }: RecordedCall,
  weeks: number,
  firstNumber: number,
  now: number,
): DemoEvent[] => {
  const project = shiftWeeks(recorded.project, weeks);
  let agreedAt = 0;
  return project.steps.flatMap((step, index) => {
    const eventId = buildEventId(project, step);
    const events: DemoEvent[] =
      eventId === undefined ? [] : [buildAppointmentEvent(agreedAt, project, step, eventId)];
    agreedAt = step.startsAt + 2 * HOUR_MS;
    if (step.isMissed) return events;
    const conversation =
      recorded.step === recorded.project.steps[index]
        ? withAudio(name, { ...recorded, project, step })
        : createConversation(random, project, step, project.steps[index + 1]);
    agreedAt = computeArrival(conversation) + 10 * MINUTE_MS;
    events.push(
      ...buildAnalyzedCallEvents(random, conversation, firstNumber + index, eventId, now),
    );
    if (step.result === "sold" && step.stage !== "checkin")
      events.push(buildClientEvent(agreedAt, project.client, project.facts));
    return events;
  });
};

/**
 * Builds the events of the projects with calls that have audio. Each of these calls lies within the two weeks before
 * `now`, on a weekday; other events may lie after `now`.
 */
export const buildRecordedEvents = (now: number): DemoEvent[] => {
  const random = createRandom(SEED);
  return createRecordedCalls().flatMap((call, index) => {
    const weeks = computeWeeks(call, index, now);
    return buildProjectEvents(random, call, weeks, FIRST_CALL_NUMBER + 10 * index, now);
  });
};
