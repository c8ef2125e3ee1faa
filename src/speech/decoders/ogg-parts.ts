import type { AudioFileReader } from "../audio-file.js";
import { unsupportedAudio } from "../speech-error.js";
import type { AudioPart } from "./audio-part.js";
import { findOggCodec, type OggCodec } from "./ogg-codecs.js";
import { type OggPage, readOggPages } from "./ogg-pages.js";
import { Timeline } from "./timeline.js";

/** Reads the packets of one stream, of its pages. */
class OggStream {
  readonly #timeline = new Timeline();
  readonly #heads: Buffer[] = [];
  #counter: ReturnType<OggCodec["createCounter"]> | undefined;
  #pieces: Buffer[] = [];
  #endGranule = 0;
  /** Whether what the decoder needs is damaged. */
  #isUnreadable = false;

  constructor(
    readonly serial: number,
    readonly codec: OggCodec,
  ) {}

  /** Whether its headers were read. */
  get hasBegun(): boolean {
    return this.#counter !== undefined;
  }

  addLostBytes(bytes: number): void {
    this.#timeline.addLostBytes(bytes);
    this.#counter?.reset();
    this.#pieces = [];
  }

  /** Yields what a page completes. */
  *push(page: OggPage): Generator<AudioPart> {
    if (this.#isUnreadable) return;
    if (!page.isContinued) this.#pieces = [];
    // The rest of a packet whose beginning is lost.
    let isRest = page.isContinued && this.#pieces.length === 0;
    const packets: Buffer[] = [];
    for (const { bytes, isEnd } of page.pieces) {
      if (!isRest) this.#pieces.push(bytes);
      if (isEnd && !isRest) packets.push(this.#take());
      if (isEnd) isRest = false;
    }
    yield* this.#readPackets(packets, page);
  }

  #take(): Buffer {
    const packet = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return packet;
  }

  *#readPackets(packets: readonly Buffer[], { granule, isLast }: OggPage): Generator<AudioPart> {
    const audio: { bytes: Buffer; samples: number }[] = [];
    for (const bytes of packets) {
      if (this.#isUnreadable) return;
      if (!this.#counter && this.#isHead(bytes)) {
        if (this.#heads.length === 0 || this.codec.headPackets !== undefined)
          this.#heads.push(bytes);
        if (this.#heads.length === this.codec.headPackets) yield* this.#begin();
        continue;
      }
      if (!this.#counter) yield* this.#begin();
      const samples = this.#counter?.count(bytes);
      if (samples !== undefined) audio.push({ bytes, samples });
    }
    const { sampleRate } = this.codec;
    const total = audio.reduce((sum, { samples }) => sum + samples, 0);
    // The last page's granule may end within its last packet.
    const isTrimmed = isLast && granule !== undefined && granule < this.#endGranule + total;
    let at =
      granule === undefined || granule <= 0
        ? undefined
        : (isTrimmed ? this.#endGranule : granule - total) / sampleRate;
    for (const { bytes, samples } of audio) {
      const seconds = samples / sampleRate;
      yield* this.#timeline.add(at, seconds);
      yield { kind: "packet", bytes, seconds };
      if (at !== undefined) at += seconds;
    }
    if (isTrimmed && total > 0)
      yield { kind: "pause", seconds: (granule - this.#endGranule - total) / sampleRate };
    if (granule !== undefined && granule > 0) this.#endGranule = granule;
    else this.#endGranule += total;
  }

  #isHead(bytes: Buffer): boolean {
    const { headPackets } = this.codec;
    if (headPackets === undefined) return this.#heads.length === 0 || this.codec.isHead(bytes);
    // Pages with tags may be lost.
    return this.#heads.length < headPackets && this.codec.isHead(bytes);
  }

  #begin(): AudioPart[] {
    const { codec, sampleRate, skippedSamples, buildConfig, createCounter } = this.codec;
    if (this.#heads.length < this.codec.requiredHeads) {
      this.#isUnreadable = true;
      return [{ kind: "lost", seconds: 0 }];
    }
    this.#counter = createCounter(this.#heads);
    const config = buildConfig(this.#heads);
    return [
      { kind: "stream", stream: { codec, sampleRate, config } },
      { kind: "pause", seconds: -skippedSamples / sampleRate },
    ];
  }
}

/** Reads Ogg with Opus, Vorbis or FLAC: the first audio stream of each link of a chain. */
export const readOggParts = async function* (file: AudioFileReader): AsyncGenerator<AudioPart> {
  let stream: OggStream | undefined;
  let hasBegun = false;
  let isHeadOfLink = false;
  const serials = new Set<number>();
  const pages = readOggPages(file);
  for (;;) {
    const { value: page, done } = await pages.next();
    if (done) {
      if (!stream) throw unsupportedAudio("its Ogg codec isn't Opus, Vorbis or FLAC");
      if (!hasBegun) throw unsupportedAudio("the headers of its Ogg stream are damaged");
      if (page > 0) yield { kind: "cut", seconds: 0 };
      return;
    }
    if (page.isFirst || !serials.has(page.serial)) {
      serials.add(page.serial);
      if (!page.isFirst) {
        // The stream's first page is lost, and with it what its codec is.
        yield { kind: "lost", seconds: 0 };
        continue;
      }
      if (page.lostBytes > 0 && stream) yield { kind: "lost", seconds: 0 };
      const [first] = page.pieces;
      const codec = first && findOggCodec(first.bytes);
      if (codec && !isHeadOfLink) {
        stream = new OggStream(page.serial, codec);
        isHeadOfLink = true;
        yield* stream.push(page);
      }
      continue;
    }
    isHeadOfLink = false;
    if (page.lostBytes > 0) stream?.addLostBytes(page.lostBytes);
    if (page.serial !== stream?.serial) continue;
    yield* stream.push(page);
    hasBegun ||= stream.hasBegun;
    if (page.isCut) yield { kind: "cut", seconds: 0 };
  }
};
