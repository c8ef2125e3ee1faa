import type { Person } from "./people.js";
import type { Random } from "./random.js";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The time zone in which the story is made: five hours behind UTC. */
export const UTC_OFFSET_MS = -5 * HOUR_MS;
const OPENING_HOUR = 8;
const CLOSING_HOUR = 18;
const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const SUNDAY = 0;

const computeStartOfDay = (time: number): number =>
  Math.floor((time + UTC_OFFSET_MS) / DAY_MS) * DAY_MS - UTC_OFFSET_MS;

const computeWeekday = (time: number): number => new Date(time + UTC_OFFSET_MS).getUTCDay();

/** Formats a time as people say it: `Thursday at 2:30 PM`. */
export const formatSpokenTime = (time: number): string => {
  const local = new Date(time + UTC_OFFSET_MS);
  const day = WEEKDAYS[local.getUTCDay()];
  const [hours, minutes] = [local.getUTCHours(), local.getUTCMinutes()];
  const clock = `${hours % 12 || 12}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""}`;
  return `${day} at ${clock} ${hours < 12 ? "AM" : "PM"}`;
};

/** Books hours on working days, without double bookings of a person. */
export class Calendar {
  readonly #taken = new Set<string>();

  constructor(readonly random: Random) {}

  /** Books the first free hour of the person at or after `from`. */
  book(person: Person, from: number): number {
    for (let day = computeStartOfDay(from); ; day += DAY_MS) {
      if (computeWeekday(day) === SUNDAY) continue;
      const hours = Array.from(
        { length: CLOSING_HOUR - OPENING_HOUR },
        (_, index) => day + (OPENING_HOUR + index) * HOUR_MS,
      );
      const free = hours.filter(
        (hour) => hour >= from && !this.#taken.has(`${person.email} ${hour}`),
      );
      if (free.length === 0) continue;
      const hour = this.random.pick(free);
      this.#taken.add(`${person.email} ${hour}`);
      return hour + (this.random.chance(0.3) ? 30 * MINUTE_MS : 0);
    }
  }
}
