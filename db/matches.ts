import type { Db } from "./connect.js";
import type { MatchMethod } from "./appointments.js";

export interface Match {
  recordingId: string;
  appointmentId: string;
  method: MatchMethod;
}

/** The match that either side is in now; at most two, where both sides are taken. */
export const matchesOf = async (
  db: Db,
  organizationId: string,
  sides: { recordingId?: string; appointmentId?: string },
): Promise<Match[]> =>
  db("matches")
    .select({ recordingId: "recording_id", appointmentId: "appointment_id", method: "method" })
    .where("organization_id", organizationId)
    .where((either) => {
      if (sides.recordingId !== undefined) either.orWhere("recording_id", sides.recordingId);
      if (sides.appointmentId !== undefined) either.orWhere("appointment_id", sides.appointmentId);
    });

export const insertMatch = async (trx: Db, organizationId: string, match: Match): Promise<void> => {
  await trx("matches").insert({
    organization_id: organizationId,
    recording_id: match.recordingId,
    appointment_id: match.appointmentId,
    method: match.method,
  });
};

export const deleteMatch = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
): Promise<void> => {
  await trx("matches")
    .where({ organization_id: organizationId, recording_id: recordingId })
    .delete();
};
