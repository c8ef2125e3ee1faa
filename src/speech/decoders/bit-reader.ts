/** Reads bits of bytes, the highest first. Beyond the end it throws. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Reads an unsigned number of at most 32 bits. */
  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0;) {
      const byte = this.#bytes[this.#position >> 3];
      if (byte === undefined) throw new RangeError("the frame is too short");
      const available = 8 - (this.#position & 7);
      const taken = Math.min(left, available);
      value = value * 2 ** taken + ((byte >> (available - taken)) & ((1 << taken) - 1));
      this.#position += taken;
      left -= taken;
    }
    return value;
  }

  advance(count: number): void {
    this.#position += count;
  }

  /** Skips to the next byte. */
  align(): void {
    this.#position = Math.ceil(this.#position / 8) * 8;
  }
}
