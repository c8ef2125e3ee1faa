import type { Db } from "./connect.js";
import type { MatchMethod } from "./appointments.js";

export interface Match {
  recordingId: string;
  appointmentId: string;
  method: MatchMethod;
}

const columns = { recordingId: "recording_id", appointmentId: "appointment_id", method: "method" };

/** The match that either side is in now; at most two, where both sides are taken. */
export const matchesOf = async (
  db: Db,
  organizationId: string,
  sides: { recordingId?: string; appointmentId?: string },
): Promise<Match[]> => {
  const of = (column: string, id: string) =>
    db("matches")
      .select(columns)
      .where({ organization_id: organizationId, [column]: id });
  const { recordingId, appointmentId } = sides;
  if (recordingId === undefined)
    return appointmentId === undefined ? [] : of("appointment_id", appointmentId);
  const match = of("recording_id", recordingId);
  // A union: for an OR SQLite would read all matches of the organization.
  return appointmentId === undefined ? match : match.union(of("appointment_id", appointmentId));
};

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
