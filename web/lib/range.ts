import { addDays, countDaysIncluded, dayEnd, dayStart } from "./day-bounds.js";

/** Days (2026-01-31) in the user's time zone, both included; "" means unbounded. */
export interface DayRange {
  from: string;
  to: string;
}

const DAYS_IN_WEEK = 7;
const MONTHS_IN_YEAR = 12;

const padTwo = (value: number): string => String(value).padStart(2, "0");

/** Formats a date as its day in the user's time zone: "2026-01-31". */
export const formatDay = (date: Date): string =>
  `${date.getFullYear()}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`;

/** Returns the day `days` days from today. */
export const addDaysToToday = (days: number): string => {
  const now = new Date();
  return formatDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
};

/** Returns the week `weeks` weeks from this one, from Monday to Sunday. */
export const buildWeek = (weeks: number): DayRange => {
  const monday = weeks * DAYS_IN_WEEK - ((new Date().getDay() + DAYS_IN_WEEK - 1) % DAYS_IN_WEEK);
  return { from: addDaysToToday(monday), to: addDaysToToday(monday + DAYS_IN_WEEK - 1) };
};

/** Returns how many weeks from this one the day's week is: -1 for last week. NaN for what isn't a day. */
export const countWeeksTo = (day: string): number =>
  Math.floor((countDaysIncluded(buildWeek(0).from, day) - 1) / DAYS_IN_WEEK);

/** Returns the month `months` months from this one. */
const buildMonth = (months: number): DayRange => {
  const now = new Date();
  const [year, index] = [now.getFullYear(), now.getMonth() + months];
  return { from: formatDay(new Date(year, index, 1)), to: formatDay(new Date(year, index + 1, 0)) };
};

const presets = {
  today: ["Today", () => ({ from: addDaysToToday(0), to: addDaysToToday(0) })],
  yesterday: ["Yesterday", () => ({ from: addDaysToToday(-1), to: addDaysToToday(-1) })],
  week: ["This week", () => buildWeek(0)],
  lastWeek: ["Last week", () => buildWeek(-1)],
  next7: ["Next 7 days", () => ({ from: addDaysToToday(0), to: addDaysToToday(6) })],
  last7: ["Last 7 days", () => ({ from: addDaysToToday(-6), to: addDaysToToday(0) })],
  last30: ["Last 30 days", () => ({ from: addDaysToToday(-29), to: addDaysToToday(0) })],
  last90: ["Last 90 days", () => ({ from: addDaysToToday(-89), to: addDaysToToday(0) })],
  last365: ["Last 365 days", () => ({ from: addDaysToToday(-364), to: addDaysToToday(0) })],
  month: ["This month", () => buildMonth(0)],
  lastMonth: ["Last month", () => buildMonth(-1)],
  all: ["All time", () => ({ from: "", to: "" })],
} satisfies Record<string, [text: string, days: () => DayRange]>;

export type Preset = keyof typeof presets;

export const listPresetTexts = (names: readonly Preset[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, presets[name][0]]));

/** The filters in the URL: `range` (a preset), or `from` and `to`. */
export const rangeFilterNames = ["range", "from", "to"] as const;

export type RangeValues = Partial<Record<(typeof rangeFilterNames)[number], string>>;

export interface DateRange extends DayRange {
  preset: Preset | "custom";
  fallback: Preset;
}

/** Resolves the URL's filters to days; `fallback` is the preset if the URL has none. */
export const resolveRange = ({ range, from, to }: RangeValues, fallback: Preset): DateRange => {
  if (from || to) return { preset: "custom", fallback, from: from ?? "", to: to ?? "" };
  const preset = range && Object.hasOwn(presets, range) ? (range as Preset) : fallback;
  return { preset, fallback, ...presets[preset][1]() };
};

/** Returns the changes to the URL after a range control has changed. Passes other filters through. */
export const resolveRangeChanges = (
  range: DateRange,
  changes: Record<string, string>,
): Record<string, string> => {
  const { range: preset, from = range.from, to = range.to } = changes;
  if (preset === "custom") return { ...changes, range: "", from, to };
  if (preset !== undefined)
    return { ...changes, range: preset === range.fallback ? "" : preset, from: "", to: "" };
  if (changes["from"] === undefined && changes["to"] === undefined) return changes;
  return { ...changes, range: from || to ? "" : "all", from, to };
};

/** Returns the set bounds as instants (ISO 8601). */
export const toInstants = ({ from, to }: DayRange): Partial<DayRange> => ({
  ...(from && { from: dayStart(from) }),
  ...(to && { to: dayEnd(to) }),
});

/** Counts the months of a period that begins on the first and ends on the last day of a month; undefined for others. */
const countWholeMonths = ({ from, to }: DayRange): number | undefined => {
  const afterLast = addDays(to, 1);
  if (!from.endsWith("-01") || !afterLast.endsWith("-01")) return undefined;
  const [year = 0, month = 0] = from.split("-").map(Number);
  const [nextYear = 0, nextMonth = 0] = afterLast.split("-").map(Number);
  return MONTHS_IN_YEAR * (nextYear - year) + nextMonth - month;
};

/** Returns as many whole months before whole months, and as many days before other periods. */
export const findPeriodBefore = (period: DayRange): DayRange => {
  const { from, to } = period;
  const months = countWholeMonths(period);
  if (months === undefined)
    return { from: addDays(from, -countDaysIncluded(from, to)), to: addDays(from, -1) };
  const [year = 0, month = 0] = from.split("-").map(Number);
  return { from: formatDay(new Date(year, month - 1 - months, 1)), to: addDays(from, -1) };
};

/** How statistics are divided over time. */
export type Interval = "day" | "week" | "month";

const MAX_WEEKS = 26;
const MAX_DAYS = 14;

/** Chooses intervals that a chart has room for. */
export const chooseInterval = ({ from, to }: DayRange): Interval => {
  if (from === "" || to === "") return "month";
  const days = countDaysIncluded(from, to);
  if (days <= MAX_DAYS) return "day";
  return days > MAX_WEEKS * DAYS_IN_WEEK ? "month" : "week";
};

/** The days of an interval that are in the period. */
export interface IntervalDays extends DayRange {
  /** Others of its days aren't in the period. */
  isCut: boolean;
}

const findLastDay = (first: string, interval: Interval): string => {
  if (interval === "day") return first;
  if (interval === "week") return addDays(first, DAYS_IN_WEEK - 1);
  const [year = 0, month = 0] = first.split("-").map(Number);
  return formatDay(new Date(year, month, 0));
};

/** Returns the days of each interval. `starts` are instants, in order; the last interval has the period's open end. */
export const listIntervalDays = (
  starts: readonly string[],
  { from, to }: DayRange,
  interval: Interval,
): IntervalDays[] => {
  const days = starts.map((start) => formatDay(new Date(start)));
  return days.map((day, index) => {
    const next = days[index + 1];
    return {
      from: day < from ? from : day,
      to: next === undefined ? to : addDays(next, -1),
      isCut: day < from || (next === undefined && to !== "" && to < findLastDay(day, interval)),
    };
  });
};

const FIRST_DAY = "1970-01-01";
const LAST_DAY = "2049-12-31";

/** Leaves out days that no recording has. The server refuses more than 1,000 months, as of a year typed halfway. */
export const withoutFarDays = ({ from, to }: DayRange): DayRange => ({
  from: from < FIRST_DAY ? "" : from,
  to: to > LAST_DAY ? "" : to,
});
