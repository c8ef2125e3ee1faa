/** Events that are unreadable or skipped have no appointment; those that are repaired or guessed have one. */
const NOTICE_KINDS = ["unreadable", "guessed", "repaired", "skipped"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Where an event is in its calendar. */
export interface EventPlace {
  /** The line of its BEGIN. The first line is 1. */
  line: number | null;
  uid: string | null;
  title: string | null;
}

/** Something that a poll didn't take as it was, and some of the events with it. */
export interface CalendarNotice {
  kind: NoticeKind;
  reason: string;
  count: number;
  places: EventPlace[];
}

/** The named events of each reason. */
const MAX_PLACES = 10;
/** More than there are reasons; the names of properties are in some. */
const MAX_REASONS = 60;
const MAX_PLACE_CHARACTERS = 100;

const cut = (text: string | null): string | null =>
  text === null ? null : Array.from(text).slice(0, MAX_PLACE_CHARACTERS).join("");

/** Counts what a poll didn't take as it was, by reason. */
export class CalendarNotices {
  readonly #byReason = new Map<string, CalendarNotice>();

  constructor(notices: readonly CalendarNotice[] = []) {
    for (const notice of notices)
      this.#byReason.set(`${notice.kind} ${notice.reason}`, { ...notice });
  }

  add(kind: NoticeKind, reason: string, { line, uid, title }: EventPlace): void {
    const shown = this.#byReason.size < MAX_REASONS ? reason : "for further reasons";
    const key = `${kind} ${this.#byReason.has(`${kind} ${reason}`) ? reason : shown}`;
    const notice = this.#byReason.get(key) ?? { kind, reason: shown, count: 0, places: [] };
    notice.count += 1;
    // The occurrences of a series are in one place.
    const isKnown = notice.places.some((place) => place.line === line && place.uid === cut(uid));
    if (notice.places.length < MAX_PLACES && !isKnown)
      notice.places = [...notice.places, { line, uid: cut(uid), title: cut(title) }];
    this.#byReason.set(key, notice);
  }

  /** Lists the notices: the most serious kind first, then the most frequent reason. */
  list(): CalendarNotice[] {
    return [...this.#byReason.values()].toSorted(
      (a, b) => NOTICE_KINDS.indexOf(a.kind) - NOTICE_KINDS.indexOf(b.kind) || b.count - a.count,
    );
  }
}
