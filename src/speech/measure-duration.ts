import { AudioFileReader } from "./audio-file.js";
import type { AudioPart } from "./decoders/audio-part.js";
import { findAudio } from "./decoders/find-audio.js";
import { measureStoredOnly } from "./decoders/stored-only.js";
import { readParts } from "./decoders/read-parts.js";
import { toBlockSeconds } from "./decoders/block-audio.js";
import { listWavFiles } from "./decoders/wav.js";
import { SpeechError } from "./speech-error.js";

const sumSeconds = async (parts: AsyncIterable<AudioPart>): Promise<number> => {
  let seconds = 0;
  for await (const part of parts)
    if ("seconds" in part && part.kind !== "cut") seconds += part.seconds;
  return seconds;
};

const measureFile = async (file: AudioFileReader): Promise<number | undefined> => {
  const found = await findAudio(file);
  if (!found) return measureStoredOnly(file);
  const audio = file.from(found.start);
  if (found.format === "mp4") {
    const { measureMp4 } = await import("./decoders/mp4-parts.js");
    const seconds = await measureMp4(audio).catch(() => undefined);
    if (seconds !== undefined) return seconds;
  }
  const parts = await readParts(found.format, audio);
  if (parts) return sumSeconds(parts);
  let seconds = 0;
  for await (const { audio: wav } of listWavFiles(audio))
    seconds += toBlockSeconds(wav, wav.end - wav.start);
  return seconds;
};

/**
 * Measures the playing time of a file in seconds, by its packets and samples: a header may lack it, or be wrong.
 * Undefined for a format or codec that no reader here knows.
 */
export const measureDuration = async (path: string): Promise<number | undefined> => {
  await using file = await AudioFileReader.open(path);
  try {
    const seconds = await measureFile(file);
    return seconds !== undefined && seconds > 0 ? seconds : undefined;
  } catch (error) {
    if (error instanceof SpeechError) return undefined;
    throw error;
  }
};
