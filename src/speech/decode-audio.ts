import { findRawType } from "./raw-formats.js";
import type { AudioBlock } from "./audio-block.js";
import type { AudioFileReader } from "./audio-file.js";
import { SpeechError, unsupportedAudio } from "./speech-error.js";

type Decode = (file: AudioFileReader) => AsyncGenerator<AudioBlock>;

/** How much of a file is enough to detect its format. */
const HEAD_BYTES = 64;

const text = (head: Buffer, at: number, length: number): string =>
  head.toString("latin1", at, at + length);

/** Finds a file's decoder. Each is loaded when a file needs it. */
const findDecoder = async (path: string, head: Buffer): Promise<Decode | undefined> => {
  if (findRawType([path]) !== undefined) return (await import("./decoders/raw.js")).decodeRaw;
  const name = text(head, 0, 4);
  if ((name === "RIFF" || name === "RF64") && text(head, 8, 4) === "WAVE")
    return (await import("./decoders/wav.js")).decodeWav;
  if (name === "OggS") return (await import("./decoders/ogg.js")).decodeOgg;
  if (name === "fLaC") return (await import("./decoders/flac.js")).decodeFlac;
  if (text(head, 4, 4) === "ftyp" || text(head, 4, 4) === "moov")
    return (await import("./decoders/mp4.js")).decodeMp4;
  if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45_dfa3)
    return (await import("./decoders/webm.js")).decodeWebm;
  // Layer 0 of MPEG audio is AAC.
  if (head[0] === 0xff && (head[1]! & 0xf6) === 0xf0)
    return (await import("./decoders/adts.js")).decodeAdts;
  if (name.startsWith("ID3") || (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0))
    return (await import("./decoders/mp3.js")).decodeMp3;
  return undefined;
};

/**
 * Decodes a file as a stream of blocks of at most some seconds.
 * @throws SpeechError if its format isn't supported, or it is damaged
 */
export const decodeAudio = async function* (file: AudioFileReader): AsyncGenerator<AudioBlock> {
  const decode = await findDecoder(file.path, await file.read(0, HEAD_BYTES));
  if (!decode) throw unsupportedAudio("its format isn't supported");
  try {
    for await (const block of decode(file)) if (block.channels[0]?.length) yield block;
  } catch (error) {
    // A disk error may be temporary.
    if (error instanceof SpeechError || (error as NodeJS.ErrnoException).syscall) throw error;
    throw new SpeechError("The recording's audio can't be read: it is damaged", { cause: error });
  }
};
