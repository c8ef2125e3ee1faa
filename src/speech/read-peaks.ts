import { AudioFileReader } from "./audio-file.js";
import { decodeStored } from "./decode-stored.js";
import { PeakCollector } from "./peaks.js";
import { surveyAudio } from "./survey.js";
import { watchBlocks } from "./watch-blocks.js";

/**
 * Returns how loud each speaker's channel of a file is over time: base64 of at most 1,000 bytes. `type`: its MIME type.
 * @throws SpeechError if it can't be decoded, or is too long
 */
export const readPeaks = async (path: string, type: string): Promise<string[]> => {
  await using file = await AudioFileReader.open(path);
  const peaks = new PeakCollector();
  const blocks = watchBlocks(decodeStored(file, type), (block) => peaks.push(block));
  const { speakerChannels } = await surveyAudio(blocks);
  return peaks.finish(speakerChannels);
};
