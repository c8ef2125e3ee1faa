import { type Component, findProperty, type Property } from "./content-lines.js";
import { buildDescribedZone } from "./observances.js";
import type { TimeRange } from "./recurrence.js";
import type { ParsedTime } from "./wall-time.js";
import { findNamedZone, UTC, type Zone } from "./zones.js";

const YEAR_MS = 366 * 86_400_000;

/** Returns the zone of a time. @throws Error for an unknown zone */
export type ResolveZone = (property: Property, time: ParsedTime) => Zone;

const findDefinitionZone = (definition: Component, range: TimeRange): Zone | undefined => {
  const location = findProperty(definition, "X-LIC-LOCATION");
  return (
    (location && findNamedZone(location.value)) ??
    buildDescribedZone(definition, { from: range.from - 3 * YEAR_MS, to: range.to + YEAR_MS })
  );
};

/**
 * Creates the lookup of a calendar's zones. A known name takes precedence over the calendar's own definition, which
 * often covers only one year. `range`: the instants that are needed. `floating`: the zone of times without one.
 */
export const createZoneResolver = (
  calendar: Component,
  range: TimeRange,
  floating: Zone,
): ResolveZone => {
  const definitions = new Map(
    calendar.components
      .filter(({ name }) => name === "VTIMEZONE")
      .map((definition) => [findProperty(definition, "TZID")?.value.trim(), definition]),
  );
  const zones = new Map<string, Zone | undefined>();
  const findZone = (name: string): Zone | undefined => {
    const definition = definitions.get(name);
    try {
      return findNamedZone(name) ?? (definition && findDefinitionZone(definition, range));
    } catch {
      return undefined;
    }
  };
  return ({ parameters }, { isUtc, isDate }) => {
    if (isUtc) return UTC;
    const name = parameters["TZID"]?.trim();
    if (name === undefined || isDate) return floating;
    if (!zones.has(name)) zones.set(name, findZone(name));
    const zone = zones.get(name);
    if (!zone) throw new Error("the time zone isn't known");
    return zone;
  };
};

/** Returns the zone of times without one: the calendar's, else UTC. */
export const findFloatingZone = (calendar: Component): Zone => {
  const name = findProperty(calendar, "X-WR-TIMEZONE")?.value;
  return (name === undefined ? undefined : findNamedZone(name)) ?? UTC;
};
