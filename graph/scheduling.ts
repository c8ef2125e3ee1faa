import { Arg, Ctx, Field, InputType, Mutation, Resolver } from "type-graphql";
import { deleteAppointment } from "../db/appointment-changes.js";
import { appointmentByEventId, type AppointmentRow } from "../db/appointments.js";
import type { Db } from "../db/connect.js";
import { recordingsOf } from "../db/matches.js";
import { recordingById } from "../db/recordings.js";
import { forIntegration } from "./access.js";
import { changeAppointment, createAppointment } from "./appointment-changes.js";
import { Appointment } from "./appointments.js";
import type { Context } from "./context.js";
import { CustomerInput } from "./customers.js";
import { notFound } from "./errors.js";
import { NotNull, Says } from "./keywords.js";
import { Changed, settle } from "./matching.js";
import { mutate } from "./mutate.js";
import { DateTime, JsonScalar } from "./scalars.js";

@InputType({ description: "What is absent stays as it was; null clears an optional field." })
export class AppointmentPatch {
  @NotNull()
  @Says({ minLength: 1 })
  @Field(() => String, {
    nullable: true,
    description:
      "Of an active member of the organization, whatever its case: who is to record the call.",
  })
  userEmail?: string | null;

  @NotNull()
  @Field(() => DateTime, { nullable: true, description: "When the call or visit is to begin." })
  startTime?: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: "When it is to end, not before startTime.",
  })
  endTime?: number | null;

  @Field(() => String, { nullable: true, description: "What it is about." })
  title?: string | null;

  @Field(() => CustomerInput, { nullable: true, description: "Merged field by field." })
  customer?: CustomerInput | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: "Anything that is to be shown with it.",
  })
  metadata?: Record<string, unknown> | null;
}

@InputType()
export class AppointmentInput {
  @Says({ minLength: 1 })
  @Field(() => String, { description: "The id that the organization's own system has for it." })
  eventId!: string;

  @Says({ minLength: 1 })
  @Field(() => String, {
    description:
      "Of an active member of the organization, whatever its case: who is to record the call.",
  })
  userEmail!: string;

  @Field(() => DateTime, { description: "When the call or visit is to begin." })
  startTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: "When it is to end, not before startTime.",
  })
  endTime?: number | null;

  @Field(() => String, { nullable: true, description: "What it is about." })
  title?: string | null;

  @Field(() => CustomerInput, { nullable: true, description: "Merged field by field." })
  customer?: CustomerInput | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: "Anything that is to be shown with it.",
  })
  metadata?: Record<string, unknown> | null;
}

/** @throws NOT_FOUND */
const existing = async (
  trx: Db,
  organizationId: string,
  eventId: string,
): Promise<AppointmentRow> => {
  const appointment = await appointmentByEventId(trx, organizationId, eventId);
  if (!appointment) throw notFound("Appointment");
  return appointment;
};

@Resolver()
export class SchedulingResolver {
  @forIntegration()
  @Mutation(() => Appointment, {
    description:
      "Creates the appointment, or changes the fields sent of the one with this event id.",
  })
  async upsertAppointment(
    @Arg("input", () => AppointmentInput) input: AppointmentInput,
    @Ctx() context: Context,
  ): Promise<AppointmentRow> {
    return mutate(context, async (trx) => {
      const before = await appointmentByEventId(trx, context.organizationId, input.eventId);
      return before
        ? changeAppointment(trx, context, before, input)
        : createAppointment(trx, context, input);
    });
  }

  @forIntegration()
  @Mutation(() => Appointment)
  async updateAppointment(
    @Arg("eventId", () => String, {
      description: "The id that the organization's own system has for it.",
    })
    eventId: string,
    @Arg("input", () => AppointmentPatch) input: AppointmentPatch,
    @Ctx() context: Context,
  ): Promise<AppointmentRow> {
    return mutate(context, async (trx) => {
      const before = await existing(trx, context.organizationId, eventId);
      return changeAppointment(trx, context, before, input);
    });
  }

  @forIntegration()
  @Mutation(() => Boolean, { description: "The matched recording stays." })
  async deleteAppointment(
    @Arg("eventId", () => String, {
      description: "The id that the organization's own system has for it.",
    })
    eventId: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const appointment = await existing(trx, organizationId, eventId);
      const changed = new Changed();
      // What was taken apart from it waits for its event id again, its own recording for what it named.
      for (const id of await recordingsOf(trx, organizationId, appointment.id))
        changed.recording(await recordingById(trx, organizationId, id));
      changed.match(appointment.recordingId);
      await deleteAppointment(trx, organizationId, appointment.id);
      await settle(trx, organizationId, changed, context.now());
      return true;
    });
  }
}
