import TinyQueue from "tinyqueue";
import type {
  RematchableAppointment,
  RematchableRecording,
} from "../../db/matching/rematchable.js";
import { iterateNearest, sortRecordings } from "./windows.js";

const compareCodePoints = (a: string, b: string): number => {
  // Both databases compare text by code point; UTF-16 units order some characters differently.
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
};

/** An appointment with its nearest unpaired recording, and the recordings after it, nearest first. */
interface Candidate {
  appointment: RematchableAppointment;
  /** The appointment's index in the order of event ids. */
  rank: number;
  recording: RematchableRecording;
  later: Iterator<RematchableRecording, undefined>;
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
  recordings: readonly RematchableRecording[],
  appointments: readonly RematchableAppointment[],
  isExcluded: (recordingId: string, appointmentId: string) => boolean,
): Map<string, string> => {
  const pairs = new Map<string, string>();
  // One candidate per appointment: all possible pairs would be the product of both sides.
  const queue = new TinyQueue<Candidate>([], compareDistance);
  const propose = (
    appointment: RematchableAppointment,
    rank: number,
    later: Candidate["later"],
  ): void => {
    for (let next = later.next(); !next.done; next = later.next()) {
      const recording = next.value;
      if (pairs.has(recording.id) || isExcluded(recording.id, appointment.id)) continue;
      const distance = Math.abs(recording.startedAt - appointment.startTime);
      queue.push({ appointment, rank, recording, later, distance });
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
    const { appointment, rank, recording, later } = best;
    if (pairs.has(recording.id)) propose(appointment, rank, later);
    else pairs.set(recording.id, appointment.id);
  }
  return pairs;
};
