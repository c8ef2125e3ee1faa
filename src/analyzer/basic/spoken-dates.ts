import { casual } from "chrono-node/en";

const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const MINUTES = new Map([
  ["fifteen", "15"],
  ["thirty", "30"],
  ["forty-five", "45"],
]);
const SPOKEN_HOUR = new RegExp(
  `\\b(?:(?:at|around|by) )?(half past )?(${HOURS.join("|")})(?: (fifteen|thirty|forty-five)|( o['’]clock))?(?= [ap]\\.?m\\b|[.,!?]|$| (?:on|in|tomorrow|today|for|and|then|with|works|sounds|is|would|please)\\b)`,
  "gi",
);
const IS_HOUR = /^(?:at|around|by|half past)\b|clock$/i;

/** Writes hours in digits: "Friday at ten o'clock" is "Friday at 10:00". Other numbers stay. */
const writeHours = (text: string): string =>
  text.replace(
    SPOKEN_HOUR,
    (all, half: string | undefined, hour: string, minutes: string | undefined) => {
      if (!IS_HOUR.test(all)) return all;
      const minute = half ? "30" : (MINUTES.get(minutes?.toLowerCase() ?? "") ?? "00");
      return `at ${HOURS.indexOf(hour.toLowerCase()) + 1}:${minute}`;
    },
  );

/** A week or a month is no day; "mon" and "sat" are mostly something else. */
const VAGUE = /\b(?:week|month|year)s?\b(?<!end of the month)|^(?:mon|tue|wed|thu|fri|sat|sun)$/i;
const NOW = "result/relativeDateAndTime";
/** An hour before this one that isn't said to be in the morning is in the afternoon. */
const FIRST_HOUR = 7;

const FORMAT = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** A day that was named in a call. */
interface SpokenDate {
  /** YYYY-MM-DD; null if it was over when it was said. */
  due: string | null;
  /** With the hour, if it was named: "Fri 27 Nov 2026, 10:00". */
  text: string;
}

/**
 * Returns the first day that a text names. `spokenAt`: ms since 1970; "tomorrow" is the day after it in the server's
 * time zone.
 */
export const findSpokenDate = (text: string, spokenAt: number): SpokenDate | undefined => {
  const parsed = casual
    .parse(writeHours(text), new Date(spokenAt), { forwardDate: true })
    .find((date) => {
      const { start, text: said } = date;
      const isDay = start.isCertain("day") || start.isCertain("weekday");
      return (
        (isDay || /end of the month/i.test(said)) && !VAGUE.test(said) && !date.tags().has(NOW)
      );
    });
  if (!parsed) return undefined;
  const { start } = parsed;
  const [year, month, day] = [start.get("year")!, start.get("month")!, start.get("day")!];
  const time = Date.UTC(year, month - 1, day);
  const date = FORMAT.format(time).replace(",", "");
  const said = new Date(spokenAt);
  const isOver = time < Date.UTC(said.getFullYear(), said.getMonth(), said.getDate());
  const found = { due: isOver ? null : new Date(time).toISOString().slice(0, 10), text: date };
  if (!start.isCertain("hour")) return found;
  const hour = start.get("hour")!;
  const isAfternoon = !start.isCertain("meridiem") && hour > 0 && hour < FIRST_HOUR;
  const minute = String(start.get("minute") ?? 0).padStart(2, "0");
  return { ...found, text: `${date}, ${isAfternoon ? hour + 12 : hour}:${minute}` };
};
