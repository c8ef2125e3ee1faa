import type { AudioBlock } from "../audio-block.js";
import { AacDecoder, type AacFormat } from "./aac-decoder.js";

/** Frames per block, about a second. */
const FRAMES_PER_BLOCK = 48;

const joinFrames = (frames: readonly Float32Array[][]): Float32Array[] =>
  frames[0]!.map((_, channel) => {
    const parts = frames.map((frame) => frame[channel]!);
    const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  });

/** Decodes the frames of an AAC stream. */
export const decodeAacFrames = async function* (
  format: AacFormat,
  frames: AsyncIterable<Uint8Array>,
): AsyncGenerator<AudioBlock> {
  const decoder = new AacDecoder(format);
  const { sampleRate } = decoder;
  let decoded: Float32Array[][] = [];
  for await (const frame of frames) {
    decoded.push(decoder.decodeFrame(frame));
    if (decoded.length < FRAMES_PER_BLOCK) continue;
    yield { channels: joinFrames(decoded), sampleRate };
    decoded = [];
  }
  if (decoded.length > 0) yield { channels: joinFrames(decoded), sampleRate };
};
