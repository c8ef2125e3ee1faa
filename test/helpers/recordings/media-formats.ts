const concat = (...parts: Uint8Array[]): Buffer => Buffer.concat(parts);

const riffChunk = (id: string, content: Uint8Array): Buffer => {
  const head = Buffer.alloc(8);
  head.write(id);
  head.writeUInt32LE(content.length, 4);
  return concat(head, content);
};

/** PCM at 8 kHz with 16 bits. */
const buildPcmFormat = (): Buffer => {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(8_000, 4);
  format.writeUInt32LE(16_000, 8);
  format.writeUInt16LE(2, 12);
  format.writeUInt16LE(16, 14);
  return riffChunk("fmt ", format);
};

/** Builds a WAV file of that many seconds, with chunks before its samples. */
export const buildWav = (seconds: number, ...chunks: Uint8Array[]): Buffer => {
  const data = riffChunk("data", Buffer.alloc(seconds * 16_000));
  return riffChunk("RIFF", concat(Buffer.from("WAVE"), buildPcmFormat(), ...chunks, data));
};

/** Builds a chunk of tags with these values. */
export const buildWavTags = (...values: Uint8Array[]): Buffer =>
  riffChunk("LIST", concat(Buffer.from("INFO"), ...values.map((text) => riffChunk("ICMT", text))));

/** Builds the start of a WAV file whose tag has all its bytes. The rest of the file may be a hole. */
export const buildOversizedTagHead = (fileBytes: number): Buffer => {
  const head = concat(Buffer.from("RIFF0000WAVE"), buildPcmFormat(), Buffer.alloc(20));
  head.writeUInt32LE(fileBytes - 8, 4);
  head.write("LIST", 36);
  head.writeUInt32LE(fileBytes - 44, 40);
  head.write("INFOICMT", 44);
  head.writeUInt32LE(fileBytes - 56, 52);
  return head;
};

const mp4Atom = (id: string, ...content: Uint8Array[]): Buffer => {
  const head = Buffer.alloc(8);
  const all = concat(...content);
  head.writeUInt32BE(all.length + 8);
  head.write(id, 4);
  return concat(head, all);
};

/** Builds an MP4 file of that many seconds, with one audio track without samples. */
export const buildMp4 = (seconds: number): Buffer => {
  const mediaHeader = Buffer.alloc(24);
  mediaHeader.writeUInt32BE(8_000, 12);
  mediaHeader.writeUInt32BE(seconds * 8_000, 16);
  const handler = Buffer.alloc(25);
  handler.write("soun", 8);
  const description = Buffer.alloc(8);
  description.writeUInt32BE(1, 4);
  const media = mp4Atom(
    "mdia",
    mp4Atom("mdhd", mediaHeader),
    mp4Atom("hdlr", handler),
    mp4Atom(
      "minf",
      mp4Atom("stbl", mp4Atom("stsd", description, mp4Atom("mp4a", Buffer.alloc(28)))),
    ),
  );
  const track = mp4Atom("trak", mp4Atom("tkhd", Buffer.alloc(84)), media);
  const type = mp4Atom("ftyp", Buffer.from("M4A \0\0\0\0M4A isom"));
  return concat(type, mp4Atom("moov", mp4Atom("mvhd", Buffer.alloc(100)), track));
};

/** Builds a FLAC file of that many seconds at 8 kHz, without frames. */
export const buildFlac = (seconds: number): Buffer => {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4096, 0);
  info.writeUInt16BE(4096, 2);
  const bitsPerSample = 16n;
  const samples = BigInt(seconds) * 8_000n;
  info.writeBigUInt64BE((8_000n << 44n) | ((bitsPerSample - 1n) << 36n) | samples, 10);
  return concat(Buffer.from("fLaC"), Buffer.from([0x80, 0, 0, info.length]), info);
};

/** Builds an MP3 file with frames of 1,152 samples at 44.1 kHz and 128 kbit/s. */
export const buildMp3 = (frames: number): Buffer => {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9064);
  return concat(...Array.from({ length: frames }, () => frame));
};

const webmElement = (id: string, ...content: Uint8Array[]): Buffer => {
  const all = concat(...content);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(all.length));
  // The marker of a length with 8 bytes.
  length[0] = 1;
  return concat(Buffer.from(id, "hex"), length, all);
};

/** Builds a WebM file of that many seconds, without clusters. */
export const buildWebm = (seconds: number): Buffer => {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * 1_000);
  const timestampScale = Buffer.from([0x0f, 0x42, 0x40]);
  const info = webmElement(
    "1549a966",
    webmElement("2ad7b1", timestampScale),
    webmElement("4489", duration),
  );
  const track = webmElement(
    "ae",
    webmElement("83", Buffer.from([2])),
    webmElement("86", Buffer.from("A_OPUS")),
  );
  const type = webmElement("1a45dfa3", webmElement("4282", Buffer.from("webm")));
  return concat(type, webmElement("18538067", info, webmElement("1654ae6b", track)));
};
