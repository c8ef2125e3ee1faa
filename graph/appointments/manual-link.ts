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
  type MatchRow,
} from "../../db/matching/matches.js";
import type { Db } from "../../db/engine/connect.js";
import { isInScope } from "../../db/engine/viewer-scope.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { forManagers } from "../access/access.js";
import { auditPerson } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { conflict, notFound } from "../core/errors.js";
import { RematchScope, unmatch, rematch } from "../matching/rematch.js";
import { mutate } from "../context/mutate.js";
import { requireRecording, Recording } from "../recordings/recording.js";
import { maySee } from "../recordings/visible.js";

const HAS_UNSEEN_MATCH =
  "An admin has to link these two: one of them has a match that you don't see";

/** Refuses to remove a match whose other side is outside the caller's scope. @throws CONFLICT */
const requireVisibleMatches = async (
  trx: Db,
  context: Context,
  matches: readonly MatchRow[],
): Promise<void> => {
  const { organizationId, scope } = context;
  if (!scope) return;
  for (const { recordingId, appointmentId } of matches) {
    const recording = await requireRecording(trx, organizationId, recordingId);
    if (!maySee(context, recording)) throw conflict(HAS_UNSEEN_MATCH);
    const appointment = await findAppointmentById(trx, organizationId, appointmentId);
    if (appointment && !isInScope(scope, appointment.userId)) throw conflict(HAS_UNSEEN_MATCH);
  }
};

@Resolver()
export class ManualLinkResolver {
  @forManagers()
  @Mutation(() => Recording, {
    description:
      "Matches the recording to the appointment manually and removes other matches of both. debrief never changes a manual match.",
  })
  async linkAppointment(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("eventId", () => String) eventId: string,
    @Arg("keepManual", () => Boolean, {
      nullable: true,
      description: "true: refuses to remove a match that a person made. Default: false.",
    })
    keepManual: boolean | null | undefined,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const recording = await requireRecording(trx, organizationId, recordingId);
      if (!maySee(context, recording)) throw notFound("Recording");
      const appointment = await findAppointmentByEventId(trx, organizationId, eventId);
      if (!appointment || !isInScope(context.scope, appointment.userId))
        throw notFound("Appointment");
      const pair = { recordingId, appointmentId: appointment.id };
      const scope = new RematchScope().addRecording(recording).addAppointment(appointment);
      const matches = await loadMatches(trx, organizationId, pair);
      await requireVisibleMatches(trx, context, matches);
      if (keepManual === true && matches.some(({ method }) => method === "manual"))
        throw conflict("The recording or the appointment is linked to another one");
      for (const match of matches) await unmatch(trx, organizationId, match, scope);
      await allowPair(trx, organizationId, pair);
      await insertMatch(trx, organizationId, { ...pair, method: "manual" });
      await auditPerson(trx, context, { action: "match.linked", subject: recordingId });
      await rematch(trx, organizationId, scope.addChangedMatch(recordingId), context.now());
      return requireRecording(trx, organizationId, recordingId);
    });
  }

  @forManagers()
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
      if (!maySee(context, recording)) throw notFound("Recording");
      const [match] = await loadMatches(trx, organizationId, { recordingId });
      const appointment =
        match && (await findAppointmentById(trx, organizationId, match.appointmentId));
      // A match that the caller doesn't see is answered like none.
      if (!appointment || !isInScope(context.scope, appointment.userId))
        throw conflict("The recording is not matched to an appointment");
      await excludePair(trx, organizationId, match);
      await deleteMatch(trx, organizationId, recordingId);
      await auditPerson(trx, context, { action: "match.unlinked", subject: recordingId });
      const scope = new RematchScope().addRecording(recording).addAppointment(appointment);
      await rematch(trx, organizationId, scope.addChangedMatch(recordingId), context.now());
      return requireRecording(trx, organizationId, recordingId);
    });
  }
}
