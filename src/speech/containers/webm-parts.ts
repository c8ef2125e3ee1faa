import type { AudioFileReader } from "../audio-file.js";
import { unsupportedAudio } from "../speech-error.js";
import type { AudioPart } from "./audio-part.js";
import { Timeline } from "./timeline.js";
import { type Element, Id, PARENTS, readElement, readVariable } from "./webm-elements.js";
import { readTrack, toFloat, type WebmTrack } from "./webm-track.js";

const MAX_BLOCK_BYTES = 1024 ** 2;
const LACING_BITS = 0x06;
const SEARCH_BYTES = 64 * 1024;
const DEFAULT_SCALE = 1_000_000;
const NANOSECONDS = 1e9;
/** The elements in a row that no random bytes contain. */
const SYNC_ELEMENTS = 3;

interface Packet {
  bytes: Buffer;
  time: number;
}

/** Reads the elements of a file in their order, without their levels: damage may make a level's end wrong. */
class WebmReader {
  track: WebmTrack | undefined;
  readonly timeline = new Timeline();
  /** Waits until a valid element follows. */
  #pending: Packet | undefined;
  #scale = DEFAULT_SCALE;
  #clusterTime = 0;
  #statedSeconds = 0;
  #isCut = false;

  constructor(readonly file: AudioFileReader) {}

  async *read(): AsyncGenerator<AudioPart> {
    for (let position = 0; position + 2 <= this.file.size;) {
      const element = await readElement(this.file, position);
      if (!element || !(await this.#canBe(element))) {
        const next = await this.#findNext(position + 1);
        this.timeline.addLostBytes(next - position + (this.#pending?.bytes.length ?? 0));
        this.#pending = undefined;
        position = next;
        continue;
      }
      yield* this.#takePending();
      yield* this.#readElement(element);
      const isParent = PARENTS.has(element.id);
      position = element.start + (isParent ? 0 : element.length!);
      this.#isCut ||= position > this.file.size;
    }
    if (!this.#isCut) yield* this.#takePending();
    const missing = this.#statedSeconds - this.timeline.read;
    if (this.#isCut || this.timeline.hasLostBytes)
      yield { kind: "cut", seconds: Math.max(0, missing) };
  }

  async #canBe({ id, start, length }: Element): Promise<boolean> {
    if (PARENTS.has(id)) return true;
    if (length === undefined) return false;
    if (id !== Id.simpleBlock && id !== Id.block) return true;
    if (length < 4 || length > MAX_BLOCK_BYTES) return false;
    const number = readVariable(await this.file.read(start, 8), 0, false);
    return number !== undefined && (number.value ?? 0) > 0 && number.value! < 128;
  }

  async *#readElement({ id, start, length = 0 }: Element): AsyncGenerator<AudioPart> {
    if (id === Id.simpleBlock || id === Id.block) await this.#readBlock(start, length);
    else if (id === Id.track && !this.track) {
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

  async #readBlock(start: number, length: number): Promise<void> {
    const bytes = await this.file.read(start, length);
    const number = readVariable(bytes, 0, false);
    if (!number || number.value !== this.track?.number || bytes.length < number.length + 3) return;
    // A two-byte time precedes the flags.
    if (bytes[number.length + 2]! & LACING_BITS) throw unsupportedAudio("its frames are laced");
    const time =
      ((this.#clusterTime + bytes.readInt16BE(number.length)) * this.#scale) / NANOSECONDS;
    this.#pending = { bytes: bytes.subarray(number.length + 3), time };
  }

  *#takePending(): Generator<AudioPart> {
    const packet = this.#pending;
    if (!packet || !this.track) return;
    this.#pending = undefined;
    const seconds = this.track.measure(packet.bytes);
    yield* this.timeline.add(packet.time, seconds);
    yield { kind: "packet", bytes: packet.bytes, seconds };
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
      position = element.start + (PARENTS.has(element.id) ? 0 : element.length!);
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
