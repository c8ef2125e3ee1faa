import { addDaysToToday } from "../../lib/range.js";

/** Formats a day such as 2026-01-31 with its weekday; with the year if that isn't this one. */
export const formatDue = (due: string): string => {
  const date = new Date(`${due}T00:00:00`);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(undefined, {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(!isThisYear && { year: "numeric" }),
  }).format(date);
};

/** Returns whether a step's day has passed. */
export const isOverdue = ({
  due,
  completed,
}: {
  due: string | null;
  completed: boolean;
}): boolean => due !== null && !completed && due < addDaysToToday(0);
