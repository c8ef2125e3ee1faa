import type { Knex } from "knex";
import type { MatchMethod } from "../appointments/appointment.js";
import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import { isInJsonList } from "../engine/json-list.js";
import { insertAll } from "../engine/insert-all.js";
import { buildLookupKey } from "../engine/lookup-key.js";
import type { Placeholder } from "../engine/placeholder.js";
import { prepareQuery } from "../engine/prepared.js";

export interface MatchRow {
  recordingId: string;
  appointmentId: string;
  method: MatchMethod;
}

const columns = { recordingId: "recording_id", appointmentId: "appointment_id", method: "method" };

interface MatchSides {
  recordingId?: string;
  appointmentId?: string;
}

const bySides = prepareQuery<MatchSides & { organizationId: string }, MatchRow>(
  (db, { organizationId, recordingId, appointmentId }) => {
    const selectBy = (side: Record<string, Placeholder>) =>
      db("matches")
        .select(columns)
        .where({ organization_id: organizationId, ...side });
    const byRecording = recordingId && selectBy({ recording_id: recordingId });
    const byAppointment = appointmentId && selectBy({ appointment_id: appointmentId });
    // A union: with OR, SQLite reads all matches of the organization.
    return byRecording && byAppointment
      ? byRecording.union(byAppointment)
      : (byRecording ?? byAppointment)!;
  },
);

/** Loads the current matches of either side: at most two. */
export const loadMatches = async (
  db: Db,
  organizationId: string,
  sides: MatchSides,
): Promise<MatchRow[]> =>
  sides.recordingId === undefined && sides.appointmentId === undefined
    ? []
    : bySides(db, { organizationId, ...sides });

const insert = prepareQuery<MatchRow & { organizationId: string }, never>(
  (db, { organizationId, recordingId, appointmentId, method }) =>
    db("matches").insert({
      organization_id: organizationId,
      recording_id: recordingId,
      appointment_id: appointmentId,
      method,
    }),
);

export const insertMatch = async (
  trx: Db,
  organizationId: string,
  match: MatchRow,
): Promise<void> => {
  await insert(trx, { organizationId, ...match });
};

const remove = prepareQuery<{ organizationId: string; recordingId: string }, never>(
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

/** Deletes the matches of several recordings. */
export const deleteMatches = async (
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<void> => {
  if (recordingIds.length === 0) return;
  await trx("matches")
    .where("organization_id", organizationId)
    .where(inList(trx, "recording_id", recordingIds))
    .delete();
};

/** Inserts window matches. */
export const insertWindowMatches = async (
  trx: Db,
  organizationId: string,
  pairs: readonly { recordingId: string; appointmentId: string }[],
): Promise<void> =>
  insertAll(
    trx,
    "matches",
    pairs.map(({ recordingId, appointmentId }) => ({
      organization_id: organizationId,
      recording_id: recordingId,
      appointment_id: appointmentId,
      method: "window",
    })),
  );

const replaceRecording = prepareQuery<Omit<MatchRow, "method"> & { organizationId: string }, never>(
  (db, { organizationId, recordingId, appointmentId }) =>
    db("matches")
      .where({ organization_id: organizationId, appointment_id: appointmentId })
      .update({ recording_id: recordingId }),
);

const replaceAppointment = prepareQuery<
  Omit<MatchRow, "method"> & { organizationId: string },
  never
>((db, { organizationId, recordingId, appointmentId }) =>
  db("matches")
    .where({ organization_id: organizationId, recording_id: recordingId })
    .update({ appointment_id: appointmentId }),
);

/** Moves a match to the pair: the replaced side loses it. The `added` side must have no match. */
export const replaceMatch = async (
  trx: Db,
  organizationId: string,
  pair: { recordingId: string; appointmentId: string },
  added: "recording" | "appointment",
): Promise<void> => {
  const replace = added === "recording" ? replaceRecording : replaceAppointment;
  await replace(trx, { organizationId, ...pair });
};

/** Excludes a pair that a user unlinked, until `allowPair` is called or one side is deleted. */
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

/** Deletes the exclusion of a pair. */
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

/** Lists the ids of recordings that are matched to the appointment or excluded from it. */
export const listRecordingIdsByAppointment = async (
  db: Db,
  organizationId: string,
  appointmentId: string,
): Promise<string[]> => {
  const selectIds = (table: string) =>
    db(table)
      .select("recording_id")
      .where({ organization_id: organizationId, appointment_id: appointmentId });
  const rows: { recording_id: string }[] = await selectIds("matches").union(
    selectIds("match_exclusions"),
  );
  return rows.map((row) => row.recording_id);
};

/** Returns whether the sender of a call's event id may see the user's data. */
const senderSees = (db: Db, userId: Placeholder): Knex.Raw =>
  db.raw(
    `(r.requested_event_teams IS NULL OR EXISTS (SELECT 1 FROM team_members AS t
      WHERE t.organization_id = r.organization_id AND t.user_id = ? AND ?))`,
    [userId, isInJsonList(db, "t.team_id", "r.requested_event_teams")],
  );

const byRequestedEvent = prepareQuery<
  { organizationId: string; appointmentId: string; userId: string; eventKey: string },
  { id: string }
>((db, { organizationId, appointmentId, userId, eventKey }) =>
  db("recordings as r")
    .where({ "r.organization_id": organizationId, "r.requested_event_key": eventKey })
    .where(senderSees(db, userId))
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
 * Returns the recording for this appointment's explicit match: the first call to arrive with its event id. Skips
 * recordings that a user unlinked from it or linked to another appointment, and calls whose sender may not see the
 * appointment.
 */
export const findExplicitRecording = async (
  db: Db,
  organizationId: string,
  { id, userId, eventId }: { id: string; userId: string; eventId: string },
): Promise<string | undefined> => {
  const values = { organizationId, appointmentId: id, userId, eventKey: buildLookupKey(eventId) };
  return (await byRequestedEvent(db, values))[0]?.id;
};
