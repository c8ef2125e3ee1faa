import { findIana } from "windows-iana";
import type { WallTime } from "./wall-time.js";

export interface Zone {
  /** For a time that doesn't exist or exists twice, the offset before the change applies (RFC 5545, 3.3.5). */
  toInstant: (wall: WallTime) => number;
  toWall: (instant: number) => WallTime;
}

export const UTC: Zone = { toInstant: (wall) => wall, toWall: (instant) => instant };

const toPlain = (wall: WallTime): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO("UTC").toPlainDateTime();

/** Finds a zone of the IANA database by its name. */
const findIanaZone = (name: string): Zone | undefined => {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
  } catch {
    return undefined;
  }
  return {
    toInstant: (wall) =>
      toPlain(wall).toZonedDateTime(name, { disambiguation: "compatible" }).epochMilliseconds,
    toWall: (instant) => {
      const { offsetNanoseconds } =
        Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name);
      return instant + offsetNanoseconds / 1e6;
    },
  };
};

/** Exchange's names for UTC. */
const UTC_NAMES = /^(tzone:\/\/microsoft\/utc|\(UTC\)\s+Coordinated Universal Time|Z)$/i;

/**
 * Finds a zone by the names that programs write: IANA names, Windows names, and IANA names behind a prefix such as
 * /citadel.org/20210210_1/Europe/Berlin.
 */
export const findNamedZone = (name: string): Zone | undefined => {
  const text = name.trim();
  if (UTC_NAMES.test(text)) return UTC;
  const [windows] = findIana(text);
  const parts = text.split("/");
  for (const candidate of [text, windows, parts.slice(-3).join("/"), parts.slice(-2).join("/")]) {
    const zone = candidate === undefined ? undefined : findIanaZone(candidate);
    if (zone) return zone;
  }
  return undefined;
};
