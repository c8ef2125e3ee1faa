/** Reads unsigned numbers bit by bit. */
export interface GsmBitReader {
  read: (bits: number) => number;
}

/** `isLsbFirst`: a number begins with the lowest bits of a byte, and with its own lowest bit. */
export const createGsmBitReader = (
  bytes: Uint8Array,
  start: number,
  isLsbFirst: boolean,
): GsmBitReader => {
  let at = start * 8;
  const readBit = (): number => {
    const inByte = at & 7;
    const bit = ((bytes[at >> 3] as number) >> (isLsbFirst ? inByte : 7 - inByte)) & 1;
    at += 1;
    return bit;
  };
  return {
    read: (bits) => {
      let value = 0;
      for (let index = 0; index < bits; index += 1)
        value = isLsbFirst ? value | (readBit() << index) : (value << 1) | readBit();
      return value;
    },
  };
};
