import type { AppointmentRow } from "../../db/appointments/appointment.js";
import { deleteAppointment } from "../../db/appointments/upsert.js";
import type { Db } from "../../db/engine/connect.js";
import { listRecordingIdsByAppointment } from "../../db/matching/matches.js";
import { findRecordingById } from "../../db/recordings/recording.js";
import type { Context } from "../context/context.js";
import { rematch, RematchScope } from "../matching/rematch.js";

/** Deletes an appointment and recomputes the matches that involved it. */
export const removeAppointment = async (
  trx: Db,
  { organizationId, now }: Pick<Context, "organizationId" | "now">,
  appointment: AppointmentRow,
): Promise<void> => {
  const scope = new RematchScope();
  // Recordings unlinked from it can match its event id again.
  for (const id of await listRecordingIdsByAppointment(trx, organizationId, appointment.id))
    scope.addRecording(await findRecordingById(trx, organizationId, id));
  scope.addChangedMatch(appointment.recordingId);
  await deleteAppointment(trx, organizationId, appointment.id);
  await rematch(trx, organizationId, scope, now());
};
