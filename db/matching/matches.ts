import type { MatchMethod } from "./appointments.js";
import { among, type OfMany } from "./among.js";
import type { Db } from "./connect.js";
import { keyOf } from "./key.js";
import { type Placeholder, prepared } from "./prepared.js";

export interface Match {
  recordingId: string;
  appointmentId: string;
  method: MatchMethod;
}

const columns = { recordingId: "recording_id", appointmentId: "appointment_id", method: "method" };

interface Sides {
  recordingId?: string;
  appointmentId?: string;
}

const ofSides = prepared<Sides & { organizationId: string }, Match>(
  (db, { organizationId, recordingId, appointmentId }) => {
    const of = (side: Record<string, Placeholder>) =>
      db("matches")
        .select(columns)
        .where({ organization_id: organizationId, ...side });
    const ofRecording = recordingId && of({ recording_id: recordingId });
    const ofAppointment = appointmentId && of({ appointment_id: appointmentId });
    // A union: for an OR SQLite would read all matches of the organization.
    return ofRecording && ofAppointment
      ? ofRecording.union(ofAppointment)
      : (ofRecording ?? ofAppointment)!;
  },
);

/** The match that either side is in now; at most two, where both sides are taken. */
export const matchesOf = async (db: Db, organizationId: string, sides: Sides): Promise<Match[]> =>
  sides.recordingId === undefined && sides.appointmentId === undefined
    ? []
    : ofSides(db, { organizationId, ...sides });

const insert = prepared<Match & { organizationId: string }, never>(
  (db, { organizationId, recordingId, appointmentId, method }) =>
    db("matches").insert({
      organization_id: organizationId,
      recording_id: recordingId,
      appointment_id: appointmentId,
      method,
    }),
);

export const insertMatch = async (trx: Db, organizationId: string, match: Match): Promise<void> => {
  await insert(trx, { organizationId, ...match });
};

const remove = prepared<{ organizationId: string; recordingId: string }, never>(
  (db, { organizationId, recordingId }) =>
    db("matches").where({ organization_id: organizationId, recording_id: recordingId }).delete(),
);

export const deleteMatch = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
): Promise<void> => {
  await remove(trx, { organizationId, recordingId });
};

/** Keeps the two apart: no rule of the service joins them again. */
export const excludePair = async (
  trx: Db,
  organizationId: string,
  pair: { recordingId: string; appointmentId: string },
): Promise<void> => {
  await trx("match_exclusions")
    .insert({
      organization_id: organizationId,
      recording_id: pair.recordingId,
      appointment_id: pair.appointmentId,
    })
    .onConflict(["organization_id", "recording_id", "appointment_id"])
    .ignore();
};

export const allowPair = async (
  trx: Db,
  organizationId: string,
  pair: { recordingId: string; appointmentId: string },
): Promise<void> => {
  await trx("match_exclusions")
    .where({
      organization_id: organizationId,
      recording_id: pair.recordingId,
      appointment_id: pair.appointmentId,
    })
    .delete();
};

const excluded = prepared<OfMany, { recordingId: string; appointmentId: string }>(
  (db, { organizationId, ids }) =>
    db("match_exclusions")
      .select({ recordingId: "recording_id", appointmentId: "appointment_id" })
      .where("organization_id", organizationId)
      .where(among(db, "recording_id", ids)),
);

/** The appointments that each of these recordings is kept apart from. */
export const excludedPairs = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<{ recordingId: string; appointmentId: string }[]> =>
  recordingIds.length === 0 ? [] : excluded(db, { organizationId, ids: recordingIds });

/** The recordings that the appointment is matched to, or kept apart from. */
export const recordingsOf = async (
  db: Db,
  organizationId: string,
  appointmentId: string,
): Promise<string[]> => {
  const of = (table: string) =>
    db(table)
      .select("recording_id")
      .where({ organization_id: organizationId, appointment_id: appointmentId });
  const rows: { recording_id: string }[] = await of("matches").union(of("match_exclusions"));
  return rows.map((row) => row.recording_id);
};

const claimants = prepared<
  { organizationId: string; appointmentId: string; eventKey: string },
  { id: string }
>((db, { organizationId, appointmentId, eventKey }) =>
  db("recordings as r")
    .where({ "r.organization_id": organizationId, "r.requested_event_key": eventKey })
    .whereNotExists(
      db("match_exclusions as x")
        .select("x.recording_id")
        .whereRaw("x.organization_id = r.organization_id AND x.recording_id = r.id")
        .where("x.appointment_id", appointmentId),
    )
    .whereNotExists(
      db("matches as m")
        .select("m.recording_id")
        .whereRaw("m.organization_id = r.organization_id AND m.recording_id = r.id")
        .where("m.method", "manual")
        .whereNot("m.appointment_id", appointmentId),
    )
    .orderBy("r.position")
    .first("r.id"),
);

/**
 * The recording that an explicit match of this appointment goes to: the oldest of the calls that named
 * it, but for those that a person took apart from it or gave to another appointment.
 */
export const oldestClaimant = async (
  db: Db,
  organizationId: string,
  { id, eventId }: { id: string; eventId: string },
): Promise<string | undefined> => {
  const values = { organizationId, appointmentId: id, eventKey: keyOf(eventId) };
  return (await claimants(db, values))[0]?.id;
};
