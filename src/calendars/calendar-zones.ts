import { type Component, findProperty, listProperties, type Property } from "./content-lines.js";
import { guessZone } from "./guess-zone.js";
import { findExactZone } from "./named-zones.js";
import { buildDescribedZone } from "./observances.js";
import type { TimeRange } from "./recurrence.js";
import type { ParsedTime } from "./wall-time.js";
import { UTC, type Zone } from "./zones.js";

const YEAR_MS = 366 * 86_400_000;

/** A zone, and what had to be guessed for it; null if nothing had. */
interface FoundZone {
  zone: Zone;
  guess: string | null;
  /** The time names no known zone. */
  isFallback: boolean;
}

/** Returns the zone of a time. */
export type ResolveZone = (property: Property, time: ParsedTime) => FoundZone;

const normalizeName = (name: string): string =>
  name.replaceAll('"', "").trim().replaceAll(/\s+/g, " ").toLowerCase();

const readName = (property: Property | undefined): string | undefined => {
  const name = property?.value.replaceAll('"', "").trim();
  return name === "" ? undefined : name;
};

/** Finds zones by their names: exact names, then definitions, then names that probably mean a zone. */
class ZoneNames {
  readonly #definitions: Map<string, Component>;
  readonly #found = new Map<string, FoundZone | undefined>();
  readonly #range: TimeRange;

  constructor(calendar: Component, { from, to }: TimeRange) {
    this.#range = { from: from - 3 * YEAR_MS, to: to + YEAR_MS };
    this.#definitions = new Map(
      calendar.components
        .filter(({ name }) => name === "VTIMEZONE")
        .map((one) => [normalizeName(findProperty(one, "TZID")?.value ?? ""), one]),
    );
  }

  listDefined(): string[] {
    return [...this.#definitions.keys()];
  }

  find(name: string): FoundZone | undefined {
    const key = normalizeName(name);
    if (!this.#found.has(key)) this.#found.set(key, this.#search(name, key));
    return this.#found.get(key);
  }

  #search(name: string, key: string): FoundZone | undefined {
    const definition = this.#definitions.get(key);
    const location = definition && readName(findProperty(definition, "X-LIC-LOCATION"));
    const exact =
      findExactZone(name) ??
      (location === undefined ? undefined : findExactZone(location)) ??
      (definition && this.#describe(definition));
    if (exact) return { zone: exact, guess: null, isFallback: false };
    const zone = guessZone(name);
    const guess = "the zone's name isn't exact: the nearest known zone was used";
    return zone && { zone, guess, isFallback: false };
  }

  #describe(definition: Component): Zone | undefined {
    try {
      return buildDescribedZone(definition, this.#range);
    } catch {
      return undefined;
    }
  }
}

/** Returns the zone that most events name. */
const findMostUsed = (calendar: Component, names: ZoneNames): Zone | undefined => {
  const counts = new Map<string, number>();
  for (const component of calendar.components)
    for (const { parameters } of listProperties(component, "DTSTART")) {
      const name = parameters["TZID"];
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  for (const [name] of [...counts].toSorted(([, a], [, b]) => b - a)) {
    const found = names.find(name);
    if (found) return found.zone;
  }
  return undefined;
};

/** Returns the zone of times without one: the set zone, the calendar's, the one that its events use, else UTC. */
const findCalendarZone = (
  calendar: Component,
  names: ZoneNames,
  timeZone: string | null,
): FoundZone => {
  const set = timeZone === null ? undefined : findExactZone(timeZone);
  if (set) return { zone: set, guess: null, isFallback: true };
  const own = listProperties(calendar, "X-WR-TIMEZONE")
    .map(readName)
    .find((name) => name !== undefined);
  const named = own === undefined ? undefined : names.find(own);
  if (named) return { ...named, isFallback: true };
  const used =
    findMostUsed(calendar, names) ??
    names
      .listDefined()
      .map((name) => names.find(name))
      .find((found) => found)?.zone;
  const guess = used
    ? "a time has no zone: the zone of the calendar's other events was used"
    : "a time has no zone: UTC was used; set the calendar's time zone";
  return { zone: used ?? UTC, guess, isFallback: true };
};

/**
 * Creates the lookup of a calendar's zones. A known name takes precedence over the calendar's own definition, which
 * often covers only one year. `range`: the instants that are needed. `timeZone`: the zone of times without one.
 */
export const createZoneResolver = (
  calendar: Component,
  range: TimeRange,
  timeZone: string | null,
): ResolveZone => {
  const names = new ZoneNames(calendar, range);
  const floating = findCalendarZone(calendar, names, timeZone);
  return ({ parameters }, { isUtc, isDate }) => {
    if (isUtc) return { zone: UTC, guess: null, isFallback: false };
    // A whole day has no zone.
    if (isDate) return { zone: floating.zone, guess: null, isFallback: true };
    const name = parameters["TZID"]?.trim() ?? "";
    if (name === "") return floating;
    return (
      names.find(name) ?? {
        zone: floating.zone,
        isFallback: true,
        guess: "the zone's name is unknown and has no definition: the calendar's zone was used",
      }
    );
  };
};
