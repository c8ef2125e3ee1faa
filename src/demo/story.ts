import type { Held } from "./analysis.js";
import { eventIdOf, push } from "./appointments.js";
import { Calendar, DAY, HOUR, MINUTE } from "./calendar.js";
import { clientEvent, createClients } from "./clients.js";
import { arrivesAt, eventsOf, hold } from "./conversations.js";
import type { Customer, DemoEvent } from "./events.js";
import { createProject, type Project } from "./projects.js";
import { createRandom, type Random } from "./random.js";
import { setUp, staffEvents } from "./staff.js";

const RECORDINGS = 260;
const DAYS = 60;
/** How long ago the last calls came in: two that wait, one that is worked on, one just done. */
const LATEST = [40_000, 80_000, 4.5 * MINUTE, 18 * MINUTE];

const FIRST_NUMBER = 2001;
const TRADES = ["roofing", "windows"] as const;

const arriving = (held: Held, at: number): Held => {
  const startsAt = held.step.startsAt + at - arrivesAt(held);
  return { ...held, step: { ...held.step, startsAt } };
};

/** Tells what happens until `now`, one project after the other. */
class Teller {
  calls = 0;
  #projects = 0;
  readonly #calendar: Calendar;

  constructor(
    readonly random: Random,
    readonly now: number,
  ) {
    this.#calendar = new Calendar(random);
  }

  project(client: Customer, trade: (typeof TRADES)[number], from: number): Project {
    const number = FIRST_NUMBER + this.#projects;
    this.#projects += 1;
    const who = { number, client, trade };
    return createProject(this.random, this.#calendar, who, from, this.now);
  }

  /** @param arrival when the recording of the first call came in, if not when the calendar says */
  tell(project: Project, arrival?: number): DemoEvent[] {
    const { random, now } = this;
    const events: DemoEvent[] = [];
    let agreedAt = 0;
    for (const [index, step] of project.steps.entries()) {
      const eventId = eventIdOf(project, step);
      if (eventId !== undefined) events.push(push(agreedAt, project, step, eventId));
      const first = index === 0 && arrival !== undefined;
      if (step.startsAt > now && !first) break;
      agreedAt = step.startsAt + 2 * HOUR;
      if (step.missed) continue;
      const planned = hold(random, project, step, project.steps[index + 1]);
      const held = first ? arriving(planned, arrival) : planned;
      agreedAt = arrivesAt(held) + 10 * MINUTE;
      if (arrivesAt(held) > now) break;
      this.calls += 1;
      events.push(...eventsOf(random, held, this.calls, eventId, now));
      if (step.result === "sold" && step.stage !== "checkin")
        events.push(clientEvent(agreedAt, project.client, project.facts));
    }
    return events;
  }
}

/**
 * Everything that has happened in a made-up organization in the two months until `now`, in its order.
 * The same seed and now tell the same story.
 */
export const createStory = (seed: number, now: number): DemoEvent[] => {
  const random = createRandom(seed);
  const teller = new Teller(random, now);
  const clients = createClients(random);
  const callers = clients.splice(0, LATEST.length);
  const events = callers.flatMap((client, index) =>
    teller.tell(teller.project(client, TRADES[index % 2]!, now), now - LATEST[index]!),
  );
  for (let index = 0; teller.calls < RECORDINGS; index += 1) {
    const round = Math.floor(index / clients.length) + index;
    const client = clients[index % clients.length]!;
    const from = now - Math.floor(random.next() * DAYS * DAY);
    events.push(...teller.tell(teller.project(client, TRADES[round % 2]!, from)));
  }
  return [...setUp(now), ...events, ...staffEvents(random, now)]
    .filter(({ at }) => at <= now)
    .toSorted((a, b) => a.at - b.at);
};
