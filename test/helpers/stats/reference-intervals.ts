import { computeReferenceStats, type StatsFilter, type StatsWorld } from "./reference-stats.js";

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
/** No zone is further from UTC. */
const MAX_OFFSET_MS = 15 * 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local date at a time, YYYY-MM-DD. */
const findLocalDate = (time: number, timeZone: string): string => {
  let format = formats.get(timeZone);
  if (!format) {
    const digits = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    formats.set(timeZone, (format = new Intl.DateTimeFormat("en-CA", { timeZone, ...digits })));
  }
  return format.format(time);
};

const toUtcDay = (date: string): number => Date.parse(date) / DAY_MS;
const toDate = (utcDay: number): string => new Date(utcDay * DAY_MS).toISOString().slice(0, 10);

const findFirstDay = (date: string, unit: string): number => {
  const day = toUtcDay(date);
  if (unit === "month") return toUtcDay(`${date.slice(0, 8)}01`);
  // 1970-01-01 was a Thursday.
  return unit === "week" ? day - ((day + 3) % 7) : day;
};

const findNextDay = (day: number, unit: string): number => {
  if (unit !== "month") return day + (unit === "week" ? 7 : 1);
  const [year, month] = toDate(day).split("-").map(Number);
  return Date.UTC(year!, month, 1) / DAY_MS;
};

const starts = new Map<string, number>();

/** Tries every quarter of an hour around midnight: the first one with this local date or a later one. */
const findStart = (day: number, timeZone: string): number => {
  const key = `${timeZone} ${day}`;
  let time = starts.get(key);
  if (time === undefined) {
    time = day * DAY_MS - MAX_OFFSET_MS;
    while (findLocalDate(time, timeZone) < toDate(day)) time += QUARTER_MS;
    starts.set(key, time);
  }
  return time;
};

interface Interval {
  start: number;
  end: number;
}

const listIntervals = (from: number, to: number, unit: string, timeZone: string): Interval[] => {
  const intervals: Interval[] = [];
  if (from > to) return intervals;
  let day = findFirstDay(findLocalDate(from, timeZone), unit);
  for (let start = findStart(day, timeZone); start <= to; start = findStart(day, timeZone)) {
    day = findNextDay(day, unit);
    intervals.push({ start, end: findStart(day, timeZone) });
  }
  return intervals;
};

interface Entry {
  name: string;
  email: string | null;
  teamId?: string;
  totalRecordings: number;
}

const loadEntries = (world: StatsWorld, filter: StatsFilter): Entry[] =>
  (computeReferenceStats(world, filter) as { stats: Entry[] }).stats;

/** Computes the entries of an interval, with only the recordings in it and in the filter's range. */
const computeInterval = (
  world: StatsWorld,
  filter: StatsFilter,
  { start, end }: Interval,
  range: { from: number; to: number },
): Entry[] =>
  loadEntries(
    // Inactive users have entries only with recordings.
    { ...world, users: world.users.map((user) => ({ ...user, active: true })) },
    {
      ...filter,
      startDate: new Date(Math.max(start, range.from)).toISOString(),
      endDate: new Date(Math.min(end - 1, range.to)).toISOString(),
    },
  );

/** Computes the response of GET /v1/stats with an interval, interval by interval. */
export const computeReferenceIntervals = (
  world: StatsWorld,
  filter: StatsFilter,
  unit: string,
  timeZone = "UTC",
): object => {
  const { startDate, endDate } = filter;
  const report = computeReferenceStats(world, filter) as { stats: Entry[] };
  const times = world.calls.map(({ createdAt }) => createdAt);
  const from = startDate === undefined ? Math.min(...times) : Date.parse(startDate);
  const to =
    endDate === undefined
      ? Math.max(...times)
      : Date.parse(endDate) + (endDate.length === 10 ? DAY_MS - 1 : 0);
  const keyOf = ({ email, teamId }: Entry): string => email ?? teamId!;
  const shown = new Set(report.stats.map(keyOf));
  const rows = listIntervals(from, to, unit, timeZone).map((interval) => ({
    start: new Date(interval.start).toISOString(),
    entries: computeInterval(world, filter, interval, { from, to }).filter((entry) =>
      shown.has(keyOf(entry)),
    ),
  }));
  const hasData = ({ entries }: (typeof rows)[number]): boolean =>
    entries.some(({ totalRecordings }) => totalRecordings > 0);
  const isUnbounded = startDate === undefined || endDate === undefined;
  const first = startDate === undefined || !rows.some(hasData) ? rows.findIndex(hasData) : 0;
  const last = endDate === undefined ? rows.findLastIndex(hasData) : rows.length - 1;
  const kept = isUnbounded && !rows.some(hasData) ? [] : rows.slice(Math.max(0, first), last + 1);
  return {
    ...report,
    stats: report.stats.map((entry) => ({
      ...entry,
      intervals: kept.map(({ start, entries }) => {
        const numbers: Partial<Entry> = {
          ...entries.find((other) => keyOf(other) === keyOf(entry)),
        };
        for (const name of ["email", "teamId", "name"] as const) delete numbers[name];
        return { start, ...numbers };
      }),
    })),
  };
};
