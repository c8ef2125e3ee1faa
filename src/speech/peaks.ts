import type { AudioBlock } from "./audio-block.js";

const SPANS_PER_SECOND = 20;
const MAX_PEAKS = 1_000;
const FULL = 255;

/** The loudest sample of each span of a channel. */
class ChannelPeaks {
  readonly #spans: number[] = [];
  #loudest = 0;
  #left = 0;

  push(samples: Float32Array, sampleRate: number): void {
    for (const sample of samples) {
      if (this.#left <= 0) {
        this.#spans.push(0);
        this.#loudest = 0;
        this.#left += sampleRate / SPANS_PER_SECOND;
      }
      this.#left -= 1;
      const loudness = Math.abs(sample);
      if (loudness <= this.#loudest) continue;
      this.#loudest = loudness;
      this.#spans[this.#spans.length - 1] = Math.min(FULL, Math.round(loudness * FULL));
    }
  }

  /** Merges spans to limit their number. */
  finish(): Uint8Array {
    const count = Math.min(MAX_PEAKS, this.#spans.length);
    const peaks = new Uint8Array(count);
    for (const [at, span] of this.#spans.entries()) {
      const target = Math.floor((at * count) / this.#spans.length);
      peaks[target] = Math.max(peaks[target]!, span);
    }
    return peaks;
  }
}

/** Collects the loudness of the first two channels over time. */
export class PeakCollector {
  readonly #channels: ChannelPeaks[] = [];

  push({ channels, sampleRate }: AudioBlock): void {
    for (const [channel, samples] of channels.slice(0, 2).entries())
      (this.#channels[channel] ??= new ChannelPeaks()).push(samples, sampleRate);
  }

  /** Returns a base64 text per channel: one byte for each of at most 1,000 equal spans. */
  finish(channelCount: number): string[] {
    return this.#channels
      .slice(0, channelCount)
      .map((channel) => Buffer.from(channel.finish()).toString("base64"));
  }
}
