import type { AudioBlock } from "../audio-block.js";
import type { AudioFileReader } from "../audio-file.js";
import { decodeAacFrames } from "./aac-stream.js";

const HEAD_BYTES = 7;
const CHECKSUM_BYTES = 2;

const isHead = (bytes: Buffer, at: number): boolean =>
  bytes[at] === 0xff && (bytes[at + 1]! & 0xf6) === 0xf0;

/** Yields the frames without their headers. Skips everything else. */
const readFrames = async function* (file: AudioFileReader): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of file.readChunks()) {
    const bytes = Buffer.concat([rest, chunk]);
    let at = 0;
    while (at + HEAD_BYTES <= bytes.length) {
      const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
      if (!isHead(bytes, at) || length < HEAD_BYTES) {
        at += 1;
        continue;
      }
      if (at + length > bytes.length) break;
      const headBytes = bytes[at + 1]! & 1 ? HEAD_BYTES : HEAD_BYTES + CHECKSUM_BYTES;
      yield bytes.subarray(at + headBytes, at + length);
      at += length;
    }
    rest = bytes.subarray(at);
  }
};

/** Decodes AAC with ADTS headers. */
export const decodeAdts = async function* (file: AudioFileReader): AsyncGenerator<AudioBlock> {
  const head = await file.read(0, HEAD_BYTES);
  const sampleIndex = (head[2]! >> 2) & 15;
  const channelCount = ((head[2]! & 1) << 2) | (head[3]! >> 6);
  yield* decodeAacFrames({ sampleIndex, channelCount }, readFrames(file));
};
