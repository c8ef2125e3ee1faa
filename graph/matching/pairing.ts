import TinyQueue from "tinyqueue";
import type { OpenAppointment, OpenRecording } from "../db/open-matches.js";
import { nearest, ownOf } from "./windows.js";

const compare = (a: string, b: string): number => {
  // By code point, as both databases compare text; UTF-16 units order some characters otherwise.
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
};

/** An appointment, the nearest recording that it can still have, and the others, the nearest first. */
interface Candidate {
  appointment: OpenAppointment;
  /** Its place among all by their event ids. */
  rank: number;
  recording: OpenRecording;
  others: Iterator<OpenRecording, undefined>;
  /** Between the two starts, in milliseconds. */
  distance: number;
}

const nearestFirst = (a: Candidate, b: Candidate): number =>
  a.distance - b.distance || a.rank - b.rank;

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
  const pairs = new Map<string, string>();
  // One candidate an appointment: all that there could be are as many as both sides multiplied.
  const queue = new TinyQueue<Candidate>([], nearestFirst);
  const propose = (
    appointment: OpenAppointment,
    rank: number,
    others: Candidate["others"],
  ): void => {
    for (let next = others.next(); !next.done; next = others.next()) {
      const recording = next.value;
      if (pairs.has(recording.id) || isExcluded(recording.id, appointment.id)) continue;
      const distance = Math.abs(recording.startedAt - appointment.startTime);
      queue.push({ appointment, rank, recording, others, distance });
      return;
    }
  };
  const ranked = appointments
    .toSorted((a, b) => compare(a.eventId, b.eventId))
    .map((appointment, rank) => ({ appointment, rank }));
  const visits = Map.groupBy(ranked, ({ appointment }) => appointment.userId);
  for (const [userId, calls] of Map.groupBy(recordings, (recording) => recording.userId)) {
    const own = ownOf(calls);
    for (const { appointment, rank } of visits.get(userId) ?? [])
      propose(appointment, rank, nearest(own, appointment));
  }
  for (let best = queue.pop(); best; best = queue.pop()) {
    const { appointment, rank, recording, others } = best;
    if (pairs.has(recording.id)) propose(appointment, rank, others);
    else pairs.set(recording.id, appointment.id);
  }
  return pairs;
};
