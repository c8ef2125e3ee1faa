import {
  findAppointmentByEventId,
  findAppointmentById,
} from "../../db/appointments/appointment.js";
import type { Db } from "../../db/engine/connect.js";
import {
  deleteMatch,
  insertMatch,
  type MatchRow,
  loadMatches,
  findExplicitRecording,
} from "../../db/matching/matches.js";
import { loadStaleWindowMatches } from "../../db/matching/rematchable.js";
import {
  assignClients,
  loadOutdatedClients,
  touchRecordings,
} from "../../db/recordings/client-assignments.js";
import { findRecordingById } from "../../db/recordings/recording.js";
import { runInPieces } from "../turns/in-pieces.js";
import { WindowPairing } from "./window-pairing.js";

/** The recordings, appointments and event ids whose matches a change may affect. */
export class RematchScope {
  readonly recordingIds = new Set<string>();
  readonly appointmentIds = new Set<string>();
  /** Recordings with a new or deleted match, or one whose appointment shows something else. */
  readonly changedMatchRecordingIds = new Set<string>();
  /** Event ids from calls and appointments. */
  readonly eventIds = new Set<string>();

  addRecording(row: { id: string; requestedEventId: string | null } | undefined): this {
    if (row) this.recordingIds.add(row.id);
    if (row?.requestedEventId) this.eventIds.add(row.requestedEventId);
    return this;
  }

  addAppointment(row: { id: string; eventId: string } | undefined): this {
    if (row) this.appointmentIds.add(row.id);
    if (row) this.eventIds.add(row.eventId);
    return this;
  }

  addAppointmentId(id: string): this {
    this.appointmentIds.add(id);
    return this;
  }

  addChangedMatch(recordingId: string | null): this {
    if (recordingId !== null) this.changedMatchRecordingIds.add(recordingId);
    return this.addRecordingId(recordingId);
  }

  addRecordingId(id: string | null | undefined): this {
    if (id) this.recordingIds.add(id);
    return this;
  }
}

/** Deletes a match and adds both sides to the scope. Doesn't exclude the pair: both may match again. */
export const unmatch = async (
  trx: Db,
  organizationId: string,
  match: MatchRow,
  scope: RematchScope,
): Promise<void> => {
  await deleteMatch(trx, organizationId, match.recordingId);
  scope.addChangedMatch(match.recordingId);
  scope.addRecording(await findRecordingById(trx, organizationId, match.recordingId));
  scope.addAppointment(await findAppointmentById(trx, organizationId, match.appointmentId));
};

/** Matches the appointment with an event id to the first call that sent the id. Keeps a manual match. */
const rematchEventId = async (
  trx: Db,
  organizationId: string,
  eventId: string,
  scope: RematchScope,
): Promise<void> => {
  const appointment = await findAppointmentByEventId(trx, organizationId, eventId);
  if (!appointment || appointment.matchMethod === "manual") return;
  const explicitRecordingId = await findExplicitRecording(trx, organizationId, appointment);
  const isSettled =
    explicitRecordingId === undefined
      ? appointment.matchMethod !== "explicit"
      : appointment.matchMethod === "explicit" && appointment.recordingId === explicitRecordingId;
  if (isSettled) return;
  const match = {
    appointmentId: appointment.id,
    ...(explicitRecordingId && { recordingId: explicitRecordingId }),
  };
  for (const before of await loadMatches(trx, organizationId, match))
    await unmatch(trx, organizationId, before, scope);
  if (explicitRecordingId === undefined) return;
  scope.addChangedMatch(explicitRecordingId);
  await insertMatch(trx, organizationId, {
    recordingId: explicitRecordingId,
    appointmentId: appointment.id,
    method: "explicit",
  });
};

/** Recomputes the window matches that the scope affects. */
const rematchWindows = async (
  trx: Db,
  organizationId: string,
  scope: RematchScope,
): Promise<void> => {
  for (const match of await loadStaleWindowMatches(trx, organizationId, [...scope.recordingIds]))
    await unmatch(trx, organizationId, match, scope);
  const pairing = new WindowPairing(trx, organizationId);
  await pairing.pairAgain(scope.recordingIds, scope.appointmentIds);
  for (const recordingId of pairing.listChangedRecordingIds()) scope.addChangedMatch(recordingId);
};

/** Updates the recordings' clients. A new client or a new match counts as a change of the recording. */
const reassignClients = async (
  trx: Db,
  organizationId: string,
  { recordingIds, changedMatchRecordingIds }: RematchScope,
  now: number,
): Promise<void> => {
  await runInPieces([...recordingIds], async (ids) => {
    const outdated = await loadOutdatedClients(trx, organizationId, ids);
    const outdatedIds = new Set(outdated.map(({ id }) => id));
    await assignClients(trx, organizationId, outdated, now);
    const touchedIds = ids.filter((id) => changedMatchRecordingIds.has(id) && !outdatedIds.has(id));
    await touchRecordings(trx, organizationId, touchedIds, now);
  });
};

/**
 * Recomputes the matches of a scope. A manual match has precedence, then an explicit one (the call's event id),
 * then the nearest start in a window. Every change to a recording or an appointment calls this in its
 * transaction. The scope must include both sides of a match that the change deletes.
 */
export const rematch = async (
  trx: Db,
  organizationId: string,
  scope: RematchScope,
  now: number,
): Promise<void> => {
  // One event id's rematch may add others to the scope; a Set's iterator visits added items too.
  for (const eventId of scope.eventIds) await rematchEventId(trx, organizationId, eventId, scope);
  await rematchWindows(trx, organizationId, scope);
  await reassignClients(trx, organizationId, scope, now);
};
