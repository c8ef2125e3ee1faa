import type { Person } from "./people.js";
import type { Random } from "./random.js";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Where they all live: five hours behind UTC. */
const OFFSET = -5 * HOUR;
const OPENS = 8;
const CLOSES = 18;
const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const SUNDAY = 0;

const startOfDay = (time: number): number => Math.floor((time + OFFSET) / DAY) * DAY - OFFSET;

const weekday = (time: number): number => new Date(time + OFFSET).getUTCDay();

/** As people say it: `Thursday at 2:30 PM`. */
export const spoken = (time: number): string => {
  const local = new Date(time + OFFSET);
  const day = WEEKDAYS[local.getUTCDay()];
  const [hours, minutes] = [local.getUTCHours(), local.getUTCMinutes()];
  const clock = `${hours % 12 || 12}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""}`;
  return `${day} at ${clock} ${hours < 12 ? "AM" : "PM"}`;
};

/** Gives out hours on working days, none of one person twice. */
export class Calendar {
  readonly #taken = new Set<string>();

  constructor(readonly random: Random) {}

  /** A free time on the day of `from`, or as soon as possible after it, but never before `from`. */
  book(person: Person, from: number): number {
    for (let day = startOfDay(from); ; day += DAY) {
      if (weekday(day) === SUNDAY) continue;
      const hours = Array.from(
        { length: CLOSES - OPENS },
        (_, index) => day + (OPENS + index) * HOUR,
      );
      const free = hours.filter(
        (hour) => hour >= from && !this.#taken.has(`${person.email} ${hour}`),
      );
      if (free.length === 0) continue;
      const hour = this.random.pick(free);
      this.#taken.add(`${person.email} ${hour}`);
      return hour + (this.random.chance(0.3) ? 30 * MINUTE : 0);
    }
  }
}
