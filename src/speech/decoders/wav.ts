import type { AudioFileReader } from "../audio-file.js";
import { GsmDecoder } from "../codecs/gsm.js";
import { unsupportedAudio } from "../speech-error.js";
import { decodeImaBlock, decodeMsBlock } from "./adpcm.js";
import { ALAW_SAMPLES, decodeCodes, ULAW_SAMPLES } from "./g711.js";
import {
  type BlockAudio,
  type BlockCoding,
  type DecodeBlocks,
  decodeBlockAudio,
  decodeIntegers,
  toBlockSeconds,
} from "./block-audio.js";
import type { DecodedPart } from "./decode-parts.js";
import { findAudio } from "./find-audio.js";
import { decodePcm, isPcmReadable } from "./pcm.js";
import { skipTags } from "./tags.js";

const Format = {
  pcm: 1,
  msAdpcm: 2,
  float: 3,
  alaw: 6,
  ulaw: 7,
  ima: 0x11,
  gsm: 0x31,
  mpeg: 0x50,
  mp3: 0x55,
} as const;
const EXTENSIBLE = 0xfffe;
/** RIFF needs two, and real files have about ten. */
const MAX_PARTS = 1_000;
const MAX_FORMAT_BYTES = 1_024;

interface WavFormat {
  code: number;
  channelCount: number;
  sampleRate: number;
  blockBytes: number;
  bits: number;
  samplesPerBlock: number;
}

const parseFormat = (bytes: Buffer): WavFormat => {
  if (bytes.length < 16) throw unsupportedAudio("the WAV file is damaged");
  const declared = bytes.readUInt16LE(0);
  const code = declared === EXTENSIBLE && bytes.length >= 26 ? bytes.readUInt16LE(24) : declared;
  const format = {
    code,
    channelCount: bytes.readUInt16LE(2),
    sampleRate: bytes.readUInt32LE(4),
    // Some recorders leave it at 0, but state the bits of a sample.
    blockBytes:
      bytes.readUInt16LE(12) || bytes.readUInt16LE(2) * Math.ceil(bytes.readUInt16LE(14) / 8),
    bits: bytes.readUInt16LE(14),
    samplesPerBlock: bytes.length >= 20 ? bytes.readUInt16LE(18) : 0,
  };
  if (format.channelCount === 0 || format.blockBytes === 0)
    throw unsupportedAudio("the WAV file is damaged");
  return format;
};

/** Sizes from here on are those of a recorder that never learned the real one. */
const OPEN_BYTES = 0x7fff_0000;
/** The 64-bit sizes of RF64, after the chunk's head: of the file, then of the samples. */
const LONG_SIZE_POSITION = 8;

const CHUNK_NAME = /^[\w ]{4}$/;

/** Returns whether a chunk begins at a position, or the file ends there. */
const isChunk = async (file: AudioFileReader, position: number): Promise<boolean> => {
  // Some bytes less than a chunk's head are no samples either.
  if (position + 8 > file.size) return true;
  const head = await file.read(position, 8);
  return (
    CHUNK_NAME.test(head.toString("latin1", 0, 4)) &&
    position + 8 + head.readUInt32LE(4) <= file.size + 1
  );
};

/** Returns where the chunk after one of `bytes` bytes may begin. Some writers don't pad a chunk of odd length. */
const findChunkEnd = async (
  file: AudioFileReader,
  start: number,
  bytes: number,
): Promise<number> => {
  const end = start + bytes;
  return bytes % 2 === 1 && (await isChunk(file, end + 1)) ? end + 1 : end;
};

/** The samples' bytes in the file, and those that the header states beyond the end of the file. */
interface SamplePlace {
  start: number;
  end: number;
  missingBytes: number;
}

