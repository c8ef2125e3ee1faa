import { findRawType } from "./raw-formats.js";
import type { AudioBlock } from "./audio-block.js";
import type { AudioFileReader } from "./audio-file.js";
import { findAudio } from "./decoders/find-audio.js";
import { readParts } from "./decoders/read-parts.js";
import { type DecodedPart, decodeParts } from "./decoders/decode-parts.js";
import { SpeechError, unsupportedAudio } from "./speech-error.js";

/** Audio that is missing, in milliseconds from the start of the recording; `audio_left_out` has no time. */
export interface AudioGap {
  kind: "audio_damaged" | "audio_ended_early" | "audio_left_out";
  start: number;
  end: number;
}

/** Damaged parts closer than this are one. */
const JOINED_MS = 1_500;

const decodeFile = async function* (file: AudioFileReader): AsyncGenerator<DecodedPart> {
  if (findRawType([file.path]) !== undefined) {
    const { decodeRaw } = await import("./decoders/raw.js");
    for await (const block of decodeRaw(file)) yield { kind: "audio", block, isDamaged: false };
    return;
  }
  const found = await findAudio(file);
  if (!found)
    throw unsupportedAudio(
      "its format isn't supported; set the recorder to WAV, MP3, M4A with AAC, Ogg, FLAC or WebM",
    );
  const audio = file.from(found.start);
  const parts = await readParts(found.format, audio);
  if (parts) yield* decodeParts(parts);
  else yield* (await import("./decoders/wav.js")).decodeWav(audio);
};

/** Collects gaps; those without sound between them are one. */
class GapCollector {
  #last: AudioGap | undefined;

  constructor(readonly onGap: (gap: AudioGap) => void) {}

  add(gap: AudioGap): void {
    const last = this.#last;
    if (last?.kind === gap.kind && gap.start - last.end < JOINED_MS) {
      last.end = Math.max(last.end, gap.end);
      return;
    }
    this.finish();
    this.#last = gap;
  }

  finish(): void {
    if (this.#last) this.onGap(this.#last);
    this.#last = undefined;
  }
}

/**
 * Decodes a file as a stream of blocks of at most some seconds. Silence takes the place of damaged audio; `onGap`
 * receives its time, as well as that of an end that the file states but doesn't have.
 * @throws SpeechError if its format isn't supported, or nothing can be decoded
 */
export const decodeAudio = async function* (
  file: AudioFileReader,
  onGap: (gap: AudioGap) => void = () => {},
): AsyncGenerator<AudioBlock> {
  let seconds = 0;
  const gaps = new GapCollector(onGap);
  const addGap = (kind: AudioGap["kind"], length: number): void => {
    const start = Math.round(seconds * 1000);
    gaps.add({ kind, start, end: Math.round((seconds + length) * 1000) });
  };
  try {
    for await (const part of decodeFile(file)) {
      if (part.kind === "cut") {
        addGap("audio_ended_early", part.seconds);
        continue;
      }
      if (part.kind === "unread") {
        onGap({ kind: "audio_left_out", start: 0, end: 0 });
        continue;
      }
      const { block } = part;
      const length = (block.channels[0]?.length ?? 0) / block.sampleRate;
      if (part.isDamaged) addGap("audio_damaged", length);
      if (length > 0) yield block;
      seconds += length;
    }
  } catch (error) {
    // A disk error may be temporary.
    if ((error as NodeJS.ErrnoException).syscall) throw error;
    if (!(error instanceof SpeechError))
      throw new SpeechError("The recording's audio can't be read: it is damaged", { cause: error });
    throw error;
  } finally {
    gaps.finish();
  }
};
