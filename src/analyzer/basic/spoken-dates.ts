import { casual, type ParsedResult } from "chrono-node/en";

const HOURS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const MINUTES = new Map([
  ["fifteen", "15"],
  ["thirty", "30"],
  ["forty-five", "45"],
]);
const SPOKEN_HOUR = new RegExp(
  `\\b(?:(?:at|around|by) )?(half[- ]past )?(${HOURS.join("|")}|(?<=half[- ]past )\\d{1,2})(?: (fifteen|thirty|forty-five)|( o['’]clock))?(?= [ap]\\.?m\\b|[.,!?]|$| (?:on|in|tomorrow|today|for|and|then|with|works|sounds|is|would|please)\\b)`,
  "gi",
);
const IS_HOUR = /^(?:at|around|by|half[- ]past)\b|clock$/i;

/** Writes hours in digits: "Friday at ten o'clock" is "Friday at 10:00". Other numbers stay. */
const writeHours = (text: string): string =>
  text.replace(
    SPOKEN_HOUR,
    (all, half: string | undefined, hour: string, minutes: string | undefined) => {
      if (!IS_HOUR.test(all)) return all;
      const minute = half ? "30" : (MINUTES.get(minutes?.toLowerCase() ?? "") ?? "00");
      return `at ${Number(hour) || HOURS.indexOf(hour.toLowerCase()) + 1}:${minute}`;
    },
  );

const ORDINALS =
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
  fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth
  twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first`.split(
    /\s+/,
  );
const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const ORDINAL = `(?:\\d{1,2}(?:st|nd|rd|th)|${ORDINALS.join("|").replaceAll("-", "[- ]")})`;
const MONTH = `(?:${MONTHS.join("|")})`;
const WEEKDAY = `(?:${WEEKDAYS.join("|")})`;
/** "November the nineteenth" */
const MONTH_THE = new RegExp(`\\b(${MONTH}),? the (?=${ORDINAL}\\b)`, "gi");
/** "Thursday" before "the nineteenth of November" or "November nineteenth": the date needs no weekday. */
const NEEDLESS_WEEKDAY = new RegExp(
  `\\b${WEEKDAY},? (?=(?:the )?${ORDINAL} (?:of )?${MONTH}\\b|${MONTH} ${ORDINAL}\\b)`,
  "gi",
);
const OF_MONTH = "(?: of (?<which>this|next) month)?";
/** What follows a day, and not "on the fifth floor". */
const AFTER_DAY =
  "(?=[.,;!?]|$| (?:of (?:this|next) month|at|around|between|after|before|in the|if|when|then|so|because|would|works|is|okay|please|for|with|to|I|we|you)\\b)";
/** "Wednesday the nineteenth", "on the 19th": without a month. "On the second" is said of other things, too. */
const DAY_OF_MONTH = new RegExp(
  `\\b(?:(?<weekday>${WEEKDAY}),? (?:the |(?=\\d))|(?<=\\b(?:on|by|until|till|before) )the (?!first|second|third)(?=${ORDINAL}${AFTER_DAY}))(?<ordinal>${ORDINAL})\\b${OF_MONTH}(?! of\\b)`,
  "gi",
);
/** "Tuesday, no, Wednesday" */
const CORRECTED = new RegExp(
  `\\b${WEEKDAY}\\b[^.?!]{0,12}?\\b(?:no|sorry|actually|rather|I mean|make that)\\b,? (?:on )?(?=${WEEKDAY}\\b)`,
  "gi",
);
/** Days on which it isn't to be done, or on which something was. */
const OTHER_DAY = new RegExp(
  `\\b(?:(?:except|besides|other than|apart from|but not|not)(?: on| for)?|last|(?:took|had|got|sent|saw|made|gave|said|did|met|was|were|spoke|talked|discussed|received|signed|ordered|came|arrived|visited)(?: \\w+){0,3}? on) (?:the )?(?:${WEEKDAY}|${ORDINAL})\\b(?! of)`,
  "gi",
);
/** Days that are counted from another one: that one is too early. */
const COUNTED = new RegExp(
  `\\b(?:days?|weeks?|months?) (?:from|after|before|on|and)\\b(?! tomorrow\\b(?<=\\bthe day after tomorrow))|\\b${WEEKDAY}s? (?:week|after|before|in a week)\\b(?! (?:noon|lunch|work|\\d|${HOURS.join("|")}))|\\b(?:first|second|third|fourth|last) ${WEEKDAY}\\b`,
  "i",
);

/** Further away, people name the month. */
const MAX_MONTHS = 3;

const parseOrdinal = (text: string): number =>
  Number.parseInt(text, 10) || ORDINALS.indexOf(text.toLowerCase().replace(" ", "-")) + 1;

/**
 * Writes days of a month with their month: "Wednesday the nineteenth" is "19 August 2026". Without a month that has this
 * day on that weekday soon, only the ordinal stays, which names no day.
 */
const writeDays = (text: string, said: Date): string =>
  text
    .replace(MONTH_THE, "$1 ")
    .replace(NEEDLESS_WEEKDAY, "")
    .replace(DAY_OF_MONTH, (...match) => {
      const { weekday, ordinal, which } = match.at(-1) as Record<string, string | undefined>;
      const day = parseOrdinal(ordinal!);
      const today = new Date(said.getFullYear(), said.getMonth(), said.getDate());
      const first = which === "next" ? 1 : 0;
      for (let ahead = first; ahead < (which ? first + 1 : MAX_MONTHS); ahead += 1) {
        const date = new Date(said.getFullYear(), said.getMonth() + ahead, day);
        const isOfMonth = date.getDate() === day;
        const isSaid = !weekday || WEEKDAYS[date.getDay()] === weekday.toLowerCase();
        if (isOfMonth && isSaid && date >= today)
          return `${day} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
      }
      return ordinal!;
    });

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
export interface SpokenDate {
  /** YYYY-MM-DD; null if it was over when it was said. */
  due: string | null;
  /** False: only a weekday was said. */
  isExact: boolean;
  /** Undefined if no hour was said: "10:00". */
  hour: string | undefined;
  /** With the hour, if it was named: "Fri 27 Nov 2026, 10:00". */
  text: string;
}

