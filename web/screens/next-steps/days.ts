const pad = (value: number): string => String(value).padStart(2, "0");

/** Returns today in the user's time zone: "2026-01-31". */
export const findToday = (): string => {
  const now = new Date();
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
};

/** Returns whether a step's day has passed. */
export const isOverdue = ({
  due,
  completed,
}: {
  due: string | null;
  completed: boolean;
}): boolean => due !== null && !completed && due < findToday();
