import type { AudioBlock } from "../audio-block.js";
import type { AudioFileReader } from "../audio-file.js";
import { unsupportedAudio } from "../speech-error.js";

export const decodeMp4 = async function* (_file: AudioFileReader): AsyncGenerator<AudioBlock> {
  throw unsupportedAudio("not yet");
};
