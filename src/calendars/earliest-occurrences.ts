import type { Occurrence } from "../../graph/calendars/occurrence.js";

/** The most occurrences of a calendar that become appointments; the earliest ones do. */
const MAX_OCCURRENCES = 2000;

/** Collects the earliest occurrences of a calendar. Drops surplus ones early to save memory. */
export class EarliestOccurrences {
  #list: Occurrence[] = [];
  #latest = Infinity;
  #isTruncated = false;

  /** What starts later can't be among the earliest any more. In milliseconds since 1970. */
  get latest(): number {
    return this.#latest;
  }

  add(occurrence: Occurrence): void {
    if (occurrence.startTime > this.#latest) return;
    this.#list.push(occurrence);
    if (this.#list.length > 5 * MAX_OCCURRENCES) this.#truncate();
  }

  finish(): { occurrences: Occurrence[]; isTruncated: boolean } {
    this.#truncate();
    return { occurrences: this.#list, isTruncated: this.#isTruncated };
  }

  #truncate(): void {
    this.#list.sort((a, b) => a.startTime - b.startTime || (a.eventId < b.eventId ? -1 : 1));
    if (this.#list.length <= MAX_OCCURRENCES) return;
    this.#list.length = MAX_OCCURRENCES;
    this.#latest = this.#list.at(-1)!.startTime;
    this.#isTruncated = true;
  }
}
