import { countDaysIncluded } from "../../lib/day-bounds.js";
import { chooseInterval, type DayRange, type Interval } from "../../lib/range.js";

const TEXTS: Record<Interval, string> = { day: "Days", week: "Weeks", month: "Months" };

const MAX_DAYS = 92;
const MAX_DAYS_BY_WEEK = 750;

/** Returns the intervals that a chart of the period has room for. */
export const listIntervalTexts = ({ from, to }: DayRange): Partial<Record<Interval, string>> => {
  const days = from === "" || to === "" ? Infinity : countDaysIncluded(from, to);
  return {
    ...(days <= MAX_DAYS && { day: TEXTS.day }),
    ...(days <= MAX_DAYS_BY_WEEK && { week: TEXTS.week }),
    month: TEXTS.month,
  };
};

/** Returns the chosen interval, or a usual one if the period has no room for it. */
export const resolveInterval = (chosen: string | undefined, range: DayRange): Interval =>
  chosen !== undefined && Object.hasOwn(listIntervalTexts(range), chosen)
    ? (chosen as Interval)
    : chooseInterval(range);