const describe = (time: number, hour: string | undefined): string =>
  FORMAT.format(time).replace(",", "") + (hour === undefined ? "" : `, ${hour}`);

const formatHour = (start: ParsedResult["start"], text: string): string => {
  const hour = start.get("hour")!;
  const noon = 12;
  const isEarly = hour < FIRST_HOUR || (hour < noon && LATE.test(text) && !EARLY.test(text));
  const isAfternoon = !start.isCertain("meridiem") && hour > 0 && isEarly;
  const minute = String(start.get("minute") ?? 0).padStart(2, "0");
  return `${isAfternoon ? hour + 12 : hour}:${minute}`;
};

const LATE = /\b(?:afternoon|evening|tonight|night)\b/i;
const EARLY = /\b(?:morning|a\.?m\.?)(?=\W|$)/i;

/** Returns the start of the day in UTC that has the same date as the time in the server's time zone. */
const findDay = (time: Date): number =>
  Date.UTC(time.getFullYear(), time.getMonth(), time.getDate());

const formatUtcDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

const ANY_DAY = new RegExp(`\\b(?:${ORDINAL}|${MONTH}|\\d)`, "i");

/**
 * Returns the first day that a text names; undefined if it names none, or none for sure. `spokenAt`: ms since 1970;
 * "tomorrow" is the day after it in the server's time zone.
 */
export const findSpokenDate = (text: string, spokenAt: number): SpokenDate | undefined => {
  const said = new Date(spokenAt);
  const meant = text.replace(CORRECTED, "").replace(OTHER_DAY, "");
  if (COUNTED.test(meant)) return undefined;
  const parsed = casual
    .parse(writeHours(writeDays(meant, said)), said, { forwardDate: true })
    .find((date) => {
      const { start, text: words } = date;
      const isDay = start.isCertain("day") || start.isCertain("weekday");
      return (
        (isDay || /end of the month/i.test(words)) && !VAGUE.test(words) && !date.tags().has(NOW)
      );
    });
  if (!parsed) return undefined;
  const { start } = parsed;
  const [year, month, day] = [start.get("year")!, start.get("month")!, start.get("day")!];
  const time = Date.UTC(year, month - 1, day);
  const [weekday] = meant.match(NEEDLESS_WEEKDAY) ?? [];
  if (weekday && !weekday.toLowerCase().startsWith(WEEKDAYS[new Date(time).getUTCDay()]!))
    return undefined;
  const due = time < findDay(said) ? null : formatUtcDay(time);
  const hour = start.isCertain("hour") ? formatHour(start, meant) : undefined;
  return { due, isExact: start.isCertain("day"), hour, text: describe(time, hour) };
};

/** Returns the day of a time, in ms since 1970, in the server's time zone: YYYY-MM-DD. */
export const formatDay = (time: number): string => formatUtcDay(findDay(new Date(time)));

/** Whether a text may name a day of a month: most don't, and reading a date takes long. */
export const mayNameDay = (text: string): boolean => ANY_DAY.test(text);

/** Returns the day that was named before, if a weekday now repeats it: "Tuesday" after "Tuesday the eighth". */
export const repeatDate = (named: SpokenDate, repeated: SpokenDate): SpokenDate | undefined => {
  if (!named.isExact || repeated.isExact || !named.due || !repeated.due) return undefined;
  const [time, other] = [Date.parse(named.due), Date.parse(repeated.due)];
  if (new Date(time).getUTCDay() !== new Date(other).getUTCDay()) return undefined;
  const hour = repeated.hour ?? named.hour;
  return { ...named, hour, text: describe(time, hour) };
};
