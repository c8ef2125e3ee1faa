import type { Notice, NoticeKind, NoticePlace } from "../../db/recordings/notices.js";

export type { Notice } from "../../db/recordings/notices.js";

/** The most places that a notice names. */
const MAX_PLACES = 20;

/** Counts what was left out, repaired or estimated, by kind, with the first places of each. */
export class NoticeList {
  readonly #notices = new Map<NoticeKind, Notice>();

  add(kind: NoticeKind, place: NoticePlace = {}): void {
    let notice = this.#notices.get(kind);
    if (!notice) this.#notices.set(kind, (notice = { kind, count: 0, places: [] }));
    notice.count += 1;
    if (notice.places.length < MAX_PLACES && Object.keys(place).length > 0)
      notice.places.push(place);
  }

  /** Returns the first places of a kind. */
  listPlaces(kind: NoticeKind): readonly NoticePlace[] {
    return this.#notices.get(kind)?.places ?? [];
  }

  /** Returns the notices in the order in which their kinds were first added. */
  list(): Notice[] {
    return [...this.#notices.values()];
  }
}
