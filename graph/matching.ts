import {
  appointmentByEventId,
  appointmentById,
  appointmentsOfRecordings,
} from "../db/appointments.js";
import type { Db } from "../db/connect.js";
import {
  deleteMatch,
  excludedPairs,
  insertMatch,
  type Match,
  matchesOf,
  oldestClaimant,
} from "../db/matches.js";
import { eraseRecording } from "../db/erased-recordings.js";
import { deleteMedia } from "../db/media.js";
import { waitingMatches } from "../db/open-matches.js";
import { recordingById, updateRecording } from "../db/recordings.js";
import { indexed } from "../db/search-index.js";
import { connected } from "./connected.js";
import type { Context } from "./context.js";
import { pair } from "./pairing.js";
import { counted } from "./rollups.js";

/** What has changed, and may be matched otherwise from now on. */
export class Changed {
  readonly recordings = new Set<string>();
  readonly appointments = new Set<string>();
  /** Those of the recordings whose match was made or ended, or is shown otherwise. */
  readonly matches = new Set<string>();
  /** Event ids that a call named, or an appointment has. */
  readonly events = new Set<string>();

  recording(row: { id: string; requestedEventId: string | null } | undefined): this {
    if (row) this.recordings.add(row.id);
    if (row?.requestedEventId) this.events.add(row.requestedEventId);
    return this;
  }

  appointment(row: { id: string; eventId: string } | undefined): this {
    if (row) this.appointments.add(row.id);
    if (row) this.events.add(row.eventId);
    return this;
  }

  appointmentId(id: string): this {
    this.appointments.add(id);
    return this;
  }

  match(recordingId: string | null): this {
    if (recordingId !== null) this.matches.add(recordingId);
    return this.recordingId(recordingId);
  }

  recordingId(id: string | null | undefined): this {
    if (id) this.recordings.add(id);
    return this;
  }
}

/** Frees both sides of a match, which may then be matched otherwise. */
export const free = async (
  trx: Db,
  organizationId: string,
  match: Match,
  changed: Changed,
): Promise<void> => {
  await deleteMatch(trx, organizationId, match.recordingId);
  changed.match(match.recordingId);
  changed.recording(await recordingById(trx, organizationId, match.recordingId));
  changed.appointment(await appointmentById(trx, organizationId, match.appointmentId));
};

/** The appointment of an event id goes to the oldest call that named it, unless a person decided. */
const settleEvent = async (
  trx: Db,
  organizationId: string,
  eventId: string,
  changed: Changed,
): Promise<void> => {
  const appointment = await appointmentByEventId(trx, organizationId, eventId);
  if (!appointment || appointment.matchMethod === "manual") return;
  const claimant = await oldestClaimant(trx, organizationId, appointment);
  const isSettled =
    claimant === undefined
      ? appointment.matchMethod !== "explicit"
      : appointment.matchMethod === "explicit" && appointment.recordingId === claimant;
  if (isSettled) return;
  const match = { appointmentId: appointment.id, ...(claimant && { recordingId: claimant }) };
  for (const before of await matchesOf(trx, organizationId, match))
    await free(trx, organizationId, before, changed);
  if (claimant === undefined) return;
  changed.match(claimant);
  await insertMatch(trx, organizationId, {
    recordingId: claimant,
    appointmentId: appointment.id,
    method: "explicit",
  });
};

/** Makes the window matches of all that is open and connected to the change, as one set. */
const settleWindows = async (trx: Db, organizationId: string, changed: Changed): Promise<void> => {
  for (const match of await waitingMatches(trx, organizationId, [...changed.recordings]))
    await free(trx, organizationId, match, changed);
  const { recordings, appointments } = await connected(trx, organizationId, changed);
  const ids = recordings.map((recording) => recording.id);
  const excluded = new Set(
    (await excludedPairs(trx, organizationId, ids)).map(
      ({ recordingId, appointmentId }) => `${recordingId} ${appointmentId}`,
    ),
  );
  const pairs = pair(recordings, appointments, (recordingId, appointmentId) =>
    excluded.has(`${recordingId} ${appointmentId}`),
  );
  const moved = recordings.filter(
    ({ id, appointmentId }) => appointmentId !== (pairs.get(id) ?? null),
  );
  // First all that end, then all that begin: an appointment may pass from one recording to another.
  for (const { id, appointmentId } of moved)
    if (appointmentId !== null) await deleteMatch(trx, organizationId, id);
  for (const { id } of moved) {
    changed.match(id);
    const appointmentId = pairs.get(id);
    if (appointmentId !== undefined)
      await insertMatch(trx, organizationId, { recordingId: id, appointmentId, method: "window" });
  }
};

/**
 * The recording's client: the one a rep created for it, else the one of the call's customer, else the
 * one of the matched appointment. With another client or another match the recording has changed.
 */
const settleClient = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
  changed: Changed,
  now: number,
): Promise<void> => {
  const recording = await recordingById(trx, organizationId, recordingId);
  if (!recording) return;
  const [appointment] = await appointmentsOfRecordings(trx, organizationId, [recordingId]);
  const clientId =
    recording.createdClientId ?? recording.customerClientId ?? appointment?.clientId ?? null;
  if (clientId !== recording.clientId || changed.matches.has(recordingId))
    await updateRecording(trx, organizationId, recordingId, { clientId }, now);
};

/**
 * Matches what has changed anew, by the rules of precedence: a person's decision, then the event id that
 * came with the call, then the nearest start in a window. Whatever changes either side calls it, in its
 * own transaction, with all that it touched; what was matched to something that is gone included.
 */
export const settle = async (
  trx: Db,
  organizationId: string,
  changed: Changed,
  now: number,
): Promise<void> => {
  // Settling one event can free a side that another event has a claim to; a Set visits what is added.
  for (const eventId of changed.events) await settleEvent(trx, organizationId, eventId, changed);
  await settleWindows(trx, organizationId, changed);
  for (const recordingId of changed.recordings)
    await settleClient(trx, organizationId, recordingId, changed, now);
};

/** Erases a recording; an appointment that it was matched to may go to another. */
export const eraseAndSettle = async (
  trx: Db,
  context: Context,
  recordingId: string,
): Promise<boolean> => {
  const { organizationId } = context;
  const now = context.now();
  const recording = await recordingById(trx, organizationId, recordingId);
  if (!recording) return false;
  const [match] = await matchesOf(trx, organizationId, { recordingId });
  context.dropped.push(...(await deleteMedia(trx, organizationId, [recordingId])));
  await indexed(trx, organizationId, [recordingId], () =>
    counted(trx, organizationId, [recording], () =>
      eraseRecording(trx, organizationId, recordingId, now),
    ),
  );
  const changed = new Changed().recording(recording);
  if (match) changed.appointment(await appointmentById(trx, organizationId, match.appointmentId));
  await settle(trx, organizationId, changed, now);
  return true;
};
