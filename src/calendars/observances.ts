import { type Component, findProperty, listProperties } from "./content-lines.js";
import { expandRule, type TimeRange } from "./recurrence.js";
import { parseWallTime, type WallTime } from "./wall-time.js";
import { UTC, type Zone } from "./zones.js";

const OFFSET = /^([+-]?)(\d{1,2}):?(\d\d):?(\d\d)?$/;

const parseOffset = (component: Component, name: string): number => {
  const text = findProperty(component, name)?.value.replaceAll(/[\s;]+/g, "") ?? "";
  const match = OFFSET.exec(text);
  if (!match) throw new Error(`${name} isn't an offset`);
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(2).map((digits) => Number(digits ?? 0));
  return (match[1] === "-" ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds) * 1000;
};

/** A change of the offset. Offsets are milliseconds east of UTC. */
interface Transition {
  at: number;
  from: number;
  to: number;
}

const listTransitions = (observance: Component, range: TimeRange): Transition[] => {
  const to = parseOffset(observance, "TZOFFSETTO");
  const from = findProperty(observance, "TZOFFSETFROM")
    ? parseOffset(observance, "TZOFFSETFROM")
    : to;
  const start = parseWallTime(findProperty(observance, "DTSTART")?.value ?? "");
  if (!start) throw new Error("DTSTART isn't a time");
  const walls: WallTime[] = [start.wall];
  // UNTIL of an observance is in UTC.
  const zone: Zone = { ...UTC, toWall: (instant) => instant + from };
  for (const { value } of listProperties(observance, "RRULE"))
    walls.push(...expandRule(value, { ...start, zone }, range).walls);
  for (const { value } of listProperties(observance, "RDATE"))
    for (const text of value.split(",")) {
      const time = parseWallTime(text);
      if (time) walls.push(time.wall);
    }
  return walls.map((wall) => ({ at: wall - from, from, to }));
};

/** Builds the zone that a VTIMEZONE describes, exact within the range. @throws Error */
export const buildDescribedZone = (definition: Component, range: TimeRange): Zone => {
  const transitions = definition.components
    .filter(({ name }) => name === "STANDARD" || name === "DAYLIGHT")
    .flatMap((observance) => listTransitions(observance, range))
    .toSorted((a, b) => a.at - b.at);
  const [first] = transitions;
  if (!first) throw new Error("the time zone has no offsets");
  // A wall time in a gap or an overlap has the offset from before the change (RFC 5545, 3.3.5).
  return {
    toInstant: (wall) => {
      const last = transitions.findLast(({ at, from }) => wall - from >= at);
      if (!last) return wall - first.from;
      const isInGap = wall - last.to < last.at;
      return wall - (isInGap ? last.from : last.to);
    },
    toWall: (instant) =>
      instant + (transitions.findLast(({ at }) => at <= instant)?.to ?? first.from),
  };
};
