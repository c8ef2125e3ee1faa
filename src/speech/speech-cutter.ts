import { MODEL_RATE } from "./resampler.js";
import { FRAME_SAMPLES } from "./voice-detector.js";

const FRAME_MS = (FRAME_SAMPLES / MODEL_RATE) * 1000;
const toFrames = (ms: number): number => Math.round(ms / FRAME_MS);

/** The probability from which speech begins, and below which it may have ended. */
const START_PROBABILITY = 0.5;
const END_PROBABILITY = 0.35;
/** The pause that ends an utterance, at first, and once the utterance is long. */
const PAUSE_FRAMES = toFrames(600);
const LONG_AFTER_FRAMES = toFrames(12_000);
const SHORT_PAUSE_FRAMES = toFrames(250);
/** The longest piece: the model is less accurate beyond 30 s. */
const MAX_FRAMES = toFrames(25_000);
/** Kept before and after speech, because its edges are quiet. */
const LEAD_FRAMES = toFrames(200);
const TAIL_FRAMES = toFrames(160);
/** Shorter speech is a click or a cough. */
const MIN_SPEECH_FRAMES = toFrames(160);

/** A part of a channel with speech. */
export interface SpeechPiece {
  /** Where speech begins and ends, in samples from the start of the recording. */
  start: number;
  end: number;
  /** Includes a little audio around the speech. */
  samples: Float32Array;
  /** How much of it the detector classifies as speech, excluding pauses. */
  speechLength: number;
}

interface Frame {
  samples: Float32Array;
  probability: number;
}

const joinFrames = (frames: readonly Frame[]): Float32Array => {
  const samples = new Float32Array(frames.length * FRAME_SAMPLES);
  for (const [index, frame] of frames.entries()) samples.set(frame.samples, index * FRAME_SAMPLES);
  return samples;
};

const isSpeech = ({ probability }: Frame): boolean => probability >= START_PROBABILITY;

/**
 * Cuts a channel at its pauses, frame by frame. Ends a piece at a pause, or, if it becomes too long, where speech is
 * least probable.
 */
export class SpeechCutter {
  /** The frames of the current piece, or the latest frames before the next piece. */
  #frames: Frame[] = [];
  /** The number of the first frame. */
  #first = 0;
  #isOpen = false;
  #quiet = 0;

  /** Adds a frame. Returns the piece that the frame ends, if any. */
  push(samples: Float32Array, probability: number): SpeechPiece | undefined {
    this.#frames.push({ samples, probability });
    if (!this.#isOpen) {
      this.#isOpen = probability >= START_PROBABILITY;
      this.#quiet = 0;
      if (!this.#isOpen) this.#drop(this.#frames.length - LEAD_FRAMES);
      return undefined;
    }
    this.#quiet = probability < END_PROBABILITY ? this.#quiet + 1 : 0;
    const length = this.#frames.length;
    const pause = length > LONG_AFTER_FRAMES ? SHORT_PAUSE_FRAMES : PAUSE_FRAMES;
    if (this.#quiet >= pause) {
      const end = length - this.#quiet + TAIL_FRAMES;
      return this.#end(end, Math.max(end, length - LEAD_FRAMES));
    }
    if (length < MAX_FRAMES) return undefined;
    const cut = this.#findBestCut();
    return this.#end(cut, cut, true);
  }

  /** Returns the last piece. */
  finish(): SpeechPiece | undefined {
    return this.#isOpen ? this.#end(this.#frames.length, this.#frames.length) : undefined;
  }

  /** Finds the least probable frame in the second half. */
  #findBestCut(): number {
    let best = this.#frames.length - 1;
    for (let at = best; at > this.#frames.length / 2; at -= 1)
      if (this.#frames[at]!.probability < this.#frames[best]!.probability) best = at;
    return best;
  }

  /** Ends the piece before frame `end`, and keeps the frames from `next` on. */
  #end(end: number, next: number, staysOpen = false): SpeechPiece | undefined {
    const frames = this.#frames.slice(0, end);
    const first = this.#first;
    this.#drop(next);
    this.#isOpen = staysOpen;
    this.#quiet = 0;
    const speechFrames = frames.filter(isSpeech).length;
    if (speechFrames < MIN_SPEECH_FRAMES) return undefined;
    return {
      start: (first + frames.findIndex(isSpeech)) * FRAME_SAMPLES,
      end: (first + frames.findLastIndex(isSpeech) + 1) * FRAME_SAMPLES,
      samples: joinFrames(frames),
      speechLength: speechFrames * FRAME_SAMPLES,
    };
  }

  #drop(count: number): void {
    if (count <= 0) return;
    this.#frames.splice(0, count);
    this.#first += count;
  }
}
