import { invalidField } from "../../../graph/core/errors.js";

const LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/;
const WITH_OFFSET = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)$/;

/** Fractions of a second may be of any length. */
const MAX_SHOWN_CHARACTERS = 40;

/**
 * Finds the instant of a local time. For a time that the clock repeats, returns the instant nearest to `about`, else
 * the first.
 */
const findInstant = (text: string, zone: string, about: number | undefined): Temporal.Instant => {
  const local = Temporal.PlainDateTime.from(text.replace(" ", "T"));
  // A skipped local time is shifted by the clock change.
  const first = local.toZonedDateTime(zone, { disambiguation: "compatible" }).toInstant();
  const last = local.toZonedDateTime(zone, { disambiguation: "later" }).toInstant();
  const distance = ({ epochMilliseconds }: Temporal.Instant): number =>
    about === undefined ? 0 : Math.abs(epochMilliseconds - about);
  return distance(last) < distance(first) ? last : first;
};

const parseInstant = (
  text: string,
  zone: string | undefined,
  about: number | undefined,
): Temporal.Instant | undefined => {
  const [, date, time, offset] = WITH_OFFSET.exec(text) ?? [];
  if (date !== undefined) return Temporal.Instant.from(`${date}T${time}${offset}`);
  return LOCAL.test(text) && zone !== undefined ? findInstant(text, zone, about) : undefined;
};

/**
 * Parses a time of a phone system: with Z or an offset, or local to `zone`. Returns milliseconds since 1970. `about`
 * decides if the end of daylight saving repeats a local time. @throws INVALID_FIELD
 */
export const parseCallTime = (
  field: string,
  text: string,
  zone: string | undefined,
  about?: number,
): number => {
  try {
    const instant = parseInstant(text, zone, about);
    if (instant) return instant.epochMilliseconds;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidField(
      field,
      `has an impossible date or time, "${text.slice(0, MAX_SHOWN_CHARACTERS)}"; the format is year-month-day hour:minute:second, such as 2026-01-31 09:30:00`,
    );
  }
  throw invalidField(
    field,
    LOCAL.test(text)
      ? "has no zone; add Z, an offset such as +02:00, or --zone <zone> for the whole table"
      : "must be a time such as 2026-01-31 09:30:00 or 2026-01-31T09:30:00Z",
  );
};
