import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { AudioSpan } from "../../graph/core/ports.js";
import { type DiskSpace, keepSpaceFree, readDiskSpace } from "../base/files/free-space.js";
import type { AudioBlock } from "./audio-block.js";
import { AudioFileReader } from "./audio-file.js";
import { decodeStored } from "./decode-stored.js";
import { SpeechError, unsupportedAudio } from "./speech-error.js";
import { isSampleRate, MAX_CHANNELS } from "./survey.js";
import { buildWavHead, interleaveSamples, WAV_HEAD_BYTES } from "./wav-samples.js";

const MAX_WAV_BYTES = 2 ** 32 - 1;

export interface WavRequest {
  source: string;
  /** The source's MIME type: decides if the content doesn't show the format. */
  type: string;
  /** A file that doesn't exist yet. */
  target: string;
  /** What is silent in the copy. */
  spans?: readonly AudioSpan[];
  /** The only part to copy; absent: all. */
  range?: AudioSpan;
  /** The largest copy; absent: the largest WAV file. */
  maxBytes?: number;
}

/** Sets the samples of a block, which begins at sample `first`, to zero in the spans. */
const silenceBlock = (
  { channels, sampleRate }: AudioBlock,
  first: number,
  spans: readonly AudioSpan[],
): void => {
  for (const { start, end } of spans) {
    const from = Math.floor((start / 1000) * sampleRate) - first;
    const to = Math.ceil((end / 1000) * sampleRate) - first;
    for (const samples of channels) samples.fill(0, Math.max(0, from), Math.max(0, to));
  }
};

/** Returns the part of a block, which begins at sample `first`, within the range; undefined without one. */
const cutBlock = (
  { channels, sampleRate }: AudioBlock,
  first: number,
  { start, end }: AudioSpan,
): Float32Array[] | undefined => {
  const from = Math.max(0, Math.round((start / 1000) * sampleRate) - first);
  const to = Math.min(channels[0]!.length, Math.round((end / 1000) * sampleRate) - first);
  return from < to ? channels.map((samples) => samples.subarray(from, to)) : undefined;
};

const WHOLE_FILE: AudioSpan = { start: 0, end: Number.MAX_SAFE_INTEGER };

/** The form of a file's audio, known after its first block. */
interface WavForm {
  channelCount: number;
  sampleRate: number;
}

/** Yields a file's audio in the range as 16-bit PCM, silent in the spans. Passes on its form. @throws SpeechError */
async function* copyBlocks(
  file: AudioFileReader,
  { type, spans = [], range = WHOLE_FILE }: Pick<WavRequest, "type" | "spans" | "range">,
  onForm: (form: WavForm) => void,
): AsyncGenerator<Buffer> {
  let form: WavForm | undefined;
  let samples = 0;
  for await (const block of decodeStored(file, type)) {
    const { sampleRate } = block;
    const channelCount = block.channels.length;
    if (!form) onForm((form = { channelCount, sampleRate }));
    if (channelCount > MAX_CHANNELS || !isSampleRate(sampleRate))
      throw unsupportedAudio("it has too many channels or an unusual sample rate");
    if (form.channelCount !== channelCount || form.sampleRate !== sampleRate)
      throw unsupportedAudio("its form changes midway");
    if ((samples / sampleRate) * 1000 >= range.end) return;
    silenceBlock(block, samples, spans);
    const channels = cutBlock(block, samples, range);
    if (channels) yield interleaveSamples(channels, 0);
    samples += block.channels[0]!.length;
  }
}

/** Writes all of the data: a write to a disk that is almost full may store a part, without an error. */
const writeAll = async (output: FileHandle, data: Uint8Array, position: number): Promise<void> => {
  for (let at = 0; at < data.length;)
    at += (await output.write(data, at, data.length - at, position + at)).bytesWritten;
};

/**
 * Writes a file's audio, or a part of it, as WAV with 16-bit PCM, silent in the spans, in every channel. The target
 * contains nothing else from the source. Returns its size.
 * @throws SpeechError if the file can't be decoded to the end of the part, has no sound there, or is too long for a WAV
 * file; UNAVAILABLE if the disk is almost full
 */
export const writeWav = async (
  request: WavRequest,
  readSpace = async (): Promise<DiskSpace> => readDiskSpace(dirname(request.target)),
): Promise<number> => {
  await using file = await AudioFileReader.open(request.source);
  await using output = await open(request.target, "wx", 0o600);
  const { maxBytes = MAX_WAV_BYTES } = request;
  let form: WavForm | undefined;
  let bytes = WAV_HEAD_BYTES;
  const blocks = copyBlocks(file, request, (found) => (form = found));
  for await (const data of keepSpaceFree(blocks, readSpace)) {
    await writeAll(output, data, bytes);
    bytes += data.length;
    if (bytes > maxBytes) throw new SpeechError("The audio is too long for a WAV file");
  }
  if (!form || bytes === WAV_HEAD_BYTES) throw unsupportedAudio("it has no sound");
  await writeAll(output, buildWavHead(form, bytes - WAV_HEAD_BYTES), 0);
  await output.sync();
  return bytes;
};
