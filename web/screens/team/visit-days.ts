import { addDaysToToday, type DayRange } from "../../lib/range.js";

const MONDAY = 1;
/** On Mondays, the last working day was Friday. */
const DAYS_TO_FRIDAY = 3;

/** Days, and how the visits of these days without a recording are called. */
export interface VisitDays extends DayRange {
  title: string;
}

/** Returns the days whose visits should have a recording by now: yesterday, and on Mondays since Friday. */
export const findVisitDays = (): VisitDays => {
  const isMonday = new Date().getDay() === MONDAY;
  return {
    title: isMonday
      ? "Visits without a recording since Friday"
      : "Yesterday’s visits without a recording",
    from: addDaysToToday(isMonday ? -DAYS_TO_FRIDAY : -1),
    to: addDaysToToday(-1),
  };
};
