import type { CalendarEvent } from "./calendar-event.js";
import type { Length } from "./event-length.js";
import { expandRule, type TimeRange } from "./recurrence.js";
import { formatDate, formatWallTime } from "./wall-time.js";
import { alignZone, type ZonedTime } from "./zoned-time.js";

const DAY_MS = 86_400_000;
/** More than any zone's distance from UTC. */
const ZONE_MARGIN_MS = 2 * DAY_MS;

/** One occurrence, with the event that describes it. */
export interface SeriesOccurrence {
  event: CalendarEvent;
  /** Its original start in UTC, or its day; undefined for an event that doesn't recur. */
  recurrenceId: string | undefined;
  startTime: number;
  endTime: number | null;
}

const toInstant = ({ wall, zone }: ZonedTime): number => zone.toInstant(wall);

export const formatRecurrenceId = (time: ZonedTime): string =>
  time.isDate ? formatDate(time.wall) : formatWallTime(toInstant(time));

const computeEnd = (start: ZonedTime, length: Length): number | null => {
  if (length === null) return null;
  const days = "days" in length ? length.days : 0;
  return start.zone.toInstant(start.wall + days * DAY_MS) + length.ms;
};

type Slot = ZonedTime & { length?: Length | undefined };

/** Lists the starts of a series in the range by their ids. */
const listSlots = (master: CalendarEvent, { from, to }: TimeRange): Map<string, Slot> => {
  const { start, rules, exclusionRules, added, excluded, notices } = master;
  const wide = { from: from - ZONE_MARGIN_MS, to: to + ZONE_MARGIN_MS };
  const expandAll = (texts: string[], isIncluded: boolean): Slot[] =>
    texts.flatMap((text) => {
      const { walls, repairs } = expandRule(text, { ...start, isIncluded }, wide);
      for (const repair of repairs) notices.add("repaired", repair);
      return walls.map((wall): Slot => ({ ...start, wall }));
    });
  const slots: Slot[] = [start, ...expandAll(rules, true), ...added];
  const excludedIds = new Set(
    [...excluded, ...expandAll(exclusionRules, false)].map(formatRecurrenceId),
  );
  const byId = new Map<string, Slot>();
  for (const slot of slots) {
    const id = formatRecurrenceId(slot);
    // A whole-day exclusion excludes every start on that day.
    if (excludedIds.size > 0 && (excludedIds.has(id) || excludedIds.has(formatDate(slot.wall))))
      continue;
    byId.set(id, slot);
  }
  return byId;
};

const buildOccurrence = (
  event: CalendarEvent,
  recurrenceId: string | undefined,
  slot: Slot,
): SeriesOccurrence => ({
  event,
  recurrenceId,
  startTime: toInstant(slot),
  endTime: computeEnd(slot, slot.length ?? event.length),
});

/**
 * Some programs identify a changed occurrence of a timed series by its day, or by a time without a zone. A change
 * without a zone is in the zone of its series.
 */
const alignRecurrenceId = (
  event: CalendarEvent,
  master: CalendarEvent | undefined,
): CalendarEvent => {
  const { recurrenceId } = event;
  if (!master || master.start.isDate || !recurrenceId) return event;
  const start = alignZone(event.start, master.start, event.notices);
  if (!recurrenceId.isDate)
    return { ...event, start, recurrenceId: alignZone(recurrenceId, master.start, event.notices) };
  const { wall } = master.start;
  const timeOfDay = wall - Math.floor(wall / DAY_MS) * DAY_MS;
  return {
    ...event,
    start,
    recurrenceId: { ...master.start, wall: recurrenceId.wall + timeOfDay },
  };
};

/** A change to an occurrence and all later ones. */
interface FollowingChange {
  event: CalendarEvent;
  from: number;
  shiftMs: number;
}

const listFollowingChanges = (changes: CalendarEvent[]): FollowingChange[] =>
  changes
    .filter(({ changesFollowing }) => changesFollowing)
    .map((event) => ({
      event,
      from: toInstant(event.recurrenceId!),
      shiftMs: event.start.wall - event.start.zone.toWall(toInstant(event.recurrenceId!)),
    }))
    .toSorted((a, b) => a.from - b.from);

/**
 * Lists the occurrences of a series whose start is in the range: those from the rule, and individually changed ones.
 * Includes cancelled occurrences. @throws Error for an invalid rule
 */
export const expandSeries = (
  master: CalendarEvent | undefined,
  sentChanges: CalendarEvent[],
  range: TimeRange,
): SeriesOccurrence[] => {
  const changes = sentChanges.map((event) => alignRecurrenceId(event, master));
  const changed = changes.map((event) =>
    buildOccurrence(event, formatRecurrenceId(event.recurrenceId!), event.start),
  );
  const changedIds = new Set(changed.map(({ recurrenceId }) => recurrenceId));
  const following = listFollowingChanges(changes);
  const occurrences = [...changed];
  if (master && (master.rules.length > 0 || master.added.length > 0)) {
    const reach = Math.max(0, ...following.map(({ shiftMs }) => Math.abs(shiftMs)));
    const slots = listSlots(master, { from: range.from - reach, to: range.to + reach });
    for (const [id, slot] of slots) {
      if (changedIds.has(id)) continue;
      const change = following.findLast(({ from }) => from <= toInstant(slot));
      occurrences.push(
        change
          ? buildOccurrence(change.event, id, {
              ...change.event.start,
              wall: change.event.start.zone.toWall(toInstant(slot)) + change.shiftMs,
            })
          : buildOccurrence(master, id, slot),
      );
    }
  } else if (master) {
    const id = formatRecurrenceId(master.start);
    if (!changedIds.has(id)) occurrences.push(buildOccurrence(master, undefined, master.start));
  }
  return occurrences.filter(({ startTime }) => startTime >= range.from && startTime <= range.to);
};
