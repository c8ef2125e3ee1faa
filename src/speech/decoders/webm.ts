import type { AudioBlock } from "../audio-block.js";
import type { AudioFileReader } from "../audio-file.js";
import { unsupportedAudio } from "../speech-error.js";
import { parseAacFormat } from "./aac-decoder.js";
import { decodeAacFrames } from "./aac-stream.js";
import { type Element, readElements, readVariable } from "./ebml.js";
import { decodeOpusPackets } from "./opus-stream.js";

const Id = {
  segment: 0x18_53_80_67,
  cluster: 0x1f_43_b6_75,
  tracks: 0x16_54_ae_6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  codecPrivate: 0x63_a2,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const;
const AUDIO = 2;
const MAX_FIELD_BYTES = 64 * 1024;
const MAX_BLOCK_BYTES = 1024 ** 2;
const LACING_BITS = 0x06;

interface Track {
  number: number;
  type: number;
  codec: string;
  config: Buffer;
}

const readTrack = async (file: AudioFileReader, { start, end }: Element): Promise<Track> => {
  const track: Track = { number: 0, type: 0, codec: "", config: Buffer.alloc(0) };
  for await (const field of readElements(file, start, end)) {
    const bytes = await file.read(field.start, Math.min(MAX_FIELD_BYTES, field.end - field.start));
    const number = bytes.length > 0 && bytes.length <= 6 ? bytes.readUIntBE(0, bytes.length) : 0;
    if (field.id === Id.trackNumber) track.number = number;
    else if (field.id === Id.trackType) track.type = number;
    else if (field.id === Id.codec) track.codec = bytes.toString("latin1");
    else if (field.id === Id.codecPrivate) track.config = bytes;
  }
  return track;
};

/** Yields the elements of these kinds, also within those that contain them, in the order of the file. */
const findElements = async function* (
  file: AudioFileReader,
  ids: readonly number[],
  parents: readonly number[],
  { start, end }: Pick<Element, "start" | "end"> = { start: 0, end: file.size },
): AsyncGenerator<Element> {
  for await (const element of readElements(file, start, end)) {
    if (ids.includes(element.id)) yield element;
    else if (parents.includes(element.id)) yield* findElements(file, ids, parents, element);
  }
};

const findTrack = async (file: AudioFileReader): Promise<Track | undefined> => {
  for await (const element of findElements(file, [Id.track], [Id.segment, Id.tracks])) {
    const track = await readTrack(file, element);
    if (track.type === AUDIO) return track;
  }
};

/**
 * Yields the frames of a track. Recorders write clusters of unknown length, so a cluster may seem to contain the next
 * one.
 */
const readFrames = async function* (file: AudioFileReader, track: number): AsyncGenerator<Buffer> {
  const blocks = findElements(
    file,
    [Id.block, Id.simpleBlock],
    [Id.segment, Id.cluster, Id.blockGroup],
  );
  for await (const { start, end } of blocks) {
    const bytes = await file.read(start, Math.min(MAX_BLOCK_BYTES, end - start));
    const { value, length } = readVariable(bytes, 0, false);
    if (value !== track) continue;
    // A two-byte time precedes the flags.
    if (bytes[length + 2]! & LACING_BITS) throw unsupportedAudio("its frames are laced");
    yield bytes.subarray(length + 3);
  }
};

/** Decodes the first audio track of WebM and Matroska: Opus or AAC. */
export const decodeWebm = async function* (file: AudioFileReader): AsyncGenerator<AudioBlock> {
  const track = await findTrack(file);
  if (!track) throw unsupportedAudio("it has no audio track");
  const frames = readFrames(file, track.number);
  if (track.codec === "A_OPUS") yield* decodeOpusPackets(track.config, frames);
  else if (track.codec === "A_AAC") yield* decodeAacFrames(parseAacFormat(track.config), frames);
  else throw unsupportedAudio("its WebM codec isn't Opus or AAC");
};
