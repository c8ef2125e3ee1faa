import type { AudioBlock } from "../audio-block.js";
import type { AudioPart, Codec, StreamHead } from "./audio-part.js";
import { createPacketDecoder, type PacketDecoder } from "./packet-decoder.js";

/** Audio, or a sign that some is missing. */
export type DecodedPart =
  | { kind: "audio"; block: AudioBlock; isDamaged: boolean }
  | { kind: "cut"; seconds: number }
  | { kind: "unread" };

/** Decoded at once: the shortest audio in which a damaged frame is named. */
const BATCH_SECONDS = 1;
const SILENT_BLOCK_SECONDS = 2;

/** After a gap, Vorbis would overlap with the wrong packet, and FLAC misses a frame. */
const RESTARTED = new Set<Codec>(["flac", "vorbis"]);

/** Decodes packets in batches, with silence for pauses and lost packets. */
class PartDecoder {
  #stream: StreamHead | undefined;
  #decoder: PacketDecoder | undefined;
  #batch: Buffer[] = [];
  #batchSeconds = 0;
  /** The form of the last block. */
  #form = { channelCount: 1, sampleRate: 0 };
  /** Silence before the first block, whose form isn't known yet. */
  #silence: { seconds: number; isDamaged: boolean }[] = [];

  async *push(part: AudioPart): AsyncGenerator<DecodedPart> {
    if (part.kind === "packet") {
      this.#batch.push(part.bytes);
      this.#batchSeconds += part.seconds;
      if (this.#batchSeconds >= BATCH_SECONDS) yield* this.flush();
      return;
    }
    yield* this.flush();
    if (part.kind === "stream") await this.#begin(part.stream);
    else if (part.kind === "cut" || part.kind === "unread") yield part;
    else {
      const isDamaged = part.kind === "lost";
      this.#silence.push({ seconds: Math.max(0, part.seconds), isDamaged });
      if (isDamaged && this.#stream && RESTARTED.has(this.#stream.codec))
        await this.#begin(this.#stream);
      if (this.#form.sampleRate > 0) yield* this.#takeSilence();
    }
  }

  async *flush(): AsyncGenerator<DecodedPart> {
    if (this.#batch.length === 0 || !this.#decoder) return;
    const { block, isDamaged } = await this.#decoder.decode(this.#batch);
    this.#batch = [];
    this.#batchSeconds = 0;
    if (!block) return;
    this.#form = { channelCount: block.channels.length, sampleRate: block.sampleRate };
    yield* this.#takeSilence();
    yield { kind: "audio", block, isDamaged };
  }

  free(): void {
    this.#decoder?.free();
    this.#decoder = undefined;
  }

  async #begin(stream: StreamHead): Promise<void> {
    this.free();
    this.#stream = stream;
    this.#decoder = await createPacketDecoder(stream);
  }

  *#takeSilence(): Generator<DecodedPart> {
    const { channelCount, sampleRate } = this.#form;
    for (const { seconds, isDamaged } of this.#silence.splice(0)) {
      let left = Math.round(seconds * sampleRate);
      do {
        const length = Math.min(left, SILENT_BLOCK_SECONDS * sampleRate);
        const channels = Array.from({ length: channelCount }, () => new Float32Array(length));
        yield { kind: "audio", block: { channels, sampleRate }, isDamaged };
        left -= length;
      } while (left > 0);
    }
  }
}

/** Decodes a container's parts. @throws SpeechError */
export const decodeParts = async function* (
  parts: AsyncIterable<AudioPart>,
): AsyncGenerator<DecodedPart> {
  const decoder = new PartDecoder();
  try {
    for await (const part of parts) yield* decoder.push(part);
    yield* decoder.flush();
  } finally {
    decoder.free();
  }
};
