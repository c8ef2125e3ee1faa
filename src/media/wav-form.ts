import { Readable } from "node:stream";
import type { FairShares } from "../../db/engine/fair-shares.js";
import type { MediaForm } from "../../graph/core/ports.js";
import { yieldToEventLoop } from "../../graph/turns/yield-to-event-loop.js";
import { AudioFileReader } from "../speech/audio-file.js";
import type { BlockAudio } from "../speech/decoders/block-audio.js";
import { findRawAudio } from "../speech/decoders/raw.js";
import { listWavFiles } from "../speech/decoders/wav.js";
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
/** More are left out: looking for each takes a read. */
const MAX_PARTS = 1_000;
const MAX_WAV_BYTES = 2 ** 32 - 1;

/** A part of a file with one format: all of it, a chunk of samples, or one of several joined WAV files. */
interface WavPart {
  audio: BlockAudio;
  /** Where the part's own positions begin in the file. */
  offset: number;
}

/** The audio is decoded in independent pieces of this size, so that the bytes don't depend on where a reader starts. */
class Pieces {
  readonly #blocks: number;
  readonly #pieceBlocks: number;

  /** `first`: the part whose rate and channels all have. A part with others is silent, and keeps its time. */
  constructor(
    readonly part: WavPart,
    readonly first: BlockAudio,
  ) {
    const { audio } = part;
    this.#blocks = Math.floor((audio.end - audio.start) / audio.blockBytes);
    this.#pieceBlocks = Math.max(1, Math.floor(PIECE_SAMPLES / audio.samplesPerBlock));
  }

  get #isSilent(): boolean {
    const { channelCount, sampleRate } = this.part.audio;
    return channelCount !== this.first.channelCount || sampleRate !== this.first.sampleRate;
  }

  #toBytes(blocks: number): number {
    const { samplesPerBlock, sampleRate } = this.part.audio;
    const samples = Math.round((blocks * samplesPerBlock * this.first.sampleRate) / sampleRate);
    return samples * this.first.channelCount * SAMPLE_BYTES;
  }

  /** The bytes of all samples. */
  get bytes(): number {
    return this.#toBytes(this.#blocks);
  }

  get pieceBytes(): number {
    return this.#toBytes(this.#pieceBlocks);
  }

  /** Decodes a piece to its samples' bytes. */
  async decode(file: AudioFileReader, number: number): Promise<Buffer> {
    const { audio, offset } = this.part;
    if (this.#isSilent)
      return Buffer.alloc(Math.min(this.pieceBytes, this.bytes - number * this.pieceBytes));
    const { start, blockBytes, warmUpBlocks, samplesPerBlock, createDecoder } = audio;
    const first = number * this.#pieceBlocks;
    const last = Math.min(this.#blocks, first + this.#pieceBlocks);
    const warmUp = Math.min(first, warmUpBlocks);
    const from = start + (first - warmUp) * blockBytes;
    const blocks = await file.from(offset).read(from, (last - first + warmUp) * blockBytes);
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

/** The parts of a file, as the bytes of one WAV file. */
interface WavLayout {
  first: BlockAudio;
  parts: Pieces[];
  /** Of all samples. */
  bytes: number;
}

async function* readBytes(
  { path, organizationId, decoding }: WavFormDependencies,
  { first, parts, bytes }: WavLayout,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  await using file = await AudioFileReader.open(path);
  if (start < WAV_HEAD_BYTES) yield buildWavHead(first, bytes).subarray(start, end + 1);
  let position = Math.max(0, start - WAV_HEAD_BYTES);
  const stop = end + 1 - WAV_HEAD_BYTES;
  let partStart = 0;
  for (const pieces of parts) {
    const partEnd = partStart + pieces.bytes;
    while (position < Math.min(stop, partEnd)) {
      const number = Math.floor((position - partStart) / pieces.pieceBytes);
      const pieceStart = partStart + number * pieces.pieceBytes;
      const piece = await decoding.run(organizationId, async () => {
        await yieldToEventLoop();
        return pieces.decode(file, number);
      });
      yield piece.subarray(position - pieceStart, stop - pieceStart);
      position = Math.min(partEnd, pieceStart + pieces.pieceBytes);
    }
    partStart = partEnd;
  }
}

/** More channels would make a piece long. */
const isPlausible = ({ channelCount, sampleRate }: BlockAudio): boolean =>
  channelCount <= MAX_CHANNELS && isSampleRate(sampleRate);

/** Lists the parts up to the first that can't be read. */
const listParts = async (path: string, type: string): Promise<WavPart[]> => {
  const parts: WavPart[] = [];
  await using file = await AudioFileReader.open(path);
  try {
    const raw = type === "audio/wav" ? undefined : findRawAudio(type, file.size);
    if (raw) return [{ audio: raw, offset: 0 }];
    if (type !== "audio/wav") return [];
    for await (const part of listWavFiles(file)) {
      if (!isPlausible(part.audio) || parts.length === MAX_PARTS) break;
      parts.push({ audio: part.audio, offset: part.file.offset });
    }
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error;
  }
  return parts;
};

/**
 * Describes a file as a WAV file with 16-bit PCM, which every browser plays: also WAV files that are joined, and several
 * chunks of samples. It is decoded while it is read. Undefined if the format's length isn't known in advance, or for
 * implausible headers.
 */
export const openWavForm = async (
  dependencies: WavFormDependencies,
): Promise<MediaForm | undefined> => {
  const found = await listParts(dependencies.path, dependencies.type);
  const first = found[0]?.audio;
  if (!first || !isPlausible(first)) return undefined;
  const parts = found.map((part) => new Pieces(part, first));
  const sampleBytes = parts.reduce((total, part) => total + part.bytes, 0);
  const bytes = WAV_HEAD_BYTES + sampleBytes;
  if (bytes > MAX_WAV_BYTES) return undefined;
  const layout = { first, parts, bytes: sampleBytes };
  return {
    type: "audio/wav",
    bytes,
    read: (range = { start: 0, end: bytes - 1 }) =>
      Readable.from(readBytes(dependencies, layout, range), { objectMode: false }),
  };
};
