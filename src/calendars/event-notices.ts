import type { NoticeKind } from "../../graph/calendars/calendar-notices.js";

/** What was repaired, guessed or skipped in one event: each reason once. */
export class EventNotices {
  readonly reasons = new Map<string, NoticeKind>();

  add(kind: NoticeKind, reason: string): void {
    if (!this.reasons.has(reason)) this.reasons.set(reason, kind);
  }

  /** Deletes the reasons that a better one replaces. */
  delete(pattern: RegExp): void {
    for (const reason of this.reasons.keys()) if (pattern.test(reason)) this.reasons.delete(reason);
  }
}
