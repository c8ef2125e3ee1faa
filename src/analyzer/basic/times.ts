const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

const pad = (count: number): string => String(count).padStart(2, "0");

/** Formats a time of the call as `m:ss` or `h:mm:ss`. */
const formatMoment = (ms: number): string => {
  const seconds = Math.floor(ms / SECOND_MS);
  const [hours, rest] = [Math.floor(seconds / HOUR_S), seconds % HOUR_S];
  const minutes = Math.floor(rest / MINUTE_S);
  const clock = `${hours > 0 ? pad(minutes) : minutes}:${pad(rest % MINUTE_S)}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
};

/** Marks a time of the call: the console plays it from there. */
export const markMoment = (ms: number): string => `[${formatMoment(ms)}]`;
