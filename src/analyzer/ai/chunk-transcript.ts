import type { StoredUtterance } from "../../../db/recordings/transcript.js";

const BYTES_PER_TOKEN = 3;

/** Estimates the tokens in a text, on the high side: models differ, and languages differ more. */
export const estimateTokens = (text: string): number =>
  Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** An utterance in a prompt: its start, its speaker and its text. */
export type TranscriptLine = [time: string, who: string, text: string];

const formatClock = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** Splits a text into pieces of at most `bytes`, at spaces where possible. */
const splitText = (text: string, bytes: number): string[] => {
  // A UTF-16 unit takes at most three bytes in UTF-8.
  const maxUnits = Math.max(1, Math.floor(bytes / 3));
  const pieces: string[] = [];
  for (let rest = text; rest !== "";) {
    let end =
      rest.length <= maxUnits ? rest.length : rest.lastIndexOf(" ", maxUnits) + 1 || maxUnits;
    // Never between the halves of a surrogate pair.
    if (end < rest.length && /[\uD800-\uDBFF]/.test(rest[end - 1]!)) end += 1;
    pieces.push(rest.slice(0, end).toWellFormed());
    rest = rest.slice(end);
  }
  return pieces;
};

/**
 * Splits a transcript into parts of at most `tokens`, in order. Splits an utterance only if it doesn't fit into one
 * part.
 */
export const chunkTranscript = (
  utterances: readonly StoredUtterance[],
  tokens: number,
): TranscriptLine[][] => {
  const parts: TranscriptLine[][] = [];
  let part: TranscriptLine[] = [];
  let used = 0;
  for (const { role, speaker, start, text } of utterances) {
    const who = role === "other" ? speaker.slice(0, 60) : role;
    const overhead = estimateTokens(JSON.stringify([formatClock(start), who, ""])) + 1;
    const room = Math.max(1, tokens - overhead);
    // JSON may escape a character to six bytes.
    const isFitting = estimateTokens(JSON.stringify(text)) <= room;
    for (const piece of isFitting ? [text] : splitText(text, (room * BYTES_PER_TOKEN) / 2)) {
      const cost = overhead + estimateTokens(JSON.stringify(piece));
      if (used + cost > tokens && part.length > 0) {
        parts.push(part);
        part = [];
        used = 0;
      }
      part.push([formatClock(start), who, piece]);
      used += cost;
    }
  }
  if (part.length > 0) parts.push(part);
  return parts;
};
