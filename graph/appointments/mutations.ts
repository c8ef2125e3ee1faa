import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { deleteAppointment } from "../../db/appointments/upsert.js";
import {
  findAppointmentByEventId,
  type AppointmentRow,
} from "../../db/appointments/appointment.js";
import type { Db } from "../../db/engine/connect.js";
import { listRecordingIdsByAppointment } from "../../db/matching/matches.js";
import { findRecordingById } from "../../db/recordings/recording.js";
import { forIntegration } from "../core/access.js";
import { patchAppointment, createAppointment } from "./upsert.js";
import { Appointment } from "./appointment.js";
import type { Context } from "../core/context.js";
import { notFound } from "../core/errors.js";
import { RematchScope, rematch } from "../matching/rematch.js";
import { mutate } from "../core/mutate.js";
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

@Resolver()
export class AppointmentMutationResolver {
  @forIntegration()
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
      return before
        ? patchAppointment(trx, context, before, input)
        : createAppointment(trx, context, input);
    });
  }

  @forIntegration()
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
      const before = await requireAppointment(trx, context.organizationId, eventId);
      return patchAppointment(trx, context, before, input);
    });
  }

  @forIntegration()
  @Mutation(() => Boolean, { description: "Deletes the appointment and keeps its recording." })
  async deleteAppointment(
    @Arg("eventId", () => String, {
      description: "The appointment's id in the organization's own system.",
    })
    eventId: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const appointment = await requireAppointment(trx, organizationId, eventId);
      const scope = new RematchScope();
      // Recordings that were unlinked from it wait for its event id again.
      for (const id of await listRecordingIdsByAppointment(trx, organizationId, appointment.id))
        scope.addRecording(await findRecordingById(trx, organizationId, id));
      scope.addChangedMatch(appointment.recordingId);
      await deleteAppointment(trx, organizationId, appointment.id);
      await rematch(trx, organizationId, scope, context.now());
      return true;
    });
  }
}