/** Finds where samples end that begin at `start`. In a cut or growing file, or after a wrong size, at its end. */
const findSampleEnd = async (
  file: AudioFileReader,
  start: number,
  bytes: number,
): Promise<SamplePlace> => {
  const isOpen = bytes === 0 || bytes >= OPEN_BYTES;
  const end = start + bytes;
  if (end > file.size) return { start, end: file.size, missingBytes: isOpen ? 0 : end - file.size };
  if (end === file.size || bytes >= OPEN_BYTES) return { start, end, missingBytes: 0 };
  const isRight =
    (await isChunk(file, end + (end & 1))) ||
    (await isChunk(file, end)) ||
    (await isFileStart(file, end));
  return { start, end: isRight && bytes > 0 ? end : file.size, missingBytes: 0 };
};

/** Returns whether another file with audio begins at a position, such as an MP3 that was joined to a WAV. */
const isFileStart = async (file: AudioFileReader, position: number): Promise<boolean> => {
  const rest = file.from(position);
  const found = await findAudio(rest);
  return found !== undefined && found.start === (await skipTags(rest));
};

/** Finds the format and the samples. */
const readLayout = async (file: AudioFileReader): Promise<SamplePlace & { format: WavFormat }> => {
  let format: WavFormat | undefined;
  let samples: SamplePlace | undefined;
  let longSize: number | undefined;
  let position = 12;
  for (let part = 0; part < MAX_PARTS && position + 8 <= file.size; part += 1) {
    const head = await file.read(position, 8);
    const name = head.toString("latin1", 0, 4);
    const bytes = head.readUInt32LE(4);
    const start = position + 8;
    if (name === "ds64" && bytes >= LONG_SIZE_POSITION + 8)
      longSize = Number((await file.read(start, 16)).readBigUInt64LE(LONG_SIZE_POSITION));
    if (name === "fmt ")
      format = parseFormat(await file.read(start, Math.min(bytes, MAX_FORMAT_BYTES)));
    if (name === "data")
      samples ??= await findSampleEnd(
        file,
        start,
        bytes === 0xffff_ffff ? (longSize ?? bytes) : bytes,
      );
    if (format && samples) return { format, ...samples };
    position = await findChunkEnd(file, start, bytes);
  }
  throw unsupportedAudio("the WAV file is damaged");
};

/** Ten frames, 0.2 s: a decoder of GSM remembers the last 120 samples. */
const GSM_WARM_UP_BLOCKS = 5;

const createBlockDecoder = (
  decodeBlock: typeof decodeImaBlock,
  { channelCount, blockBytes }: WavFormat,
  samplesPerBlock: number,
): DecodeBlocks => {
  const layout = { channelCount, blockBytes, samplesPerBlock };
  return (chunk) => {
    const count = Math.floor(chunk.length / blockBytes);
    const channels = Array.from(
      { length: channelCount },
      () => new Float32Array(count * samplesPerBlock),
    );
    for (let number = 0; number < count; number += 1) {
      const block = chunk.subarray(number * blockBytes, (number + 1) * blockBytes);
      decodeBlock(block, layout, channels, number * samplesPerBlock);
    }
    return channels;
  };
};

/** Describes blocks that don't depend on earlier blocks. */
const independent = (
  blockBytes: number,
  samplesPerBlock: number,
  createDecoder: () => DecodeBlocks,
): BlockCoding => ({ blockBytes, samplesPerBlock, warmUpBlocks: 0, createDecoder });

