import { findIana } from "windows-iana";
import type { WallTime } from "./wall-time.js";
import { UTC, type Zone } from "./zones.js";

const toPlain = (wall: WallTime): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO("UTC").toPlainDateTime();

/** Finds a zone of the IANA database by its name. */
export const findIanaZone = (name: string): Zone | undefined => {
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

const MAX_OFFSET_HOURS = 14;

/** Finds the zone of an offset from UTC, such as +05:30, -8 or +0100. */
export const findOffsetZone = (text: string): Zone | undefined => {
  const [, sign, hours, minutes] = /^([+-])(\d{1,2})(?::?(\d\d))?$/.exec(text.trim()) ?? [];
  if (hours === undefined || Number(hours) > MAX_OFFSET_HOURS || Number(minutes ?? 0) > 59)
    return undefined;
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
  return { toInstant: (wall) => wall - offset, toWall: (instant) => instant + offset };
};

/** Names of UTC, also Exchange's. */
const UTC_NAMES = /^(tzone:\/\/microsoft\/utc|\(UTC\)(\s+Coordinated Universal Time)?|Z|UTC|GMT)$/i;
/** An offset from UTC. Etc/GMT+5 has the opposite sign, and is an IANA name. */
const OFFSET_NAME = /^\(?(?:UTC|GMT)\s*([+-]\s*\d{1,2}(?::?\d\d)?)\)?$/i;

/**
 * Finds a zone by the names that programs write: IANA names, Windows names, IANA names behind a prefix such as
 * /citadel.org/20210210_1/Europe/Berlin, and offsets such as GMT+05:30.
 */
export const findExactZone = (name: string): Zone | undefined => {
  const text = name.trim();
  if (UTC_NAMES.test(text)) return UTC;
  const offset = OFFSET_NAME.exec(text)?.[1];
  if (offset !== undefined) return findOffsetZone(offset.replaceAll(/\s+/g, ""));
  const [windows] = findIana(text);
  const parts = text.split("/");
  for (const candidate of [text, windows, parts.slice(-3).join("/"), parts.slice(-2).join("/")]) {
    const zone = candidate === undefined ? undefined : findIanaZone(candidate);
    if (zone) return zone;
  }
  return undefined;
};
