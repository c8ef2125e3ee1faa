/** A week that ended, from Monday to Sunday in a time zone. */
export interface MailWeek {
  /** Its days, such as 2026-02-23 and 2026-03-01. */
  firstDay: string;
  lastDay: string;
  timeZone: string;
}

/** A part of the time, as the API takes it. */
export interface MailRange {
  from: string;
  to: string;
}

const DAYS_IN_WEEK = 7;
const MONDAY = 1;
const TUESDAY = 2;
const FIRST_HOUR = 6;
const LAST_HOUR = 18;

/**
 * Returns the week whose mails may be sent now: the last one, from Monday at six until Tuesday at six in the evening.
 * Undefined at other times: an older mail would be about a week that no longer matters.
 */
export const findMailWeek = (now: number, timeZone: string): MailWeek | undefined => {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const isOpen =
    (local.dayOfWeek === MONDAY && local.hour >= FIRST_HOUR) ||
    (local.dayOfWeek === TUESDAY && local.hour < LAST_HOUR);
  if (!isOpen) return undefined;
  const monday = local.toPlainDate().subtract({ days: local.dayOfWeek - MONDAY });
  return {
    firstDay: monday.subtract({ days: DAYS_IN_WEEK }).toString(),
    lastDay: monday.subtract({ days: 1 }).toString(),
    timeZone,
  };
};

/** Returns the week's time, together with that of the weeks before it. */
export const buildMailRange = ({ firstDay, timeZone }: MailWeek, weeksBefore = 0): MailRange => {
  const first = Temporal.PlainDate.from(firstDay);
  const format = (day: Temporal.PlainDate, ms = 0): string =>
    new Date(day.toZonedDateTime({ timeZone }).epochMilliseconds + ms).toISOString();
  return {
    from: format(first.subtract({ days: weeksBefore * DAYS_IN_WEEK })),
    to: format(first.add({ days: DAYS_IN_WEEK }), -1),
  };
};
