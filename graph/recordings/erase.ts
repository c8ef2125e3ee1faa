import { findAppointmentById } from "../../db/appointments/appointment.js";
import {
  buildCallKey,
  deleteUnmappedCall,
  findUnmappedCall,
} from "../../db/dialers/unmapped-calls.js";
import type { Db } from "../../db/engine/connect.js";
import { loadMatches } from "../../db/matching/matches.js";
import { eraseRecording } from "../../db/recordings/erased.js";
import { deleteMedia } from "../../db/recordings/media.js";
import { deleteMediaFetches } from "../../db/recordings/media-fetches.js";
import { findRecordingById } from "../../db/recordings/recording.js";
import { withSearchUpdated } from "../../db/search/search-index.js";
import type { Context } from "../context/context.js";
import type { Effects } from "../context/effects.js";
import { hashErasedCall } from "./erased-calls.js";
import { rematch, RematchScope } from "../matching/rematch.js";
import { withStatsUpdated } from "../stats/rollups.js";

/** Erases a recording, and rematches its appointment. Returns false if the recording doesn't exist. */
export const eraseAndRematch = async (
  trx: Db,
  context: Context,
  effects: Effects,
  recordingId: string,
): Promise<boolean> => {
  const { organizationId } = context;
  const now = context.now();
  const recording = await findRecordingById(trx, organizationId, recordingId);
  if (!recording) return false;
  const [match] = await loadMatches(trx, organizationId, { recordingId });
  const files = [
    ...(await deleteMedia(trx, organizationId, [recordingId])),
    // A running or crashed fetch may have written this file.
    ...(await deleteMediaFetches(trx, organizationId, [recordingId])),
  ];
  const { callId } = recording;
  const unmapped = callId && (await findUnmappedCall(trx, organizationId, buildCallKey(callId)));
  if (unmapped) {
    await deleteUnmappedCall(trx, organizationId, unmapped.callKey);
    if (unmapped.file !== null) files.push(unmapped.file);
  }
  effects.filesToDelete.push(...files);
  effects.erasures.push(
    { kind: "recording", id: recordingId },
    ...(recording.callId === null ? [] : [{ kind: "call", id: recording.callId } as const]),
    ...files.map((id) => ({ kind: "media", id }) as const),
  );
  const callHash = callId === null ? null : await hashErasedCall(trx, context, callId);
  await withSearchUpdated(trx, organizationId, [recordingId], () =>
    withStatsUpdated(trx, organizationId, [recording], () =>
      eraseRecording(trx, organizationId, { id: recordingId, callId, callHash }, now),
    ),
  );
  const scope = new RematchScope().addRecording(recording);
  if (match)
    scope.addAppointment(await findAppointmentById(trx, organizationId, match.appointmentId));
  await rematch(trx, organizationId, scope, now);
  return true;
};
