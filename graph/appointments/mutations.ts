import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import {
  findAppointmentByEventId,
  type AppointmentRow,
} from "../../db/appointments/appointment.js";
import { clearCalendarValidators } from "../../db/calendars/calendar.js";
import type { Db } from "../../db/engine/connect.js";
import { forIntegration } from "../access/access.js";
import { patchAppointment, createAppointment } from "./upsert.js";
import { removeCalendarTwins } from "./calendar-twins.js";
import { removeAppointment } from "./remove.js";
import { Appointment } from "./appointment.js";
import type { Context } from "../context/context.js";
import { isInScope, withScope } from "../../db/engine/viewer-scope.js";
import { conflict, notFound } from "../core/errors.js";
import { mutate } from "../context/mutate.js";
import { AppointmentInput, AppointmentPatch } from "./inputs.js";

/** Returns the appointment. @throws NOT_FOUND */
const requireAppointment = async (
  trx: Db,
  organizationId: string,
  eventId: string,
): Promise<AppointmentRow> => {
  const appointment = await findAppointmentByEventId(trx, organizationId, eventId);
  if (!appointment) throw notFound("Appointment");
  return appointment;
};

const isSameMeeting = (before: AppointmentRow | undefined, after: AppointmentRow): boolean =>
  before?.userId === after.userId && before.startTime === after.startTime;

@Resolver()
export class AppointmentMutationResolver {
  @forIntegration("ingest")
  @Mutation(() => Appointment, {
    description:
      "Creates an appointment, or changes the sent fields of the appointment with this event id.",
  })
  async upsertAppointment(
    @Arg("input", () => AppointmentInput) input: AppointmentInput,
    @Ctx() context: Context,
  ): Promise<AppointmentRow> {
    return mutate(context, async (trx) => {
      const before = await findAppointmentByEventId(trx, context.organizationId, input.eventId);
      if (before && !isInScope(context.scope, before.userId))
        throw conflict("is already used by an appointment outside the key's scope", "eventId");
      const after = before
        ? await patchAppointment(trx, context, before, input)
        : await createAppointment(trx, context, input);
      return isSameMeeting(before, after) ? after : removeCalendarTwins(trx, context, after);
    });
  }

  @forIntegration("ingest")
  @Mutation(() => Appointment)
  async updateAppointment(
    @Arg("eventId", () => String, {
      description: "The appointment's id in the organization's own system.",
    })
    eventId: string,
    @Arg("input", () => AppointmentPatch) input: AppointmentPatch,
    @Ctx() context: Context,
  ): Promise<AppointmentRow> {
    return mutate(context, async (trx) => {
      const before = await requireAppointment(
        withScope(trx, context.scope),
        context.organizationId,
        eventId,
      );
      const after = await patchAppointment(trx, context, before, input);
      return isSameMeeting(before, after) ? after : removeCalendarTwins(trx, context, after);
    });
  }

  @forIntegration("ingest")
  @Mutation(() => Boolean, { description: "Deletes the appointment and keeps its recording." })
  async deleteAppointment(
    @Arg("eventId", () => String, {
      description: "The appointment's id in the organization's own system.",
    })
    eventId: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    const { organizationId, scope } = context;
    return mutate(context, async (trx) => {
      const appointment = await requireAppointment(withScope(trx, scope), organizationId, eventId);
      await removeAppointment(trx, context, appointment);
      // A calendar may contain the same meeting; its appointment comes back.
      await clearCalendarValidators(trx, organizationId);
      return true;
    });
  }
}
