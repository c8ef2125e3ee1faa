import type { AudioBlock } from "../audio-block.js";
import type { AudioFileReader } from "../audio-file.js";
import { unsupportedAudio } from "../speech-error.js";

const PAGE_HEAD_BYTES = 27;
const MAX_SEGMENTS = 255;
const CAPTURE = "OggS";

/** Yields the packets of the file's first stream. */
const readPackets = async function* (file: AudioFileReader): AsyncGenerator<Buffer> {
  let position = 0;
  let serial: number | undefined;
  let parts: Buffer[] = [];
  while (position + PAGE_HEAD_BYTES <= file.size) {
    const head = await file.read(position, PAGE_HEAD_BYTES + MAX_SEGMENTS);
    if (head.toString("latin1", 0, 4) !== CAPTURE)
      throw unsupportedAudio("the Ogg file is damaged");
    const lengths = head.subarray(PAGE_HEAD_BYTES, PAGE_HEAD_BYTES + head[26]!);
    const bodyStart = position + PAGE_HEAD_BYTES + lengths.length;
    const bodyLength = lengths.reduce((sum, length) => sum + length, 0);
    position = bodyStart + bodyLength;
    serial ??= head.readUInt32LE(14);
    if (head.readUInt32LE(14) !== serial) continue;
    const body = await file.read(bodyStart, bodyLength);
    let at = 0;
    for (const length of lengths) {
      parts.push(body.subarray(at, at + length));
      at += length;
      // A packet ends with a segment that isn't full.
      if (length === MAX_SEGMENTS) continue;
      yield Buffer.concat(parts);
      parts = [];
    }
  }
};

const decodeOpus = async function* (
  head: Buffer,
  packets: AsyncGenerator<Buffer>,
): AsyncGenerator<AudioBlock> {
  const { decodeOpusPackets } = await import("./opus-stream.js");
  // The comments.
  await packets.next();
  yield* decodeOpusPackets(head, packets);
};

/** Decodes Ogg with Opus, Vorbis or FLAC. */
export const decodeOgg = async function* (file: AudioFileReader): AsyncGenerator<AudioBlock> {
  const packets = readPackets(file);
  const { value: first } = (await packets.next()) as { value: Buffer | undefined };
  const name = first?.toString("latin1", 0, 8) ?? "";
  if (name === "OpusHead") yield* decodeOpus(first!, packets);
  else if (name.slice(1, 7) === "vorbis") yield* (await import("./vorbis.js")).decodeVorbis(file);
  else if (name.slice(1, 5) === "FLAC") yield* (await import("./flac.js")).decodeFlac(file);
  else throw unsupportedAudio("its Ogg codec isn't Opus, Vorbis or FLAC");
};
