import { buildEventId, buildAppointmentEvent } from "./appointments.js";
import { Calendar, DAY_MS, HOUR_MS, MINUTE_MS } from "./calendar.js";
import { buildClientEvent } from "./client-events.js";
import { createClients } from "./clients.js";
import {
  buildCallEvents,
  computeArrival,
  type Conversation,
  createConversation,
} from "./conversations.js";
import type { DemoCustomer, DemoEvent } from "./events.js";
import { people } from "./people.js";
import { createProject, type Project } from "./projects.js";
import { createRandom, type Random } from "./random.js";
import { listRecordedConversations } from "./recorded/list-recorded.js";
import { buildSetupEvents, buildStaffEvents, buildWebhookEvent } from "./staff.js";

/** The calls besides those of the projects with audio, which are about thirty. */
const RECORDING_COUNT = 370;
const STORY_DAYS = 365;
/** Ages of the latest calls: two wait, one is being analysed, one has just been analysed. */
const LATEST_AGES_MS = [40_000, 80_000, 4.5 * MINUTE_MS, 18 * MINUTE_MS];

const FIRST_NUMBER = 2001;
const TRADE_NAMES = ["roofing", "windows"] as const;

const shiftToArrival = (conversation: Conversation, at: number): Conversation => {
  const startsAt = conversation.step.startsAt + at - computeArrival(conversation);
  return { ...conversation, step: { ...conversation.step, startsAt } };
};

/** Builds the events of projects, up to `now`. */
class StoryBuilder {
  callCount = 0;
  #projects = 0;
  readonly #calendar: Calendar;

  constructor(
    readonly random: Random,
    readonly now: number,
  ) {
    this.#calendar = new Calendar(random);
  }

  planProject(client: DemoCustomer, trade: (typeof TRADE_NAMES)[number], from: number): Project {
    const number = FIRST_NUMBER + this.#projects;
    this.#projects += 1;
    const who = { number, client, trade };
    return createProject(this.random, this.#calendar, who, from, this.now);
  }

  /**
   * @param arrival when the first call's recording arrives, if not at the time in the calendar
   * @param recorded the conversation that has audio
   */
  buildEvents(
    project: Project,
    { arrival, recorded }: { arrival?: number; recorded?: Conversation } = {},
  ): DemoEvent[] {
    const { random, now } = this;
    const events: DemoEvent[] = [];
    let agreedAt = 0;
    for (const [index, step] of project.steps.entries()) {
      const eventId = buildEventId(project, step);
      if (eventId !== undefined)
        events.push(buildAppointmentEvent(agreedAt, project, step, eventId));
      const isLatest = index === 0 && arrival !== undefined;
      if (step.startsAt > now && !isLatest) break;
      agreedAt = step.startsAt + 2 * HOUR_MS;
      if (step.isMissed) continue;
      const planned =
        recorded?.step === step
          ? recorded
          : createConversation(random, project, step, project.steps[index + 1]);
      const conversation = isLatest ? shiftToArrival(planned, arrival) : planned;
      agreedAt = computeArrival(conversation) + 10 * MINUTE_MS;
      if (computeArrival(conversation) > now) break;
      this.callCount += 1;
      events.push(...buildCallEvents(random, conversation, this.callCount, eventId, now));
      if (step.result === "sold" && step.stage !== "checkin")
        events.push(buildClientEvent(agreedAt, project.client, project.facts));
    }
    return events;
  }
}

/** The reader of the demo signs in as this rep, whose home begins with the next visit. */
const reader = people.find(({ role }) => role === "rep")!;
const NEXT_VISIT_AGE_MS = 8 * DAY_MS;

/** Returns whether the project goes on with a visit of the reader, who was there before. */
const isReadersNext = ({ steps }: Project, now: number): boolean => {
  const index = steps.findIndex(({ startsAt }) => startsAt > now);
  const [before, next] = [steps[index - 1], steps[index]];
  return before?.rep === reader && !before.isMissed && next!.rep === reader && next!.hasAppointment;
};

/** Builds the events of a project whose next visit is the reader's. */
const buildNextVisit = (builder: StoryBuilder, clients: readonly DemoCustomer[]): DemoEvent[] => {
  for (const client of clients) {
    const from = builder.now - NEXT_VISIT_AGE_MS;
    const project = builder.planProject(client, reader.trade!, from);
    if (isReadersNext(project, builder.now)) return builder.buildEvents(project);
  }
  return [];
};

/**
 * Creates the events of a sample organization in the year before `now`, in order.
 * The same seed and `now` always create the same events.
 */
export const createStory = (seed: number, now: number): DemoEvent[] => {
  const random = createRandom(seed);
  const builder = new StoryBuilder(random, now);
  const clients = createClients(random);
  const callers = clients.splice(0, LATEST_AGES_MS.length);
  const events = callers.flatMap((client, index) =>
    builder.buildEvents(builder.planProject(client, TRADE_NAMES[index % 2]!, now), {
      arrival: now - LATEST_AGES_MS[index]!,
    }),
  );
  for (let index = 0; builder.callCount < RECORDING_COUNT; index += 1) {
    const round = Math.floor(index / clients.length) + index;
    const client = clients[index % clients.length]!;
    // Squared: half of the calls lie in the last three months. The first project begins the year.
    const age = Math.max(random.next() ** 2, index === 0 ? 1 : 0);
    const from = now - Math.floor(age * STORY_DAYS * DAY_MS);
    events.push(...builder.buildEvents(builder.planProject(client, TRADE_NAMES[round % 2]!, from)));
  }
  const staffEvents = buildStaffEvents(random, now);
  for (const recorded of listRecordedConversations(now))
    events.push(...builder.buildEvents(recorded.project, { recorded }));
  events.push(...buildNextVisit(builder, clients));
  return [...buildSetupEvents(now), ...events, ...staffEvents, buildWebhookEvent(now)]
    .filter(({ at }) => at <= now)
    .toSorted((a, b) => a.at - b.at);
};
