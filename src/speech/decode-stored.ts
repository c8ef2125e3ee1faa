import type { AudioBlock } from "./audio-block.js";
import type { AudioFileReader } from "./audio-file.js";
import { decodeAudio } from "./decode-audio.js";
import { decodeBlockAudio } from "./decoders/block-audio.js";
import { findRawAudio } from "./decoders/raw.js";

/**
 * Decodes a stored file as a stream of blocks. Its MIME type decides if the content doesn't show the format.
 * @throws SpeechError if its format isn't supported, or nothing can be decoded
 */
export const decodeStored = (file: AudioFileReader, type: string): AsyncGenerator<AudioBlock> => {
  const raw = findRawAudio(type, file.size);
  return raw ? decodeBlockAudio(file, raw) : decodeAudio(file);
};
