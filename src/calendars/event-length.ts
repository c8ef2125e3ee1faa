import { type Component, findProperty, listProperties } from "./content-lines.js";
import { parseDuration } from "./wall-time.js";
import {
  alignZone,
  findZonedTime,
  parseZonedTime,
  type TimeContext,
  type ZonedTime,
} from "./zoned-time.js";

const DAY_MS = 86_400_000;

/** The length of each occurrence: an exact duration, wall-clock days plus a rest, or no end. */
export type Length = { ms: number } | { days: number; ms: number } | null;

const computeLength = (start: ZonedTime, end: ZonedTime, { notices }: TimeContext): Length => {
  if (start.isDate)
    return { days: Math.max(1, Math.round((end.wall - start.wall) / DAY_MS)), ms: 0 };
  const { zone, wall } = end.isDate ? { ...end, zone: start.zone } : alignZone(end, start, notices);
  const ms = zone.toInstant(wall) - start.zone.toInstant(start.wall);
  if (ms >= 0) return { ms };
  notices.add("repaired", "DTEND is before DTSTART: it was ignored");
  return null;
};

/** Returns the length of an event. Ignores what isn't a length, and notices it. */
export const parseLength = (event: Component, start: ZonedTime, context: TimeContext): Length => {
  const end = findZonedTime(event, "DTEND", context);
  if (end) return computeLength(start, end, context);
  const duration = findProperty(event, "DURATION");
  const length = duration && parseDuration(duration.value);
  if (length) return length;
  if (duration) context.notices.add("repaired", "DURATION isn't a length of time: it was ignored");
  return start.isDate ? { days: 1, ms: 0 } : null;
};

/** Lists the starts that RDATE adds. Ignores those that aren't times, and notices it. */
export const listAddedTimes = (
  event: Component,
  start: ZonedTime,
  context: TimeContext,
): (ZonedTime & { length?: Length })[] =>
  listProperties(event, "RDATE").flatMap((property) =>
    property.value.split(/[,;]/).flatMap((text) => {
      const [begin = "", end] = text.split("/");
      if (begin.trim() === "") return [];
      const parsed = parseZonedTime(property, context, begin);
      if (!parsed) {
        context.notices.add("repaired", "RDATE has a value that isn't a time: it was ignored");
        return [];
      }
      const time = alignZone(parsed, start, context.notices);
      if (end === undefined) return time;
      const endTime = parseZonedTime(property, context, end);
      const length =
        parseDuration(end) ?? (endTime ? computeLength(time, endTime, context) : undefined);
      return length === undefined ? time : { ...time, length };
    }),
  );
