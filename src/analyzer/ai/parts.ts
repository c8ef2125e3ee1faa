import type { StoredUtterance } from "../../../db/transcripts.js";

const BYTES_PER_TOKEN = 3;

/** More than it will be: models differ, and languages do more. */
export const tokensOf = (text: string): number =>
  Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** An utterance as a model is shown it: when it began, who says it, and what. */
export type Line = [at: string, who: string, text: string];

const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** Of a text that is too long for one part, pieces that are not: cut where there is a space, if there is one. */
const pieces = (text: string, bytes: number): string[] => {
  // No character takes more than three bytes for each of its UTF-16 units.
  const most = Math.max(1, Math.floor(bytes / 3));
  const found: string[] = [];
  for (let rest = text; rest !== "";) {
    let end = rest.length <= most ? rest.length : rest.lastIndexOf(" ", most) + 1 || most;
    // Not between the halves of a character.
    if (end < rest.length && /[\uD800-\uDBFF]/.test(rest[end - 1]!)) end += 1;
    found.push(rest.slice(0, end).toWellFormed());
    rest = rest.slice(end);
  }
  return found;
};

/**
 * The lines of a transcript in parts of so many tokens at most, in order. Utterances stay whole, unless one
 * has no place in a part of its own.
 */
export const partsOf = (utterances: readonly StoredUtterance[], tokens: number): Line[][] => {
  const parts: Line[][] = [];
  let part: Line[] = [];
  let used = 0;
  for (const { role, speaker, start, text } of utterances) {
    const who = role === "other" ? speaker.slice(0, 60) : role;
    const around = tokensOf(JSON.stringify([clock(start), who, ""])) + 1;
    const room = Math.max(1, tokens - around);
    // As JSON a character may take six.
    const fits = tokensOf(JSON.stringify(text)) <= room;
    for (const piece of fits ? [text] : pieces(text, (room * BYTES_PER_TOKEN) / 2)) {
      const cost = around + tokensOf(JSON.stringify(piece));
      if (used + cost > tokens && part.length > 0) {
        parts.push(part);
        part = [];
        used = 0;
      }
      part.push([clock(start), who, piece]);
      used += cost;
    }
  }
  if (part.length > 0) parts.push(part);
  return parts;
};
