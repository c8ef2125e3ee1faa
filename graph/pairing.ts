import type { OpenAppointment, OpenRecording } from "../db/matches.js";

const MINUTE_MS = 60_000;

/** How long before its start an appointment's window opens. */
export const BEFORE_MS = 60 * MINUTE_MS;
const DEFAULT_LENGTH_MS = 60 * MINUTE_MS;
const AFTER_MS = 120 * MINUTE_MS;

/** From an appointment's start to the end of its window: its length, or an hour, and two hours more. */
export const reachOf = (startTime: number, endTime: number | null): number =>
  (endTime === null ? DEFAULT_LENGTH_MS : endTime - startTime) + AFTER_MS;

/** Whether the recording began in the appointment's window, both ends included. */
export const inWindow = (recording: OpenRecording, appointment: OpenAppointment): boolean =>
  recording.userId === appointment.userId &&
  recording.startedAt >= appointment.startTime - BEFORE_MS &&
  recording.startedAt <= appointment.startTime + appointment.reach;

const compare = (a: string, b: string): number => {
  // By code point, as both databases compare text; UTF-16 units order some characters otherwise.
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
};

/**
 * Pairs recordings with appointments: nearest start first, of equals the smaller event id, then the
 * older recording; each side once. The answer depends on the sets alone, not on their order.
 * Returns the appointment's id for each recording's.
 */
export const pair = (
  recordings: readonly OpenRecording[],
  appointments: readonly OpenAppointment[],
  isExcluded: (recordingId: string, appointmentId: string) => boolean,
): Map<string, string> => {
  const candidates = recordings.flatMap((recording) =>
    appointments
      .filter(
        (appointment) =>
          inWindow(recording, appointment) && !isExcluded(recording.id, appointment.id),
      )
      .map((appointment) => ({
        recording,
        appointment,
        distance: Math.abs(recording.startedAt - appointment.startTime),
      })),
  );
  candidates.sort(
    (a, b) =>
      a.distance - b.distance ||
      compare(a.appointment.eventId, b.appointment.eventId) ||
      a.recording.position - b.recording.position,
  );
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  for (const { recording, appointment } of candidates) {
    if (pairs.has(recording.id) || taken.has(appointment.id)) continue;
    pairs.set(recording.id, appointment.id);
    taken.add(appointment.id);
  }
  return pairs;
};
