import TinyQueue from "tinyqueue";
import type { OpenAppointment, OpenRecording } from "../../db/matching/open-matches.js";
import { iterateNearest, sortRecordings } from "./windows.js";

const compareCodePoints = (a: string, b: string): number => {
  // Both databases compare text by code point; UTF-16 units order some characters differently.
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
};

/** An appointment with its nearest free recording, and the recordings after it, nearest first. */
interface Candidate {
  appointment: OpenAppointment;
  /** The appointment's index in the order of event ids. */
  rank: number;
  recording: OpenRecording;
  others: Iterator<OpenRecording, undefined>;
  /** Milliseconds between both starts. */
  distance: number;
}

const compareDistance = (a: Candidate, b: Candidate): number =>
  a.distance - b.distance || a.rank - b.rank;

/**
 * Pairs recordings with appointments, each side once: nearest start first, ties by the smaller event id, then
 * the older recording. The result depends on the sets alone, not on their order.
 * Returns appointment ids by recording id.
 */
export const pair = (
  recordings: readonly OpenRecording[],
  appointments: readonly OpenAppointment[],
  isExcluded: (recordingId: string, appointmentId: string) => boolean,
): Map<string, string> => {
  const pairs = new Map<string, string>();
  // One candidate per appointment: all possible pairs would be the product of both sides.
  const queue = new TinyQueue<Candidate>([], compareDistance);
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
    .toSorted((a, b) => compareCodePoints(a.eventId, b.eventId))
    .map((appointment, rank) => ({ appointment, rank }));
  const rankedByUser = Map.groupBy(ranked, ({ appointment }) => appointment.userId);
  for (const [userId, userRecordings] of Map.groupBy(recordings, ({ userId: id }) => id)) {
    const sorted = sortRecordings(userRecordings);
    for (const { appointment, rank } of rankedByUser.get(userId) ?? [])
      propose(appointment, rank, iterateNearest(sorted, appointment));
  }
  for (let best = queue.pop(); best; best = queue.pop()) {
    const { appointment, rank, recording, others } = best;
    if (pairs.has(recording.id)) propose(appointment, rank, others);
    else pairs.set(recording.id, appointment.id);
  }
  return pairs;
};
