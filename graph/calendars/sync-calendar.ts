import { findAppointmentByEventId } from "../../db/appointments/appointment.js";
import {
  type CalendarAppointmentRow,
  listCalendarAppointments,
} from "../../db/calendars/calendar-appointments.js";
import { findCalendarById } from "../../db/calendars/calendar.js";
import type { Db } from "../../db/engine/connect.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { findClockJump } from "../retention/clock.js";
import { removeAppointment } from "../appointments/remove.js";
import { putAppointment } from "./put-appointment.js";
import { type CalendarNotice, CalendarNotices } from "./calendar-notices.js";
import { parseBaseId } from "./event-ids.js";
import type { CalendarReading } from "./occurrence.js";
import type { CalendarClaim } from "./poll-claims.js";
import { HALVED_CALENDAR_HOLD_MS, planRemovals } from "./removals.js";
import { redactNotices, redactWanted } from "./redact-calendar.js";
import { buildCalendarAppointments } from "./calendar-appointments.js";

const PAGE_SIZE = 500;
/** Appointments per transaction: each takes about ten statements, while other writers wait. */
const BATCH_SIZE = 25;

/** What a poll has changed. */
export interface SyncResult {
  changed: number;
  /** The calendar's appointments in its window now. */
  occurrences: number;
  /** Occurrences without a rep, or owned by another system or calendar. */
  leftOut: number;
  problem: string | null;
  isHalved: boolean;
  notices: CalendarNotice[];
}

/** Another poll has taken over, or the calendar was deleted. */
export class CalendarLostError extends Error {}

const loadCurrent = async (
  { db, organizationId }: Context,
  calendarId: string,
  from: number,
): Promise<CalendarAppointmentRow[]> => {
  const all: CalendarAppointmentRow[] = [];
  for (let page: CalendarAppointmentRow[] | undefined; ;) {
    const afterId = page?.at(-1)?.appointmentId ?? "";
    page = await listCalendarAppointments(db, organizationId, calendarId, {
      from,
      limit: PAGE_SIZE,
      afterId,
    });
    all.push(...page);
    if (page.length < PAGE_SIZE) return all;
  }
};

/** Removes an appointment, unless it was matched meanwhile. Returns whether it did. */
const takeAppointment = async (trx: Db, context: Context, eventId: string): Promise<boolean> => {
  const before = await findAppointmentByEventId(trx, context.organizationId, eventId);
  if (!before || before.recordingId !== null) return false;
  await removeAppointment(trx, context, before);
  return true;
};

/**
 * Updates the calendar's appointments to match its contents, in durable batches. If a poll ends between two batches,
 * the next poll completes the work. @throws CalendarLostError, the signal's reason
 */
export const syncCalendar = async (
  context: Context,
  claim: CalendarClaim,
  reading: CalendarReading,
  { from, to }: { from: number; to: number },
  signal: AbortSignal,
): Promise<SyncResult> => {
  const { db, organizationId, now } = context;
  const { id, holder, halvedSince } = claim;
  const notices = new CalendarNotices(reading.notices);
  const wanted = await redactWanted(
    context,
    await buildCalendarAppointments(db, organizationId, claim, reading.occurrences, notices),
  );
  const places = new Map(reading.occurrences.map(({ eventId, place }) => [eventId, place]));
  const current = await loadCurrent(context, id, from);
  const digests = new Map(current.map(({ eventId, digest }) => [parseBaseId(eventId), digest]));
  const isTrusted =
    halvedSince !== null &&
    now() - halvedSince >= HALVED_CALENDAR_HOLD_MS &&
    !(await findClockJump(db, organizationId, now()));
  const accepts = claim.acceptsRemovals === 1 || isTrusted;
  const removals = planRemovals(reading, current, wanted, { to, accepts });
  const changes = [
    ...removals.eventIds.map((eventId) => ({ remove: eventId })),
    ...[...wanted.values()]
      .filter(({ eventId, digest }) => digests.get(eventId) !== digest)
      .map((appointment) => ({ put: appointment })),
  ];
  let changed = 0;
  let refused = 0;
  for (let start = 0; start < changes.length; start += BATCH_SIZE) {
    signal.throwIfAborted();
    const done = await mutate(context, async (trx) => {
      const row = await findCalendarById(trx, organizationId, id);
      if (row?.holder !== holder) throw new CalendarLostError("another poll holds the calendar");
      const counts = { changed: 0, refused: [] as string[] };
      for (const change of changes.slice(start, start + BATCH_SIZE)) {
        const isDone =
          "put" in change
            ? await putAppointment(trx, context, id, change.put)
            : await takeAppointment(trx, context, change.remove);
        if (isDone) counts.changed += 1;
        else if ("put" in change) counts.refused.push(change.put.eventId);
      }
      return counts;
    });
    changed += done.changed;
    refused += done.refused.length;
    for (const eventId of done.refused)
      notices.add(
        "skipped",
        "another system or calendar has its appointment",
        places.get(eventId)!,
      );
  }
  const possible = reading.occurrences.filter(({ isCancelled }) => !isCancelled).length;
  return {
    changed,
    occurrences: wanted.size - refused,
    leftOut: possible - wanted.size + refused,
    problem: removals.problem,
    isHalved: removals.isHalved && !accepts,
    notices: await redactNotices(context, notices.list()),
  };
};
