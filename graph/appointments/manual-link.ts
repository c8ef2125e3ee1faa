import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import {
  findAppointmentByEventId,
  findAppointmentById,
} from "../../db/appointments/appointment.js";
import {
  allowPair,
  deleteMatch,
  excludePair,
  insertMatch,
  loadMatches,
} from "../../db/matching/matches.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";
import { conflict, notFound } from "../core/errors.js";
import { RematchScope, unmatch, rematch } from "../matching/rematch.js";
import { mutate } from "../context/mutate.js";
import { requireRecording, Recording } from "../recordings/recording.js";

@Resolver()
export class ManualLinkResolver {
  @forInternal()
  @Mutation(() => Recording, {
    description:
      "Matches the recording to the appointment manually and removes other matches of both. debrief never changes a manual match.",
  })
  async linkAppointment(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("eventId", () => String) eventId: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const recording = await requireRecording(trx, organizationId, recordingId);
      const appointment = await findAppointmentByEventId(trx, organizationId, eventId);
      if (!appointment) throw notFound("Appointment");
      const pair = { recordingId, appointmentId: appointment.id };
      const scope = new RematchScope().addRecording(recording).addAppointment(appointment);
      for (const match of await loadMatches(trx, organizationId, pair))
        await unmatch(trx, organizationId, match, scope);
      await allowPair(trx, organizationId, pair);
      await insertMatch(trx, organizationId, { ...pair, method: "manual" });
      await rematch(trx, organizationId, scope.addChangedMatch(recordingId), context.now());
      return requireRecording(trx, organizationId, recordingId);
    });
  }

  @forInternal()
  @Mutation(() => Recording, {
    description:
      "Removes the recording's match. debrief doesn't match the two again until linkAppointment does, or the appointment is deleted and created again.",
  })
  async unlinkAppointment(
    @Arg("recordingId", () => ID) recordingId: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const recording = await requireRecording(trx, organizationId, recordingId);
      const [match] = await loadMatches(trx, organizationId, { recordingId });
      if (!match) throw conflict("The recording is not matched to an appointment");
      await excludePair(trx, organizationId, match);
      await deleteMatch(trx, organizationId, recordingId);
      const scope = new RematchScope()
        .addRecording(recording)
        .addAppointment(await findAppointmentById(trx, organizationId, match.appointmentId));
      await rematch(trx, organizationId, scope.addChangedMatch(recordingId), context.now());
      return requireRecording(trx, organizationId, recordingId);
    });
  }
}
