import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { appointmentByEventId, appointmentById } from "../db/appointments.js";
import { allowPair, deleteMatch, excludePair, insertMatch, matchesOf } from "../db/matches.js";
import type { RecordingRow } from "../db/recordings.js";
import { forInternal } from "./access.js";
import type { Context } from "./context.js";
import { conflict, notFound } from "./errors.js";
import { Changed, free, settle } from "./matching.js";
import { mutate } from "./mutate.js";
import { existingRecording, Recording } from "./recordings.js";

@Resolver()
export class LinkingResolver {
  @forInternal()
  @Mutation(() => Recording, {
    description:
      "Matches the two by hand, and frees what either side had. The service never undoes it.",
  })
  async linkAppointment(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("eventId", () => String) eventId: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const recording = await existingRecording(trx, organizationId, recordingId);
      const appointment = await appointmentByEventId(trx, organizationId, eventId);
      if (!appointment) throw notFound("Appointment");
      const pair = { recordingId, appointmentId: appointment.id };
      const changed = new Changed().recording(recording).appointment(appointment);
      for (const match of await matchesOf(trx, organizationId, pair))
        await free(trx, organizationId, match, changed);
      await allowPair(trx, organizationId, pair);
      await insertMatch(trx, organizationId, { ...pair, method: "manual" });
      await settle(trx, organizationId, changed.match(recordingId), context.now());
      return existingRecording(trx, organizationId, recordingId);
    });
  }

  @forInternal()
  @Mutation(() => Recording, {
    description: "Takes the two apart. The service never joins this pair again.",
  })
  async unlinkAppointment(
    @Arg("recordingId", () => ID) recordingId: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const recording = await existingRecording(trx, organizationId, recordingId);
      const [match] = await matchesOf(trx, organizationId, { recordingId });
      if (!match) throw conflict("The recording is not matched to an appointment");
      await excludePair(trx, organizationId, match);
      await deleteMatch(trx, organizationId, recordingId);
      const changed = new Changed()
        .recording(recording)
        .appointment(await appointmentById(trx, organizationId, match.appointmentId));
      await settle(trx, organizationId, changed.match(recordingId), context.now());
      return existingRecording(trx, organizationId, recordingId);
    });
  }
}
