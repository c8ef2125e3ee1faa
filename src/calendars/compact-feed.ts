import type { TimeRange } from "./recurrence.js";

/** More than any zone's distance from UTC. */
const MARGIN_MS = 2 * 86_400_000;
/** The first and the last line of an event. One pattern for both would scan a hostile file once per line. */
const EDGE = /^(BEGIN|END):VEVENT[ \t]*\r?\n/gim;
const DAY = String.raw`(\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))`;
const START = new RegExp(String.raw`^DTSTART[^\r\n]*:${DAY}(?:T\d{6}Z?)?\s*$`, "im");
const CHANGED = new RegExp(String.raw`^RECURRENCE-ID[^\r\n]*:${DAY}(?:T\d{6}Z?)?\s*$`, "im");
const RULES = /^RRULE\b[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim;
const UNTIL = new RegExp(String.raw`\bUNTIL=${DAY}`, "i");

const formatDay = (time: number): string =>
  new Date(time).toISOString().slice(0, 10).replaceAll("-", "");

/** Returns whether an event can't start between two days. Returns false if its days aren't clear. */
const isOutside = (event: string, first: string, last: string): boolean => {
  const start = START.exec(event)?.[1];
  if (start === undefined || /^RDATE\b/im.test(event)) return false;
  const isOut = (day: string | undefined): boolean =>
    day !== undefined && (day < first || day > last);
  if (/^RECURRENCE-ID\b/im.test(event))
    return isOut(start) && isOut(CHANGED.exec(event)?.[1]) && !/RANGE=/i.test(event);
  const rules = event.match(RULES);
  if (!rules || start >= first) return isOut(start);
  return rules.every((rule) => {
    const until = UNTIL.exec(rule.replaceAll(/\r?\n[ \t]/g, ""))?.[1];
    return until !== undefined && until < first;
  });
};

/**
 * Removes the events outside of the range from a calendar's bytes. Keeps each event whose days aren't clear, and a last
 * event that isn't complete yet.
 */
export const compactFeed = (bytes: Buffer, { from, to }: TimeRange): Buffer => {
  const [first, last] = [formatDay(from - MARGIN_MS), formatDay(to + MARGIN_MS)];
  // Latin 1 shows each byte as one character.
  const text = bytes.toString("latin1");
  const kept: string[] = [];
  let copied = 0;
  let begin: number | undefined;
  for (const { 0: line, 1: edge = "", index } of text.matchAll(EDGE)) {
    const end = index + line.length;
    if (edge.toUpperCase() === "BEGIN") begin = index;
    else if (begin !== undefined) {
      if (isOutside(text.slice(begin, end), first, last)) {
        kept.push(text.slice(copied, begin));
        copied = end;
      }
      begin = undefined;
    }
  }
  kept.push(text.slice(copied));
  return Buffer.from(kept.join(""), "latin1");
};
