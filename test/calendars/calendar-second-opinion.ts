import ICAL from "ical.js";

interface Range {
  from: number;
  to: number;
}

const MAX_STEPS = 20_000;
const LOOK_AHEAD_MS = 120 * 86_400_000;

const toMs = (time: ICAL.Time): number => time.toJSDate().getTime();

const formatId = (time: ICAL.Time): string =>
  time.isDate ? time.toICALString() : time.convertToZone(ICAL.Timezone.utcTimezone).toICALString();

const formatLine = (id: string, start: ICAL.Time, end: ICAL.Time): string =>
  `${id} ${new Date(toMs(start)).toISOString()}/${new Date(toMs(end)).toISOString()}`;

const expandEvent = (event: ICAL.Event, range: Range): [number, string][] => {
  const { uid } = event;
  if (!event.isRecurring()) {
    const line = formatLine(`ics:${uid}`, event.startDate, event.endDate);
    return [[toMs(event.startDate), line]];
  }
  const found: [number, string][] = [];
  const iterator = event.iterator();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = iterator.next() as ICAL.Time | null;
    if (!next || toMs(next) > range.to + LOOK_AHEAD_MS) break;
    const { startDate, endDate, item } = event.getOccurrenceDetails(next);
    if (item.component.getFirstPropertyValue("status") === "CANCELLED") continue;
    found.push([toMs(startDate), formatLine(`ics:${uid}:${formatId(next)}`, startDate, endDate)]);
  }
  return found;
};

const isChange = (one: ICAL.Component): boolean => one.hasProperty("recurrence-id");

/** Lists a calendar's occurrences in the range as ical.js sees them, one line each, without cancelled ones. */
export const listBySecondOpinion = (text: string, range: Range): string[] => {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[] as never);
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents("vtimezone"))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const components = calendar.getAllSubcomponents("vevent");
  const found = components
    .filter((one) => !isChange(one))
    .filter((one) => one.getFirstPropertyValue("status") !== "CANCELLED")
    .flatMap((master) => {
      const uid = master.getFirstPropertyValue("uid");
      const exceptions = components.filter(
        (one) => isChange(one) && one.getFirstPropertyValue("uid") === uid,
      );
      return expandEvent(new ICAL.Event(master, { exceptions }), range);
    });
  return found
    .filter(([start]) => start >= range.from && start <= range.to)
    .toSorted(([a, lineA], [b, lineB]) => a - b || (lineA < lineB ? -1 : 1))
    .map(([, line]) => line);
};
