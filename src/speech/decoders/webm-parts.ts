import type { AudioFileReader } from "../audio-file.js";
import { unsupportedAudio } from "../speech-error.js";
import type { AudioPart } from "./audio-part.js";
import { Timeline } from "./timeline.js";
import { type Element, Id, PARENTS, readElement, readVariable } from "./webm-elements.js";
import { isAudioTrack, readTrack, toFloat, type WebmTrack } from "./webm-track.js";

const MAX_BLOCK_BYTES = 1024 ** 2;
/** A two-byte time and the flags, after the track's number. */
const BLOCK_HEAD_BYTES = 3;
const MAX_TRACKS = 127;
const LACING_BITS = 0x06;
const SEARCH_BYTES = 64 * 1024;
const DEFAULT_SCALE = 1_000_000;
const NANOSECONDS = 1e9;
/** The elements in a row that no random bytes contain. */
const SYNC_ELEMENTS = 3;

/** Where the next element begins. */
const findEnd = ({ id, start, length = 0 }: Element): number =>
  start + (PARENTS.has(id) ? 0 : length);

/** Reads the elements of a file in their order, without their levels: damage may make a level's end wrong. */
class WebmReader {
  track: WebmTrack | undefined;
  readonly timeline = new Timeline();
  #scale = DEFAULT_SCALE;
  /** Undefined: its cluster's head is damaged. */
  #clusterTime: number | undefined = 0;
  #statedSeconds = 0;

  constructor(readonly file: AudioFileReader) {}

  async *read(): AsyncGenerator<AudioPart> {
    let position = 0;
    /** Of the elements with a length. */
    let statedEnd = 0;
    while (position < this.file.size) {
      const element = await readElement(this.file, position);
      if (!element || !(await this.#canBe(element))) {
        const next = await this.#findNext(position + 1);
        this.timeline.addLostBytes(next - position);
        position = next;
        continue;
      }
      position = findEnd(element);
      statedEnd = Math.max(statedEnd, element.start + (element.length ?? 0));
      if (position <= this.file.size) yield* this.#readElement(element);
    }
    const isCut = statedEnd > this.file.size;
    const missing = this.#statedSeconds - this.timeline.read;
    if (isCut || this.timeline.hasLostBytes) yield { kind: "cut", seconds: Math.max(0, missing) };
  }

  /** Returns whether another element, or the end of the file, follows the element. */
  async #canBe(element: Element): Promise<boolean> {
    const { id, start, length } = element;
    if (PARENTS.has(id)) return true;
    if (length === undefined) return false;
    const isBlock = id === Id.simpleBlock || id === Id.block;
    if (isBlock) {
      if (length < 4 || length > MAX_BLOCK_BYTES) return false;
      const number = readVariable(await this.file.read(start, 8), 0, false);
      if (!number?.value || number.value > MAX_TRACKS) return false;
    }
    const end = start + length;
    // A file that is cut within audio.
    if (end > this.file.size) return isBlock;
    return end === this.file.size || (await readElement(this.file, end)) !== undefined;
  }

  async *#readElement({ id, start, length = 0 }: Element): AsyncGenerator<AudioPart> {
    if (id === Id.simpleBlock || id === Id.block) yield* await this.#readBlock(start, length);
    else if (id === Id.track && this.track) {
      // A file after this one has the same track.
      if (this.timeline.read === 0 && (await isAudioTrack(this.file, start, length)))
        yield { kind: "unread" };
    } else if (id === Id.track) {
      this.track = await readTrack(this.file, start, length);
      if (!this.track) return;
      yield { kind: "stream", stream: this.track.stream };
      yield { kind: "pause", seconds: -this.track.skippedSeconds };
    } else if (length > 8) return;
    else if (id === Id.timestamp) this.#clusterTime = await this.#readNumber(start, length);
    else if (id === Id.timestampScale)
      this.#scale = (await this.#readNumber(start, length)) || DEFAULT_SCALE;
    else if (id === Id.duration)
      this.#statedSeconds =
        (toFloat(await this.file.read(start, length)) * this.#scale) / NANOSECONDS;
  }

  async #readNumber(start: number, length: number): Promise<number> {
    const bytes = await this.file.read(start, Math.min(6, length));
    return bytes.length > 0 ? bytes.readUIntBE(0, bytes.length) : 0;
  }

  async #readBlock(start: number, length: number): Promise<AudioPart[]> {
    const bytes = await this.file.read(start, length);
    const number = readVariable(bytes, 0, false);
    if (!this.track || number?.value !== this.track.number) return [];
    const frameStart = number.length + BLOCK_HEAD_BYTES;
    if (bytes.length < frameStart) return [];
    if (bytes[frameStart - 1]! & LACING_BITS) throw unsupportedAudio("its frames are laced");
    const time = this.#readTime(bytes.readInt16BE(number.length));
    const frame = bytes.subarray(frameStart);
    const seconds = this.track.measure(frame);
    return [...this.timeline.add(time, seconds), { kind: "packet", bytes: frame, seconds }];
  }

  /** Returns the time of a block in seconds; undefined if that of its cluster is lost. */
  #readTime(offset: number): number | undefined {
    if (this.#clusterTime === undefined) return undefined;
    const time = ((this.#clusterTime + offset) * this.#scale) / NANOSECONDS;
    // The block is of a later cluster, whose head is among the damaged bytes.
    if (this.timeline.hasLostBytes && this.timeline.isPast(time)) this.#clusterTime = undefined;
    return this.#clusterTime === undefined ? undefined : time;
  }

  /** Finds the next place from which several elements follow each other. */
  async #findNext(start: number): Promise<number> {
    for (let position = start; position < this.file.size; position += SEARCH_BYTES) {
      const bytes = await this.file.read(position, SEARCH_BYTES);
      for (const [at, byte] of bytes.entries())
        if (
          (byte === Id.simpleBlock || byte === Id.blockGroup || byte === Id.cluster >>> 24) &&
          (await this.#isSync(position + at))
        )
          return position + at;
    }
    return this.file.size;
  }

  async #isSync(start: number): Promise<boolean> {
    let position = start;
    for (let count = 0; count < SYNC_ELEMENTS; count += 1) {
      if (position === this.file.size) return count > 0;
      const element = await readElement(this.file, position);
      if (!element || !(await this.#canBe(element))) return false;
      position = findEnd(element);
    }
    return position <= this.file.size;
  }
}

/** Reads the first audio track of WebM and Matroska: Opus or AAC. */
export const readWebmParts = async function* (file: AudioFileReader): AsyncGenerator<AudioPart> {
  const reader = new WebmReader(file);
  yield* reader.read();
  if (!reader.track) throw unsupportedAudio("it has no audio track");
};
