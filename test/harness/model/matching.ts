import { erasePayload } from "./erasure.js";
import { compareText } from "./lists.js";
import {
  type Appointment,
  type Match,
  type Organization,
  type Recording,
  type Pair,
} from "./world.js";

const MINUTE_MS = 60_000;

const isSamePair =
  ({ recording, appointment }: Pair) =>
  (other: Pair): boolean =>
    other.recording === recording && other.appointment === appointment;

const isUnlinked = (org: Organization, pair: Pair): boolean =>
  org.unlinkedPairs.some(isSamePair(pair));

const isTouching =
  ({ recording, appointment }: Partial<Pair>) =>
  (match: Match): boolean =>
    match.recording === recording || match.appointment === appointment;

export const findMatch = (org: Organization, sides: Partial<Pair>): Match | undefined =>
  org.matches.find(isTouching(sides));

/** The window is [start - 60 min, (end or start + 60 min) + 120 min], inclusive. */
const isInWindow = ({ startTime, endTime }: Appointment, time: number): boolean =>
  time >= startTime - 60 * MINUTE_MS &&
  time <= (endTime ?? startTime + 60 * MINUTE_MS) + 120 * MINUTE_MS;

/** An event ID that several calls sent belongs to the first call to arrive. */
const findExplicitMatches = (org: Organization, manual: Match[]): Match[] => {
  const byAge = org.recordings.toSorted((a, b) => a.position - b.position);
  return org.appointments
    .filter((appointment) => !manual.some(isTouching({ appointment })))
    .flatMap((appointment) => {
      const recording = byAge.find(
        (one) =>
          one.requestedEventId === appointment.eventId &&
          !isUnlinked(org, { recording: one, appointment }) &&
          !manual.some(isTouching({ recording: one })),
      );
      return recording ? [{ recording, appointment, method: "explicit" as const }] : [];
    });
};

/** A call that sent an event ID waits for that appointment, unless an admin unlinked the two. */
const isWaiting = (org: Organization, recording: Recording): boolean => {
  if (recording.requestedEventId === null) return false;
  const requested = org.appointments.find(({ eventId }) => eventId === recording.requestedEventId);
  return !requested || !isUnlinked(org, { recording, appointment: requested });
};

/**
 * Matches the nearest pairs first; ties go to the smaller event ID, then the older recording. Each
 * side matches once.
 */
const findWindowMatches = (org: Organization, fixed: Match[]): Match[] => {
  const isUnmatched = (sides: Partial<Pair>): boolean => !fixed.some(isTouching(sides));
  const candidates = org.recordings
    .filter((recording) => isUnmatched({ recording }) && !isWaiting(org, recording))
    .flatMap((recording) =>
      org.appointments
        .filter(
          (appointment) => isUnmatched({ appointment }) && appointment.user === recording.user,
        )
        .filter((appointment) => isInWindow(appointment, recording.startedAt))
        .map((appointment) => ({ recording, appointment }))
        .filter((pair) => !isUnlinked(org, pair)),
    )
    .toSorted(
      (a, b) =>
        Math.abs(a.recording.startedAt - a.appointment.startTime) -
          Math.abs(b.recording.startedAt - b.appointment.startTime) ||
        compareText(a.appointment.eventId, b.appointment.eventId) ||
        a.recording.position - b.recording.position,
    );
  const windowMatches: Match[] = [];
  for (const pair of candidates)
    if (!windowMatches.some(isTouching(pair))) windowMatches.push({ ...pair, method: "window" });
  return windowMatches;
};

/**
 * Computes all matches anew: manual matches, then event IDs, then kept window matches of processed
 * recordings, then all unmatched sides as one set.
 */
export const rematch = (org: Organization): void => {
  org.hasUncertainTimes ||= org.appointments.length > 0;
  const manual = org.matches.filter(({ method }) => method === "manual");
  const decided = [...manual, ...findExplicitMatches(org, manual)];
  const kept = org.matches.filter(
    (match) =>
      match.method === "window" &&
      match.recording.status === "processed" &&
      !decided.some(isTouching(match)),
  );
  const fixed = [...decided, ...kept];
  org.matches = [...fixed, ...findWindowMatches(org, fixed)];
};

/** Overrides all other matches of both sides. */
export const linkManually = (org: Organization, pair: Pair): void => {
  org.unlinkedPairs = org.unlinkedPairs.filter((other) => !isSamePair(pair)(other));
  org.matches = [
    ...org.matches.filter((match) => !isTouching(pair)(match)),
    { ...pair, method: "manual" },
  ];
  rematch(org);
};

/** Removes the match and excludes the pair from matching. */
export const unlinkMatch = (org: Organization, match: Match): void => {
  org.unlinkedPairs.push({ recording: match.recording, appointment: match.appointment });
  org.matches = org.matches.filter((other) => other !== match);
  rematch(org);
};

export const removeAppointment = (org: Organization, appointment: Appointment): void => {
  org.appointments = org.appointments.filter((other) => other !== appointment);
  org.matches = org.matches.filter((match) => match.appointment !== appointment);
  org.unlinkedPairs = org.unlinkedPairs.filter((pair) => pair.appointment !== appointment);
  rematch(org);
};

/** Deletes the recording's content and cancels its pending deliveries. */
export const eraseRecording = (org: Organization, recording: Recording): void => {
  org.recordings = org.recordings.filter((other) => other !== recording);
  org.erasedCalls.add(recording.callId);
  org.clips = org.clips.filter((clip) => clip.recording !== recording);
  org.comments = org.comments.filter((comment) => comment.recording !== recording);
  org.matches = org.matches.filter((match) => match.recording !== recording);
  org.unlinkedPairs = org.unlinkedPairs.filter((pair) => pair.recording !== recording);
  for (const delivery of org.deliveries.filter((one) => one.recording === recording)) {
    delivery.recording = null;
    erasePayload(delivery);
  }
  rematch(org);
};
