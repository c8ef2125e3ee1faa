import { type Component, listProperties } from "./content-lines.js";
import type { TimeRange } from "./recurrence.js";

/** More than any zone's distance from UTC. */
const MARGIN_MS = 2 * 86_400_000;

/** Returns the day of a time, whatever its zone; undefined if the text doesn't begin with a day. */
const findDay = (text: string): number | undefined => {
  const [, year, month, day] = /^\s*(\d{4})-?(\d\d)-?(\d\d)/.exec(text) ?? [];
  if (Number(month) > 12 || Number(day) > 31) return undefined;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return Number.isNaN(time) ? undefined : time;
};

const findDayOf = (event: Component, name: string): number | undefined => {
  for (const { value } of listProperties(event, name)) {
    const day = findDay(value);
    if (day !== undefined) return day;
  }
  return undefined;
};

const hasValue = (event: Component, name: string): boolean =>
  listProperties(event, name).some(({ value }) => value.trim() !== "");

/** Returns whether all rules of a series end before the range. */
const endsBefore = (event: Component, from: number): boolean =>
  listProperties(event, "RRULE").every(({ value }) => {
    const until = /UNTIL\s*=\s*([\d-]{8,10})/i.exec(value)?.[1];
    const day = until === undefined ? undefined : findDay(until);
    return day !== undefined && day < from;
  });

/**
 * Returns whether an event could have an occurrence in the range, by its days only. What lies outside of the range
 * isn't read, so nothing in it can be wrong. An event without a known day could.
 */
export const mayStartIn = (event: Component, range: TimeRange): boolean => {
  const [from, to] = [range.from - MARGIN_MS, range.to + MARGIN_MS];
  const start = findDayOf(event, "DTSTART");
  const known = start ?? findDayOf(event, "DTEND");
  const changed = findDayOf(event, "RECURRENCE-ID");
  if (hasValue(event, "RDATE")) return true;
  if (hasValue(event, "RECURRENCE-ID")) {
    const followsOn = listProperties(event, "RECURRENCE-ID").some(({ parameters }) =>
      /^THISANDFUTURE$/i.test(parameters["RANGE"] ?? ""),
    );
    const days = [known, changed].filter((day) => day !== undefined);
    return followsOn || days.length === 0 || days.some((day) => day >= from && day <= to);
  }
  if (known === undefined) return true;
  if (known > to) return false;
  return known >= from || (hasValue(event, "RRULE") && !endsBefore(event, from));
};
