import { addDaysToToday, toInstants } from "../../lib/range.js";

const MONDAY = 1;
/** On Mondays, the last working day was Friday. */
const DAYS_TO_FRIDAY = 3;

/** Returns the days whose visits should have a recording by now: yesterday, and on Mondays since Friday. */
export const resolveVisitDays = (): { title: string; from: string; to: string } => {
  const isMonday = new Date().getDay() === MONDAY;
  return {
    title: isMonday
      ? "Visits without a recording since Friday"
      : "Yesterday’s visits without a recording",
    from: addDaysToToday(isMonday ? -DAYS_TO_FRIDAY : -1),
    to: addDaysToToday(-1),
  };
};

/** Returns the bounds of those days as instants. */
export const buildVisitBounds = (): { visitsFrom: string; visitsTo: string } => {
  const { from, to } = toInstants(resolveVisitDays());
  return { visitsFrom: from!, visitsTo: to! };
};
