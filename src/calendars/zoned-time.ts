import type { ResolveZone } from "./calendar-zones.js";
import { type Component, listProperties, type Property } from "./content-lines.js";
import type { EventNotices } from "./event-notices.js";
import { parseWallTime, type WallTime } from "./wall-time.js";
import type { Zone } from "./zones.js";

/** A start in a zone. */
export interface ZonedTime {
  wall: WallTime;
  zone: Zone;
  isDate: boolean;
  /** The text names neither UTC nor a known zone. */
  isFloating: boolean;
}

/** What the times of an event need: zones, and where to notice repairs. */
export interface TimeContext {
  resolveZone: ResolveZone;
  notices: EventNotices;
}

/** Parses a time; undefined for other text. Notices what it repairs and guesses. */
export const parseZonedTime = (
  property: Property,
  { resolveZone, notices }: TimeContext,
  text = property.value,
): ZonedTime | undefined => {
  const time = parseWallTime(text);
  if (!time) return undefined;
  const saysDate = /^DATE$/i.test(property.parameters["VALUE"]?.trim() ?? "");
  const isDate = time.isDate || saysDate;
  if (time.isIrregular || property.isIrregular || (saysDate && !time.isDate))
    notices.add("repaired", `${property.name} isn't written as RFC 5545 defines`);
  const wall = isDate ? Math.floor(time.wall / 86_400_000) * 86_400_000 : time.wall;
  const { zone, guess, isFallback } = resolveZone(property, {
    ...time,
    isUtc: time.isUtc && !isDate,
    isDate,
  });
  // Any other time takes the zone of the start.
  if (guess !== null && (property.name === "DTSTART" || !isFallback)) notices.add("guessed", guess);
  return { wall, isDate, zone, isFloating: isFallback };
};

/** Parses the first usable property of a name; undefined if there is none. */
export const findZonedTime = (
  event: Component,
  name: string,
  context: TimeContext,
): ZonedTime | undefined => {
  const properties = listProperties(event, name);
  for (const property of properties) {
    const time = parseZonedTime(property, context);
    if (time) return time;
  }
  if (properties.length > 0 && name !== "DTSTART")
    context.notices.add("repaired", `${name} isn't a time: it was ignored`);
  return undefined;
};

/** Parses all times of all properties of a name. Notices and leaves out what isn't a time. */
export const listZonedTimes = (event: Component, name: string, context: TimeContext): ZonedTime[] =>
  listProperties(event, name).flatMap((property) =>
    property.value.split(/[,;]/).flatMap((text) => {
      if (text.trim() === "") return [];
      const time = parseZonedTime(property, context, text);
      if (!time)
        context.notices.add("repaired", `${name} has a value that isn't a time: it was ignored`);
      return time ?? [];
    }),
  );

/** Gives a time without a zone the zone of another time of its event or series, and notices it. */
export const alignZone = <Time extends ZonedTime>(
  time: Time,
  other: ZonedTime,
  notices: EventNotices,
): Time => {
  if (!time.isFloating || time.isDate || other.isFloating || other.isDate) return time;
  notices.delete(/^a time has no zone/);
  notices.add("guessed", "a time has no zone: that of the event's or series' start was used");
  return { ...time, zone: other.zone };
};
