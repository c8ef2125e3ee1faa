import { Readable } from "node:stream";
import type { FairShares } from "../../db/engine/fair-shares.js";
import type { MediaForm } from "../../graph/core/ports.js";
import { yieldToEventLoop } from "../../graph/turns/yield-to-event-loop.js";
import { AudioFileReader } from "../speech/audio-file.js";
import type { BlockAudio } from "../speech/decoders/block-audio.js";
import { findRawAudio } from "../speech/decoders/raw.js";
import { readWavAudio } from "../speech/decoders/wav.js";
import { SpeechError } from "../speech/speech-error.js";
import { isSampleRate, MAX_CHANNELS } from "../speech/survey.js";
import {
  buildWavHead,
  interleaveSamples,
  SAMPLE_BYTES,
  WAV_HEAD_BYTES,
} from "../speech/wav-samples.js";

/** Decoding this much of a call takes a few milliseconds. */
const PIECE_SAMPLES = 8_000;
const MAX_WAV_BYTES = 2 ** 32 - 1;

/** The audio is decoded in independent pieces of this size, so that the bytes don't depend on where a reader starts. */
class Pieces {
  readonly #blocks: number;
  readonly #pieceBlocks: number;

  constructor(readonly audio: BlockAudio) {
    this.#blocks = Math.floor((audio.end - audio.start) / audio.blockBytes);
    this.#pieceBlocks = Math.max(1, Math.floor(PIECE_SAMPLES / audio.samplesPerBlock));
  }

  get #bytesPerBlock(): number {
    return this.audio.samplesPerBlock * this.audio.channelCount * SAMPLE_BYTES;
  }

  /** The bytes of all samples. */
  get bytes(): number {
    return this.#blocks * this.#bytesPerBlock;
  }

  get pieceBytes(): number {
    return this.#pieceBlocks * this.#bytesPerBlock;
  }

  /** Decodes a piece to its samples' bytes. */
  async decode(file: AudioFileReader, number: number): Promise<Buffer> {
    const { start, blockBytes, warmUpBlocks, samplesPerBlock, createDecoder } = this.audio;
    const first = number * this.#pieceBlocks;
    const last = Math.min(this.#blocks, first + this.#pieceBlocks);
    const warmUp = Math.min(first, warmUpBlocks);
    const from = start + (first - warmUp) * blockBytes;
    const blocks = await file.read(from, (last - first + warmUp) * blockBytes);
    return interleaveSamples(createDecoder()(blocks), warmUp * samplesPerBlock);
  }
}

interface WavFormDependencies {
  path: string;
  type: string;
  organizationId: string;
  /** The decoding slots. */
  decoding: FairShares;
}

async function* readBytes(
  { path, organizationId, decoding }: WavFormDependencies,
  pieces: Pieces,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  await using file = await AudioFileReader.open(path);
  if (start < WAV_HEAD_BYTES)
    yield buildWavHead(pieces.audio, pieces.bytes).subarray(start, end + 1);
  let position = Math.max(0, start - WAV_HEAD_BYTES);
  const stop = end + 1 - WAV_HEAD_BYTES;
  while (position < stop) {
    const number = Math.floor(position / pieces.pieceBytes);
    const pieceStart = number * pieces.pieceBytes;
    const piece = await decoding.run(organizationId, async () => {
      await yieldToEventLoop();
      return pieces.decode(file, number);
    });
    yield piece.subarray(position - pieceStart, stop - pieceStart);
    position = pieceStart + pieces.pieceBytes;
  }
}

const readAudio = async (path: string, type: string): Promise<BlockAudio | undefined> => {
  await using file = await AudioFileReader.open(path);
  try {
    return type === "audio/wav" ? await readWavAudio(file) : findRawAudio(type, file.size);
  } catch (error) {
    if (error instanceof SpeechError) return undefined;
    throw error;
  }
};

/**
 * Describes a file as a WAV file with 16-bit PCM, which every browser plays. It is decoded while it is read. Undefined
 * if the format's length isn't known in advance, or for implausible headers.
 */
export const openWavForm = async (parts: WavFormDependencies): Promise<MediaForm | undefined> => {
  const audio = await readAudio(parts.path, parts.type);
  // More channels would make a piece long.
  if (!audio || audio.channelCount > MAX_CHANNELS || !isSampleRate(audio.sampleRate))
    return undefined;
  const pieces = new Pieces(audio);
  const bytes = WAV_HEAD_BYTES + pieces.bytes;
  if (bytes > MAX_WAV_BYTES) return undefined;
  return {
    type: "audio/wav",
    bytes,
    read: (range = { start: 0, end: bytes - 1 }) =>
      Readable.from(readBytes(parts, pieces, range), { objectMode: false }),
  };
};
