import {
  formatClock,
  formatIsoDuration,
  formatLength,
  formatLocalDay,
  formatLocalTime,
  formatUtcTime,
} from "../../lib/format.js";

/** A time in the user's time zone. Its tooltip shows UTC. */
export const Time = ({ at, isDayOnly }: { at: string | null | undefined; isDayOnly?: boolean }) =>
  at ? (
    <time dateTime={at} title={formatUtcTime(at)}>
      {isDayOnly ? formatLocalDay(at) : formatLocalTime(at)}
    </time>
  ) : (
    <span class="muted">never</span>
  );

/** A duration in milliseconds, as hours, minutes and seconds. */
export const Duration = ({ ms }: { ms: number }) => (
  <time dateTime={formatIsoDuration(ms)}>{formatLength(ms)}</time>
);

/** A moment of a call in milliseconds: the second in which it is, as in the texts of the analysis. */
export const Moment = ({ ms }: { ms: number }) => (
  <time dateTime={formatIsoDuration(ms)}>{formatClock(ms)}</time>
);
