/** In the machine's time zone. */
const NIGHTLY_HOUR = 3;

/** Returns the last time for nightly jobs, up to and including `now`, in milliseconds since 1970. */
export const computeLastNightlyTime = (now: number): number => {
  const night = new Date(now);
  night.setHours(NIGHTLY_HOUR, 0, 0, 0);
  if (night.getTime() > now) night.setDate(night.getDate() - 1);
  return night.getTime();
};

/** Returns the next time for nightly jobs, after `now`, in milliseconds since 1970. */
export const computeNextNightlyTime = (now: number): number => {
  const night = new Date(computeLastNightlyTime(now));
  night.setDate(night.getDate() + 1);
  return night.getTime();
};
