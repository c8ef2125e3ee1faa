import type { StreamHead } from "./audio-part.js";
import { parseFlacHead, parseStreamInfo, STREAM_INFO_BYTES } from "./flac-head.js";
import { countOpusSamples, OPUS_RATE } from "./opus-packet.js";
import { VorbisCounter } from "./vorbis-packet.js";

/** A codec's packets in Ogg. */
export interface OggCodec {
  codec: StreamHead["codec"];
  /** Of granules, per second. */
  sampleRate: number;
  /** Samples that the decoder drops at the beginning. */
  skippedSamples: number;
  /** Packets before the first audio, with the first. Undefined: until one isn't metadata. */
  headPackets: number | undefined;
  /** Those without which nothing can be decoded. */
  requiredHeads: number;
  isHead: (packet: Buffer) => boolean;
  /** What a decoder needs of these. */
  buildConfig: (heads: readonly Buffer[]) => Buffer[];
  /** Creates a function that returns the samples of each audio packet; undefined for a damaged one. */
  createCounter: (heads: readonly Buffer[]) => {
    count: (packet: Buffer) => number | undefined;
    reset: () => void;
  };
}

const FLAC_SYNC = 0xff;

const ignore = (): void => {};
const MIN_OPUS_HEAD_BYTES = 19;
const VORBIS_HEAD_BYTES = 30;
/** Before the mark and STREAMINFO of native FLAC. */
const FLAC_PREFIX_BYTES = 9;

/** Finds the codec by a stream's first packet; undefined for another, such as video. */
export const findOggCodec = (first: Buffer): OggCodec | undefined => {
  const name = first.toString("latin1", 0, 8);
  if (name === "OpusHead" && first.length >= MIN_OPUS_HEAD_BYTES)
    return {
      codec: "opus",
      sampleRate: OPUS_RATE,
      skippedSamples: first.readUInt16LE(10),
      headPackets: 2,
      requiredHeads: 1,
      isHead: (packet) => packet.toString("latin1", 0, 4) === "Opus",
      buildConfig: ([head]) => [head!],
      createCounter: () => ({ count: countOpusSamples, reset: ignore }),
    };
  if (name.slice(0, 7) === "\x01vorbis" && first.length >= VORBIS_HEAD_BYTES)
    return {
      codec: "vorbis",
      sampleRate: first.readUInt32LE(12),
      skippedSamples: 0,
      headPackets: 3,
      requiredHeads: 3,
      isHead: (packet) => (packet[0]! & 1) === 1,
      buildConfig: ([head, , setup]) => [head!, setup!],
      createCounter: ([head, , setup]) => {
        const counter = new VorbisCounter(head!, setup!);
        return { count: (packet) => counter.count(packet), reset: () => counter.reset() };
      },
    };
  const infoStart = FLAC_PREFIX_BYTES + 8;
  if (name.slice(0, 5) !== "\x7fFLAC" || first.length < infoStart + STREAM_INFO_BYTES)
    return undefined;
  const config = Buffer.from(first.subarray(FLAC_PREFIX_BYTES, infoStart + STREAM_INFO_BYTES));
  // STREAMINFO is the last block for the decoder.
  config[4] = 0x80;
  return {
    codec: "flac",
    sampleRate: parseStreamInfo(first.subarray(infoStart)).sampleRate,
    skippedSamples: 0,
    headPackets: undefined,
    requiredHeads: 1,
    isHead: (packet) => packet[0] !== FLAC_SYNC,
    buildConfig: () => [config],
    createCounter: () => ({
      // Its header is checked, so that noise isn't decoded.
      count: (packet) => parseFlacHead(packet, 0)?.samples,
      reset: ignore,
    }),
  };
};
