import { Arg, ID, Mutation, Resolver } from "type-graphql";
import { appointmentByEventId, appointmentsOfRecordings } from "../db/appointments.js";
import type { Db } from "../db/connect.js";
import { deleteMatch, insertMatch, matchesOf } from "../db/matches.js";
import {
  eraseRecording,
  oldestRequesting,
  recordingById,
  type RecordingRow,
  updateRecording,
} from "../db/recordings.js";
import { forInternal } from "./access.js";
import { notYet } from "./errors.js";
import { Recording } from "./recordings.js";

/**
 * The recording's client: the one a rep created for it, else the one of the call's customer, else the
 * one of the matched appointment. Call it after any of the three has changed.
 */
export const settleClient = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
): Promise<void> => {
  const recording = await recordingById(trx, organizationId, recordingId);
  if (!recording) return;
  const [appointment] = await appointmentsOfRecordings(trx, organizationId, [recordingId]);
  const clientId =
    recording.createdClientId ?? recording.customerClientId ?? appointment?.clientId ?? null;
  if (clientId !== recording.clientId)
    await updateRecording(trx, organizationId, recordingId, { clientId });
};

/**
 * Explicit matches of one event id: its appointment belongs to the oldest call that named it, once both
 * are there. Call it after either side has come, gone or changed, in the same transaction.
 */
export const settleEvent = async (
  trx: Db,
  organizationId: string,
  eventId: string | null,
): Promise<void> => {
  if (eventId === null) return;
  const appointment = await appointmentByEventId(trx, organizationId, eventId);
  if (!appointment) return;
  const recording = await oldestRequesting(trx, organizationId, eventId);
  const before = await matchesOf(trx, organizationId, {
    appointmentId: appointment.id,
    ...(recording && { recordingId: recording.id }),
  });
  const settled =
    before.length === 1 &&
    before[0]!.recordingId === recording?.id &&
    before[0]!.appointmentId === appointment.id;
  if (!settled) {
    for (const match of before) await deleteMatch(trx, organizationId, match.recordingId);
    if (recording)
      await insertMatch(trx, organizationId, {
        recordingId: recording.id,
        appointmentId: appointment.id,
        method: "explicit",
      });
  }
  for (const id of new Set([recording?.id, ...before.map((match) => match.recordingId)]))
    if (id !== undefined) await settleClient(trx, organizationId, id);
};

@Resolver()
export class MatchingResolver {
  @forInternal()
  @Mutation(() => Recording)
  linkAppointment(
    @Arg("recordingId", () => ID) _recordingId: string,
    @Arg("eventId", () => String) _eventId: string,
  ): RecordingRow {
    throw notYet("linkAppointment");
  }

  @forInternal()
  @Mutation(() => Recording)
  unlinkAppointment(@Arg("recordingId", () => ID) _recordingId: string): RecordingRow {
    throw notYet("unlinkAppointment");
  }
}

/** Erases a recording; an appointment that it was matched to goes to the next call that named it. */
export const eraseAndSettle = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
): Promise<boolean> => {
  const recording = await recordingById(trx, organizationId, recordingId);
  if (!recording) return false;
  await eraseRecording(trx, organizationId, recordingId);
  await settleEvent(trx, organizationId, recording.requestedEventId);
  return true;
};
