/** A time without sound, in milliseconds. */
export interface Silence {
  start: number;
  end: number;
}

/** Quieter peaks, of 255, count as silence. */
const MAX_SILENT_PEAK = 5;
/** Shorter silences are pauses in a sentence, or a breath. */
const MIN_SILENCE_MS = 2_500;

/** Decodes a channel's loudness, from 0 to 255 for equal spans of the file. */
export const decodePeaks = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Finds the long times in which no channel has a sound. */
export const findSilences = (channels: readonly Uint8Array[], durationMs: number): Silence[] => {
  const columns = channels[0]?.length ?? 0;
  const silences: Silence[] = [];
  let start: number | undefined;
  for (let column = 0; column <= columns; column++) {
    const isSilent =
      column < columns && channels.every((peaks) => (peaks[column] ?? 0) <= MAX_SILENT_PEAK);
    if (isSilent) start ??= column;
    if (isSilent || start === undefined) continue;
    const silence = {
      start: (start / columns) * durationMs,
      end: (column / columns) * durationMs,
    };
    if (silence.end - silence.start >= MIN_SILENCE_MS) silences.push(silence);
    start = undefined;
  }
  return silences;
};
