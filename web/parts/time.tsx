import { clock, isoDuration, localDay, localTime, utcTime } from "../src/format.js";

/** A moment in the reader's time zone; in UTC where the pointer rests on it. */
export const Time = ({ at, dayOnly }: { at: string | null | undefined; dayOnly?: boolean }) =>
  at ? (
    <time dateTime={at} title={utcTime(at)}>
      {dayOnly ? localDay(at) : localTime(at)}
    </time>
  ) : (
    <span class="muted">never</span>
  );

/** Hours, minutes and seconds of milliseconds. */
export const Duration = ({ ms }: { ms: number }) => (
  <time dateTime={isoDuration(ms)}>{clock(ms)}</time>
);
