import type { AudioFileReader } from "../audio-file.js";

const AMR_NARROW = "#!AMR\n";
const AMR_WIDE = "#!AMR-WB\n";
/** The bytes after a frame's first one, by its type; 3GPP TS 26.101 and 26.201. */
const NARROW_BYTES = [12, 13, 15, 17, 19, 20, 26, 31, 5];
const WIDE_BYTES = [17, 23, 32, 36, 40, 46, 50, 58, 60, 5];
const AMR_FRAME_SECONDS = 0.02;

/** Counts the frames of AMR; undefined for another format. */
const measureAmr = async (file: AudioFileReader): Promise<number | undefined> => {
  const head = (await file.read(0, AMR_WIDE.length)).toString("latin1");
  const isWide = head === AMR_WIDE;
  if (!isWide && !head.startsWith(AMR_NARROW)) return undefined;
  const lengths = isWide ? WIDE_BYTES : NARROW_BYTES;
  let frames = 0;
  for (let at = isWide ? AMR_WIDE.length : AMR_NARROW.length; at < file.size; frames += 1) {
    const [first = 0] = await file.read(at, 1);
    at += 1 + (lengths[(first >> 3) & 15] ?? 0);
  }
  return frames * AMR_FRAME_SECONDS;
};

const CAF_HEAD_BYTES = 8;
const CAF_CHUNK_BYTES = 12;
const MAX_CAF_CHUNKS = 1_000;

/** Reads a CAF file's samples from its packet table, or from the length of its data; undefined for another format. */
const measureCaf = async (file: AudioFileReader): Promise<number | undefined> => {
  if ((await file.read(0, 4)).toString("latin1") !== "caff") return undefined;
  let form: { sampleRate: number; packetBytes: number; packetSamples: number } | undefined;
  let dataBytes = 0;
  let position = CAF_HEAD_BYTES;
  for (let chunk = 0; chunk < MAX_CAF_CHUNKS; chunk += 1) {
    const head = await file.read(position, CAF_CHUNK_BYTES + 32);
    if (head.length < CAF_CHUNK_BYTES) break;
    const name = head.toString("latin1", 0, 4);
    const start = position + CAF_CHUNK_BYTES;
    const stated = Number(head.readBigInt64BE(4));
    // -1: to the end.
    const bytes = stated < 0 ? file.size - start : Math.min(stated, file.size - start);
    const content = head.subarray(CAF_CHUNK_BYTES);
    if (name === "desc" && content.length >= 32)
      form = {
        sampleRate: content.readDoubleBE(0),
        packetBytes: content.readUInt32BE(16),
        packetSamples: content.readUInt32BE(20),
      };
    if (name === "pakt" && form && content.length >= 16)
      return Number(content.readBigInt64BE(8)) / form.sampleRate;
    // A number of edits precedes the samples.
    if (name === "data") dataBytes = bytes - 4;
    position = start + bytes;
  }
  if (!form || form.packetBytes === 0) return undefined;
  return (Math.floor(dataBytes / form.packetBytes) * form.packetSamples) / form.sampleRate;
};

/** Measures the seconds of formats that are stored and played, but not transcribed; undefined for another format. */
export const measureStoredOnly = async (file: AudioFileReader): Promise<number | undefined> =>
  (await measureAmr(file)) ?? measureCaf(file);
