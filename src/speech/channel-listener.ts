import { Resampler } from "./resampler.js";
import { SpeechCutter, type SpeechPiece } from "./speech-cutter.js";
import { FRAME_SAMPLES, type VoiceDetector } from "./voice-detector.js";

/** Cuts the incoming samples of one channel into pieces of speech. */
export class ChannelListener {
  readonly #detector: VoiceDetector;
  readonly #cutter = new SpeechCutter();
  #resampler: Resampler | undefined;
  #sampleRate = 0;
  #rest = new Float32Array(0);

  constructor(detector: VoiceDetector) {
    this.#detector = detector;
  }

  /** Yields the pieces completed by the samples. */
  async *push(samples: Float32Array, sampleRate: number): AsyncGenerator<SpeechPiece> {
    if (sampleRate !== this.#sampleRate) {
      this.#resampler = new Resampler(sampleRate);
      this.#sampleRate = sampleRate;
    }
    const resampled = this.#resampler!.push(samples);
    const all = new Float32Array(this.#rest.length + resampled.length);
    all.set(this.#rest);
    all.set(resampled, this.#rest.length);
    let at = 0;
    for (; at + FRAME_SAMPLES <= all.length; at += FRAME_SAMPLES) {
      const frame = all.slice(at, at + FRAME_SAMPLES);
      const piece = this.#cutter.push(frame, await this.#detector.detect(frame));
      if (piece) yield piece;
    }
    this.#rest = all.slice(at);
  }

  /** Returns the last piece, at the end of the recording. */
  finish(): SpeechPiece | undefined {
    return this.#cutter.finish();
  }
}
