/** Builds the table of a checksum whose highest bit comes first. */
const buildTable = (polynomial: number, bits: number): Uint32Array =>
  Uint32Array.from({ length: 256 }, (_, byte) => {
    const top = 2 ** (bits - 1);
    let value = byte * 2 ** (bits - 8);
    for (let bit = 0; bit < 8; bit += 1)
      value = value >= top ? (((value - top) * 2) ^ polynomial) >>> 0 : value * 2;
    return value;
  });

const CRC8 = buildTable(0x07, 8);
const CRC16 = buildTable(0x8005, 16);
const CRC32 = buildTable(0x04c1_1db7, 32);

/** The checksum of a FLAC frame's header. */
export const computeCrc8 = (bytes: Buffer, start: number, end: number): number => {
  let crc = 0;
  for (let at = start; at < end; at += 1) crc = CRC8[crc ^ bytes[at]!]!;
  return crc;
};

/** Continues the checksum of a FLAC frame; 0 after the whole frame. */
export const addToCrc16 = (crc: number, byte: number): number =>
  ((crc & 0xff) << 8) ^ CRC16[(crc >> 8) ^ byte]!;

/** The checksum of an Ogg page; the four bytes from `zeroed` on count as 0. */
export const computeOggCrc = (page: Buffer, zeroed: number): number => {
  let crc = 0;
  for (let at = 0; at < page.length; at += 1) {
    const byte = at >= zeroed && at < zeroed + 4 ? 0 : page[at]!;
    crc = (crc << 8) ^ CRC32[(crc >>> 24) ^ byte]!;
  }
  return crc >>> 0;
};
