import type { AudioPart } from "./audio-part.js";

/** The longest pause that a lost byte may stand for: frames of silence have few bytes. */
const MAX_SECONDS_PER_BYTE = 0.05;
/** A shorter difference is rounding. */
const MIN_GAP_SECONDS = 0.001;

/** Encoders leave out silence. Less is a clock that isn't exact, and more is another clock. */
const MIN_PAUSE_SECONDS = 0.1;
const MAX_PAUSE_SECONDS = 600;

/** Compares the times that a stream states with those of the packets read, in seconds. */
export class Timeline {
  /** The time at which the stream began. */
  #origin: number | undefined;
  #read = 0;
  #lostBytes = 0;

  /** The time of the packets read, with gaps. */
  get read(): number {
    return this.#read;
  }

  /** Whether the bytes since the last packet were damaged. */
  get hasLostBytes(): boolean {
    return this.#lostBytes > 0;
  }

  /** Returns whether a time lies before packets that were read. */
  isPast(time: number): boolean {
    return this.#origin !== undefined && time - this.#origin < this.#read - MIN_PAUSE_SECONDS;
  }

  /** The next packet follows damaged bytes. */
  addLostBytes(bytes: number): void {
    this.#lostBytes += bytes;
  }

  /** Returns the gap before a packet. Undefined times follow the previous packet. */
  add(time: number | undefined, seconds: number): AudioPart[] {
    const lostBytes = this.#lostBytes;
    const maxGap = 1 + lostBytes * MAX_SECONDS_PER_BYTE;
    this.#lostBytes = 0;
    // The first packets may be lost, and a recorder may have joined a stream that already ran.
    this.#origin ??= lostBytes > 0 && time !== undefined && time < maxGap ? 0 : time;
    const stated = time === undefined ? this.#read : time - (this.#origin ?? 0);
    const gap = Math.min(stated - this.#read, lostBytes > 0 ? maxGap : Infinity);
    const parts: AudioPart[] = [];
    if (lostBytes > 0) parts.push({ kind: "lost", seconds: gap > MIN_GAP_SECONDS ? gap : 0 });
    const isPause = lostBytes === 0 && gap > MIN_PAUSE_SECONDS && gap < MAX_PAUSE_SECONDS;
    if (isPause) parts.push({ kind: "pause", seconds: gap });
    if (isPause || (lostBytes > 0 && gap > MIN_GAP_SECONDS)) this.#read += gap;
    // After a time that can't be believed, the next ones continue here.
    if (this.#origin !== undefined && time !== undefined) this.#origin = time - this.#read;
    this.#read += seconds;
    return parts;
  }
}
