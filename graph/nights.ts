/** Of the machine's clock, in its time zone. */
const HOUR = 3;

/** The last night's time for what is done nightly, in milliseconds since 1970; `now` where that is it. */
export const lastNight = (now: number): number => {
  const night = new Date(now);
  night.setHours(HOUR, 0, 0, 0);
  if (night.getTime() > now) night.setDate(night.getDate() - 1);
  return night.getTime();
};

/** The time of the first night after now. */
export const nextNight = (now: number): number => {
  const night = new Date(lastNight(now));
  night.setDate(night.getDate() + 1);
  return night.getTime();
};
