import type { AudioFileReader } from "../audio-file.js";
import type { AudioPart } from "./audio-part.js";
import type { AudioFormat } from "./find-audio.js";
import { readAdtsParts, readMp3Parts } from "./frame-parts.js";

/**
 * Reads the packets of a container. Undefined for WAV whose samples are in the file themselves. A reader is loaded when
 * a file needs it.
 */
export const readParts = async (
  format: AudioFormat,
  file: AudioFileReader,
): Promise<AsyncGenerator<AudioPart> | undefined> => {
  switch (format) {
    case "adts":
      return readAdtsParts(file);
    case "flac":
      return (await import("./flac-parts.js")).readFlacParts(file);
    case "mp3":
      return readMp3Parts(file);
    case "mp4":
      return (await import("./mp4-parts.js")).readMp4Parts(file);
    case "ogg":
      return (await import("./ogg-parts.js")).readOggParts(file);
    case "webm":
      return (await import("./webm-parts.js")).readWebmParts(file);
    case "wav": {
      const mp3 = await (await import("./wav.js")).findWavMp3(file);
      return mp3 && readMp3Parts(file, mp3.start, mp3.end);
    }
  }
};
