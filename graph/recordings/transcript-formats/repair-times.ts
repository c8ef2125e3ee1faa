import type { SpeakerRole } from "../../../db/recordings/transcript.js";
import type { NoticePlace } from "../../../db/recordings/notices.js";
import type { NoticeList } from "../notice-list.js";
import type { ParsedUtterance } from "./format.js";

const MAX_TIME_MS = 2 ** 31 - 1;

/** A part of a transcript, whose times may be impossible. */
export interface ReadPart {
  /** Milliseconds, perhaps negative; null if there is no time, or none that can be read. */
  start: number | null;
  end: number | null;
  place: NoticePlace;
}

/** An utterance as it was read. */
export interface ReadUtterance extends ReadPart {
  speaker: string;
  role: SpeakerRole;
  text: string;
}

/** A part with possible times in milliseconds. */
type Repaired<Part extends ReadPart> = Omit<Part, "start" | "end"> & { start: number; end: number };

const isTime = (time: number | null): time is number => time !== null && time <= MAX_TIME_MS;

/** Returns for each part the first start after it; null after the last start. */
const listNextStarts = (parts: readonly ReadPart[]): (number | null)[] => {
  const nextStarts: (number | null)[] = [];
  let next: number | null = null;
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    nextStarts[index] = next;
    const { start } = parts[index]!;
    if (isTime(start)) next = start;
  }
  return nextStarts;
};

/**
 * Gives each part possible times: a missing time is that of the neighbour, a negative one is 0, and an end before its
 * start is the start.
 */
export const repairTimes = <Part extends ReadPart>(
  parts: readonly Part[],
  notices: NoticeList,
): Repaired<Part>[] => {
  const nextStarts = listNextStarts(parts);
  let previousEnd = 0;
  return parts.map((part, index) => {
    const { start: readStart, end: readEnd, place } = part;
    const hasStart = isTime(readStart);
    const hasEnd = isTime(readEnd);
    if (!hasStart || !hasEnd) notices.add("time_estimated", place);
    else if (readStart < 0 || readEnd < readStart) notices.add("time_repaired", place);
    const latestStart = hasEnd ? Math.max(0, readEnd) : MAX_TIME_MS;
    const start = Math.max(0, hasStart ? readStart : Math.min(previousEnd, latestStart));
    const end = Math.max(start, hasEnd ? readEnd : (nextStarts[index] ?? start));
    previousEnd = end;
    return { ...part, start, end };
  });
};

/** Spreads utterances over the duration, in their order, by the length of their texts. `duration`: milliseconds. */
export const spreadTimes = <Part extends { text: string }>(
  parts: readonly Part[],
  duration: number,
): (Part & { start: number; end: number })[] => {
  const total = parts.reduce((sum, { text }) => sum + text.length, 0);
  let characters = 0;
  const timeHere = (): number => Math.round((duration * characters) / Math.max(1, total));
  return parts.map((part) => {
    const start = timeHere();
    characters += part.text.length;
    return { ...part, start, end: timeHere() };
  });
};

/**
 * Repairs the times of utterances. If none has a time, they are spread over the duration. `duration`: milliseconds;
 * null if unknown.
 */
export const toParsedUtterances = (
  utterances: readonly ReadUtterance[],
  notices: NoticeList,
  duration: number | null = null,
): ParsedUtterance[] => {
  const repaired = repairTimes(utterances, notices);
  const isUntimed = utterances.every(({ start, end }) => start === null && end === null);
  const canSpread = isUntimed && isTime(duration) && duration > 0;
  const timed = canSpread ? spreadTimes(repaired, duration) : repaired;
  return timed.map(({ speaker, role, text, start, end }) => ({ speaker, role, text, start, end }));
};
