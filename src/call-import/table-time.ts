import { invalidField } from "../../graph/core/errors.js";

const LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/;
const WITH_OFFSET = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|[+-]\d\d:?\d\d)$/;

const parseInstant = (text: string, zone: string | undefined): Temporal.Instant | undefined => {
  if (WITH_OFFSET.test(text))
    return Temporal.Instant.from(text.replaceAll(" ", (_, at) => (at === 10 ? "T" : "")));
  if (!LOCAL.test(text) || zone === undefined) return undefined;
  // A skipped local time means the one after the change of the clock, a repeated one its first time.
  return Temporal.PlainDateTime.from(text.replace(" ", "T"))
    .toZonedDateTime(zone, { disambiguation: "compatible" })
    .toInstant();
};

/**
 * Parses a time of a table: with Z or an offset, or local to `zone`. Returns milliseconds since 1970.
 * @throws INVALID_FIELD
 */
export const parseTableTime = (field: string, text: string, zone: string | undefined): number => {
  try {
    const instant = parseInstant(text, zone);
    if (instant) return instant.epochMilliseconds;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidField(field, "isn't a day and a time of the calendar");
  }
  throw invalidField(
    field,
    LOCAL.test(text)
      ? "has no zone; add Z, an offset such as +02:00, or --zone <zone> for the whole table"
      : "must be a time such as 2026-01-31 09:30:00 or 2026-01-31T09:30:00Z",
  );
};
