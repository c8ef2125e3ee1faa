import type { TimeRange } from "./recurrence.js";

/** More than any zone's distance from UTC. */
const MARGIN_MS = 2 * 86_400_000;
const EVENT = /^BEGIN:VEVENT\r?\n[^]*?^END:VEVENT[ \t]*(?:\r?\n|$(?![^]))/gim;
/** A series, a change of one, or anything that isn't a single event. */
const RECURRING = /^(?:RRULE|RDATE|RECURRENCE-ID|EXRULE)\b/im;
const START = /^DTSTART[^\r\n]*:(\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:T\d{6}Z?)?\s*$/im;

const formatDay = (time: number): string =>
  new Date(time).toISOString().slice(0, 10).replaceAll("-", "");

/**
 * Removes the single events outside of the range from a calendar's bytes. Keeps each event whose start isn't clear, and
 * a last event that isn't complete yet.
 */
export const compactFeed = (bytes: Buffer, { from, to }: TimeRange): Buffer => {
  const [first, last] = [formatDay(from - MARGIN_MS), formatDay(to + MARGIN_MS)];
  // Latin 1 shows each byte as one character.
  const text = bytes.toString("latin1").replaceAll(EVENT, (event) => {
    const day = RECURRING.test(event) ? undefined : START.exec(event)?.[1];
    return day !== undefined && (day < first || day > last) ? "" : event;
  });
  return Buffer.from(text, "latin1");
};
