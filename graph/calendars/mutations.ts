import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { findAppointmentByEventId } from "../../db/appointments/appointment.js";
import { listCalendarAppointments } from "../../db/calendars/calendar-appointments.js";
import {
  type CalendarRow,
  clearCalendarValidators,
  countCalendars,
  deleteCalendar,
  findCalendarById,
  insertCalendar,
  updateCalendar,
} from "../../db/calendars/calendar.js";
import type { Db } from "../../db/engine/connect.js";
import { removeAppointment } from "../appointments/remove.js";
import { forInternal } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { conflict, notFound } from "../core/errors.js";
import { mutate } from "../context/mutate.js";
import { requireActiveUser } from "../people/require-user.js";
import { Calendar } from "./calendar.js";
import { CalendarInput, CalendarUpdate, normalizeTimeZone } from "./inputs.js";
import { requireFeedAddress } from "./feed-address.js";

const MAX_CALENDARS = 500;
/** The number of appointments that one transaction deletes. */
const BATCH_SIZE = 25;

/** Returns the calendar. @throws NOT_FOUND */
const requireCalendar = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<CalendarRow> => {
  const calendar = await findCalendarById(trx, organizationId, id);
  if (!calendar) throw notFound("Calendar");
  return calendar;
};

/** Makes the next poll a full download, now. */
const restartPolling = ({ now }: Context) => ({
  etag: null,
  lastModified: null,
  // A running poll loses its claim and starts over.
  holder: null,
  nextPollAt: now(),
});

/** Deletes some of the calendar's unmatched appointments that haven't begun. Returns whether there may be more. */
const removeFutureAppointments = async (
  trx: Db,
  context: Context,
  calendarId: string,
  afterId: string,
): Promise<string | undefined> => {
  const { organizationId } = context;
  const search = { from: context.now(), limit: BATCH_SIZE, afterId };
  const page = await listCalendarAppointments(trx, organizationId, calendarId, search);
  for (const { eventId, recordingId } of page) {
    const appointment = await findAppointmentByEventId(trx, organizationId, eventId);
    if (appointment && recordingId === null) await removeAppointment(trx, context, appointment);
  }
  return page.length < BATCH_SIZE ? undefined : page.at(-1)!.appointmentId;
};

@Resolver()
export class CalendarMutationResolver {
  @forInternal()
  @Mutation(() => Calendar, {
    description: "Adds a calendar. Its events become appointments within a minute.",
  })
  async createCalendar(
    @Arg("input", () => CalendarInput) input: CalendarInput,
    @Ctx() context: Context,
  ): Promise<CalendarRow> {
    const { organizationId, vault } = context;
    const { url } = await requireFeedAddress(context, input.url);
    const timeZone = normalizeTimeZone(input.timeZone);
    const calendar = await mutate(context, async (trx) => {
      if ((await countCalendars(trx, organizationId)) >= MAX_CALENDARS)
        throw conflict(`The organization has ${MAX_CALENDARS} calendars; delete one first`);
      const user =
        typeof input.userEmail === "string"
          ? await requireActiveUser(trx, organizationId, input.userEmail, "userEmail")
          : undefined;
      const now = context.now();
      const row: CalendarRow = {
        id: context.newId(),
        userId: user?.id ?? null,
        url: vault.seal(input.url.trim()),
        host: new URL(url).host,
        includesAllDay: input.includesAllDay ? 1 : 0,
        events: input.events ?? "visits",
        timeZone,
        createdAt: now,
        etag: null,
        lastModified: null,
        attemptedAt: null,
        polledAt: null,
        readAt: null,
        changedAt: null,
        problem: null,
        failures: 0,
        nextPollAt: now,
        holder: null,
        halvedSince: null,
        acceptsRemovals: 0,
        occurrences: 0,
        leftOut: 0,
        notices: "[]",
      };
      await insertCalendar(trx, organizationId, row);
      await audit(trx, context, { action: "calendar.created", subject: row.id });
      return row;
    });
    context.onCalendarDue?.(organizationId, calendar.id);
    return calendar;
  }

  @forInternal()
  @Mutation(() => Calendar, {
    description:
      "Changes a calendar's settings, and reads it again within a minute. Absent fields don't change. Appointments of events that no longer count are deleted, unless they have a recording.",
  })
  async updateCalendar(
    @Arg("id", () => ID) id: string,
    @Arg("input", () => CalendarUpdate) input: CalendarUpdate,
    @Ctx() context: Context,
  ): Promise<CalendarRow> {
    const { organizationId } = context;
    const calendar = await mutate(context, async (trx) => {
      const before = await requireCalendar(trx, organizationId, id);
      const settings = {
        ...(input.events !== undefined && { events: input.events }),
        ...(input.includesAllDay !== undefined && {
          includesAllDay: input.includesAllDay ? 1 : 0,
        }),
        ...(input.timeZone !== undefined && { timeZone: normalizeTimeZone(input.timeZone) }),
      };
      if (Object.keys(settings).length === 0) return before;
      const changes = { ...settings, ...restartPolling(context) };
      await updateCalendar(trx, organizationId, id, changes);
      await audit(trx, context, { action: "calendar.updated", subject: id });
      return { ...before, ...changes };
    });
    context.onCalendarDue?.(organizationId, id);
    return calendar;
  }

  @forInternal()
  @Mutation(() => Boolean, {
    description:
      "Deletes a calendar, and its appointments that haven't begun and have no recording.",
  })
  async deleteCalendar(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    const { organizationId } = context;
    for (let afterId: string | undefined = ""; afterId !== undefined;) {
      const from: string = afterId;
      afterId = await mutate(context, async (trx) => {
        await requireCalendar(trx, organizationId, id);
        // A running poll loses its claim.
        await updateCalendar(trx, organizationId, id, { holder: null });
        const last = await removeFutureAppointments(trx, context, id, from);
        if (last !== undefined) return last;
        await deleteCalendar(trx, organizationId, id);
        // Another calendar may have its events, too.
        await clearCalendarValidators(trx, organizationId);
        await audit(trx, context, { action: "calendar.deleted", subject: id });
        return undefined;
      });
    }
    return true;
  }

  @forInternal()
  @Mutation(() => Calendar, {
    description: "Reads a calendar again within a minute, whether or not it has changed.",
  })
  async pollCalendarNow(
    @Arg("id", () => ID) id: string,
    @Arg("acceptsRemovals", () => Boolean, {
      nullable: true,
      defaultValue: false,
      description:
        "Remove the appointments of all events that are gone, even if the calendar is empty or has lost most of them.",
    })
    acceptsRemovals: boolean | null,
    @Ctx() context: Context,
  ): Promise<CalendarRow> {
    const { organizationId } = context;
    const calendar = await mutate(context, async (trx) => {
      const before = await requireCalendar(trx, organizationId, id);
      const changes = { ...restartPolling(context), acceptsRemovals: acceptsRemovals ? 1 : 0 };
      await updateCalendar(trx, organizationId, id, changes);
      await audit(trx, context, { action: "calendar.polled", subject: id });
      return { ...before, ...changes };
    });
    context.onCalendarDue?.(organizationId, id);
    return calendar;
  }
}
