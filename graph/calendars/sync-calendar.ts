import { findAppointmentByEventId } from "../../db/appointments/appointment.js";
import {
  type CalendarAppointmentRow,
  findCalendarOfAppointment,
  hasPushedTwin,
  listCalendarAppointments,
  upsertCalendarAppointment,
} from "../../db/calendars/calendar-appointments.js";
import { findCalendarById } from "../../db/calendars/calendar.js";
import type { Db } from "../../db/engine/connect.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { loadRedactor } from "../redaction/redactor.js";
import { findClockJump } from "../retention/clock.js";
import { removeAppointment } from "../appointments/remove.js";
import { createAppointment, patchAppointment } from "../appointments/upsert.js";
import type { CalendarReading } from "./occurrence.js";
import type { CalendarClaim } from "./poll-claims.js";
import { HALVED_CALENDAR_HOLD_MS, planRemovals } from "./removals.js";
import { buildCalendarAppointments, type CalendarAppointment } from "./calendar-appointments.js";

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

/** Creates or updates an appointment, unless another system or calendar owns it. Returns whether it did. */
const putAppointment = async (
  trx: Db,
  context: Context,
  calendarId: string,
  { eventId, userId, userEmail, startTime, endTime, title, customer, digest }: CalendarAppointment,
): Promise<boolean> => {
  const { organizationId } = context;
  const before = await findAppointmentByEventId(trx, organizationId, eventId);
  const owner = before && (await findCalendarOfAppointment(trx, organizationId, before.id));
  if (owner !== undefined && owner !== calendarId) return false;
  if (await hasPushedTwin(trx, organizationId, { userId, startTime })) {
    if (before && before.recordingId === null) await removeAppointment(trx, context, before);
    return false;
  }
  const input = {
    eventId,
    userEmail,
    startTime,
    endTime,
    title,
    customer: customer && { name: customer.name, email: customer.email },
  };
  const { id } = before
    ? await patchAppointment(trx, context, before, input)
    : await createAppointment(trx, context, input);
  await upsertCalendarAppointment(trx, organizationId, { appointmentId: id, calendarId, digest });
  return true;
};

/** Removes an appointment, unless it was matched meanwhile. Returns whether it did. */
const takeAppointment = async (trx: Db, context: Context, eventId: string): Promise<boolean> => {
  const before = await findAppointmentByEventId(trx, context.organizationId, eventId);
  if (!before || before.recordingId !== null) return false;
  await removeAppointment(trx, context, before);
  return true;
};

/**
 * Redacts the free texts. The digest remains that of the calendar's original text.
 * @throws RedactionBudgetError, ShareExceededError
 */
const redactWanted = async (
  context: Context,
  wanted: Map<string, CalendarAppointment>,
): Promise<Map<string, CalendarAppointment>> => {
  const redactor = await loadRedactor(context, context.organizationId);
  if (!redactor) return wanted;
  const texts = [...wanted.values()].map(({ title, customer }) => ({ title, customer }));
  const redacted = await redactor.redactInput(texts);
  return new Map(
    [...wanted].map(([key, appointment], index) => [key, { ...appointment, ...redacted[index]! }]),
  );
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
  const { id, holder, userId, halvedSince } = claim;
  const wanted = await redactWanted(
    context,
    await buildCalendarAppointments(db, organizationId, userId, reading.occurrences),
  );
  const current = await loadCurrent(context, id, from);
  const digests = new Map(current.map(({ eventId, digest }) => [eventId, digest]));
  const isTrusted =
    halvedSince !== null &&
    now() - halvedSince >= HALVED_CALENDAR_HOLD_MS &&
    !(await findClockJump(db, organizationId, now()));
  const accepts = claim.acceptsRemovals === 1 || (isTrusted && reading.unreadableCount === 0);
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
      const counts = { changed: 0, refused: 0 };
      for (const change of changes.slice(start, start + BATCH_SIZE)) {
        const isDone =
          "put" in change
            ? await putAppointment(trx, context, id, change.put)
            : await takeAppointment(trx, context, change.remove);
        if (isDone) counts.changed += 1;
        else if ("put" in change) counts.refused += 1;
      }
      return counts;
    });
    changed += done.changed;
    refused += done.refused;
  }
  const possible = reading.occurrences.filter(({ isCancelled }) => !isCancelled).length;
  return {
    changed,
    occurrences: wanted.size - refused,
    leftOut: possible - wanted.size + refused,
    problem: accepts ? null : removals.problem,
    isHalved: removals.isHalved && !accepts,
  };
};