const findCoding = (format: WavFormat): BlockCoding => {
  const { code, channelCount, blockBytes } = format;
  const bytesPerChannel = Math.floor(blockBytes / channelCount);
  const isFloat = code === Format.float;
  const codeTable = (table: Float32Array): BlockCoding =>
    independent(channelCount, 1, () => decodeCodes(table, channelCount));
  const codeAdpcm = (decodeBlock: typeof decodeImaBlock, samples: number): BlockCoding =>
    independent(blockBytes, samples, () => createBlockDecoder(decodeBlock, format, samples));
  switch (code) {
    case Format.pcm:
    case Format.float:
      if (!isPcmReadable(bytesPerChannel, isFloat)) break;
      return independent(
        channelCount * bytesPerChannel,
        1,
        () => (blocks) => decodePcm(blocks, { channelCount, bytesPerChannel, isFloat }),
      );
    case Format.ulaw:
      return codeTable(ULAW_SAMPLES);
    case Format.alaw:
      return codeTable(ALAW_SAMPLES);
    case Format.ima:
      if (bytesPerChannel <= 4) break;
      return codeAdpcm(decodeImaBlock, 1 + Math.floor((bytesPerChannel - 4) / 4) * 8);
    case Format.msAdpcm:
      if (bytesPerChannel <= 7) break;
      return codeAdpcm(decodeMsBlock, 2 + (bytesPerChannel - 7) * 2);
    case Format.gsm:
      if (channelCount !== 1 || blockBytes !== 65) break;
      return {
        blockBytes,
        samplesPerBlock: 320,
        warmUpBlocks: GSM_WARM_UP_BLOCKS,
        createDecoder: () => decodeIntegers(new GsmDecoder("wav")),
      };
  }
  throw unsupportedAudio(`WAV format ${code} isn't supported`);
};

/**
 * Reads the header of a WAV file: PCM, float, µ-law, A-law, GSM 06.10 or a common kind of ADPCM. @throws SpeechError
 */
const readWavAudio = async (file: AudioFileReader): Promise<BlockAudio> => {
  const { format, start, end, missingBytes } = await readLayout(file);
  const { channelCount, sampleRate } = format;
  return { ...findCoding(format), channelCount, sampleRate, start, end, missingBytes };
};

/** Finds the MP3 in a WAV file; undefined if it has another format. @throws SpeechError */
export const findWavMp3 = async (
  file: AudioFileReader,
): Promise<{ start: number; end: number } | undefined> => {
  const { format, start, end } = await readLayout(file);
  return format.code === Format.mp3 || format.code === Format.mpeg ? { start, end } : undefined;
};

/** Yields the samples of a file: its chunks of them, and the WAV files that follow. @throws SpeechError */
export const listWavFiles = async function* (
  file: AudioFileReader,
): AsyncGenerator<{ file: AudioFileReader; audio: BlockAudio }> {
  let part = file;
  let audio = await readWavAudio(part);
  for (;;) {
    yield { file: part, audio };
    const next = await findNext(part, audio.end);
    if (next === undefined) return;
    if (next.bytes === undefined) {
      part = part.from(next.start);
      audio = await readWavAudio(part);
    } else audio = { ...audio, ...(await findSampleEnd(part, next.start, next.bytes)) };
  }
};

/** Finds a further chunk of samples, or a WAV file, after `end`; undefined if there is none. */
const findNext = async (
  file: AudioFileReader,
  end: number,
): Promise<{ start: number; bytes?: number } | undefined> => {
  let position = end + (end & 1);
  for (let part = 0; part < MAX_PARTS && position + 8 <= file.size; part += 1) {
    const head = await file.read(position, 12);
    const text = head.toString("latin1");
    const bytes = head.readUInt32LE(4);
    if (/^(?:RIFF|RF64|BW64)/.test(text) && text.endsWith("WAVE")) return { start: position };
    if (text.startsWith("data") && bytes > 0) return { start: position + 8, bytes };
    if (!CHUNK_NAME.test(text.slice(0, 4))) return undefined;
    position = await findChunkEnd(file, position + 8, bytes);
  }
  return undefined;
};

/** Decodes a WAV file, also several one after the other. @throws SpeechError */
export const decodeWav = async function* (file: AudioFileReader): AsyncGenerator<DecodedPart> {
  let isFollowed = false;
  for await (const { file: part, audio } of listWavFiles(file)) {
    isFollowed = await isFileStart(part, audio.end);
    for await (const block of decodeBlockAudio(part, audio))
      yield { kind: "audio", block, isDamaged: false };
    const seconds = toBlockSeconds(audio, audio.missingBytes);
    if (seconds > 0) yield { kind: "cut", seconds };
  }
  if (isFollowed) yield { kind: "unread" };
};
