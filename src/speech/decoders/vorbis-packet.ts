/** Reads bits from the end of a packet, in which the lowest bit comes first. */
class BackwardBits {
  #left: number;

  constructor(readonly bytes: Buffer) {
    this.#left = bytes.length * 8;
  }

  get left(): number {
    return this.#left;
  }

  /** Reads the number that ends at the position. */
  read(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1) {
      this.#left -= 1;
      value = value * 2 + ((this.bytes[this.#left >> 3]! >> (this.#left & 7)) & 1);
    }
    return value;
  }

  /** Returns the number that ends `skipped` bits before the position, without moving. */
  peek(count: number): number {
    const at = this.#left;
    const value = this.read(count);
    this.#left = at;
    return value;
  }
}

const MODE_BITS = 41;
const COUNT_BITS = 6;
const MAX_MODES = 64;

/** Lists which modes have long blocks. They are at the end of the setup, whose beginning would need a whole decoder. */
const readModes = (setup: Buffer): boolean[] => {
  const bits = new BackwardBits(setup);
  // The last bit that is set is the framing bit.
  while (bits.left > 97 && bits.read(1) === 0);
  const modes: boolean[] = [];
  let found: boolean[] = [];
  while (bits.left > MODE_BITS + COUNT_BITS && modes.length < MAX_MODES) {
    const mapping = bits.read(8);
    const transform = bits.read(16);
    const window = bits.read(16);
    const isLong = bits.read(1) === 1;
    if (mapping > 63 || transform !== 0 || window !== 0) break;
    modes.unshift(isLong);
    if (bits.peek(COUNT_BITS) + 1 === modes.length) found = [...modes];
  }
  return found;
};

/** Counts the samples of the packets of a Vorbis stream. */
export class VorbisCounter {
  readonly #modes: boolean[];
  readonly #modeBits: number;
  readonly #short: number;
  readonly #long: number;
  #previous = 0;

  /** `head`: the first packet; `setup`: the third. */
  constructor(head: Buffer, setup: Buffer) {
    this.#short = 2 ** (head[28]! & 15);
    this.#long = 2 ** (head[28]! >> 4);
    this.#modes = readModes(setup);
    this.#modeBits = this.#modes.length > 1 ? 32 - Math.clz32(this.#modes.length - 1) : 0;
  }

  /** After a gap, the next packet has no samples of its own: it overlaps with one that is missing. */
  reset(): void {
    this.#previous = 0;
  }

  /** Returns the samples that a packet completes. */
  count(packet: Buffer): number {
    const first = packet[0] ?? 1;
    if (packet.length === 0 || first & 1) return 0;
    const mode = (first >> 1) & (2 ** this.#modeBits - 1);
    const block = this.#modes[mode] ? this.#long : this.#short;
    const samples = this.#previous === 0 ? 0 : (this.#previous + block) / 4;
    this.#previous = block;
    return samples;
  }
}
