import type { AudioBlock } from "../audio-block.js";
import type { AudioFileReader } from "../audio-file.js";
import { unsupportedAudio } from "../speech-error.js";
import { parseAacFormat } from "./aac-decoder.js";
import { decodeAacFrames } from "./aac-stream.js";
import { findBox, listBoxes, readBoxPositions } from "./mp4-boxes.js";
import { listSamples, readFragment, type SamplePosition } from "./mp4-samples.js";

/** Longer samples aren't audio frames. */
const MAX_SAMPLE_BYTES = 256 * 1024;
/** The head of an audio entry, by QuickTime's version of it. */
const ENTRY_BYTES = [28, 44, 64];
const DECODER_CONFIG = 4;
const DECODER_SPECIFIC = 5;
/** MPEG-4 AAC, and MPEG-2 AAC's low complexity profile. */
const AAC_TYPES = new Set([0x40, 0x67]);

interface Track {
  id: number;
  codec: string;
  /** The content of the codec's entry. */
  entry: Buffer;
  sampleTable: Buffer;
}

const findTrack = (moov: Buffer): Track | undefined => {
  for (const { name, content } of listBoxes(moov)) {
    const handler = name === "trak" ? findBox(content, "mdia", "hdlr") : undefined;
    if (handler?.toString("latin1", 8, 12) !== "soun") continue;
    const sampleTable = findBox(content, "mdia", "minf", "stbl");
    const header = findBox(content, "tkhd");
    const descriptions = sampleTable && findBox(sampleTable, "stsd");
    const entry = descriptions && listBoxes(descriptions, 8)[0];
    if (!entry || !header) continue;
    const id = header.readUInt32BE(header[0] === 1 ? 20 : 12);
    return { id, codec: entry.name, entry: entry.content, sampleTable };
  }
};

/** Finds a descriptor's content in an esds box. A length has seven bits per byte. */
const findDescriptor = (bytes: Buffer, wanted: number): Buffer | undefined => {
  for (let at = 0; at + 2 <= bytes.length;) {
    const tag = bytes[at]!;
    let length = 0;
    let byte: number;
    do {
      at += 1;
      byte = bytes[at] ?? 0;
      length = (length << 7) | (byte & 0x7f);
    } while (byte & 0x80);
    const content = bytes.subarray(at + 1, at + 1 + length);
    if (tag === wanted) return content;
    at += 1 + length;
  }
};

const findAacConfig = (entry: Buffer): Buffer => {
  const boxes = listBoxes(entry, ENTRY_BYTES[entry.readUInt16BE(8)] ?? entry.length);
  const inner = boxes.find(({ name }) => name === "wave");
  const esds = [...boxes, ...(inner ? listBoxes(inner.content) : [])].find(
    ({ name }) => name === "esds",
  );
  // An id and flags precede the stream's descriptors; 13 bytes precede the decoder's.
  const stream = esds && findDescriptor(esds.content.subarray(4), 3);
  const decoder = stream && findDescriptor(stream.subarray(3), DECODER_CONFIG);
  const config = decoder && findDescriptor(decoder.subarray(13), DECODER_SPECIFIC);
  if (!config || !AAC_TYPES.has(decoder[0]!)) throw unsupportedAudio("its codec isn't AAC");
  return config;
};

/** Reads the samples listed in the moov box, then those in fragments. */
const readSamples = async function* (
  file: AudioFileReader,
  moov: Buffer,
  track: Track,
): AsyncGenerator<Buffer> {
  const read = async ({ position, length }: SamplePosition): Promise<Buffer> =>
    file.read(position, Math.min(length, MAX_SAMPLE_BYTES));
  for (const place of listSamples(track.sampleTable)) yield read(place);
  const defaults = findBox(moov, "mvex", "trex");
  if (!defaults) return;
  const defaultSize = defaults.readUInt32BE(16);
  for await (const place of readBoxPositions(file)) {
    if (place.name !== "moof") continue;
    for await (const sample of readFragment(file, place, { id: track.id, defaultSize }))
      yield read(sample);
  }
};

/** Decodes the first audio track of MP4 and M4A, with or without fragments: AAC. */
export const decodeMp4 = async function* (file: AudioFileReader): AsyncGenerator<AudioBlock> {
  for await (const { name, contentStart, end } of readBoxPositions(file)) {
    if (name !== "moov") continue;
    const moov = await file.read(contentStart, end - contentStart);
    const track = findTrack(moov);
    if (track?.codec !== "mp4a") throw unsupportedAudio("it has no track of AAC");
    const format = parseAacFormat(findAacConfig(track.entry));
    yield* decodeAacFrames(format, readSamples(file, moov, track));
    return;
  }
  throw unsupportedAudio("the MP4 file is damaged");
};
