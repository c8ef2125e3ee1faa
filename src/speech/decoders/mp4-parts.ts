import {
  CustomSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  Logging,
  LogLevel,
  MP4,
  QTFF,
} from "mediabunny";
import type { AudioFileReader } from "../audio-file.js";
import { SpeechError, unsupportedAudio } from "../speech-error.js";
import type { AudioPart, Codec, StreamHead } from "./audio-part.js";
import { Timeline } from "./timeline.js";

const CODECS: Readonly<Record<string, Codec>> = {
  aac: "aac",
  flac: "flac",
  mp3: "mp3",
  opus: "opus",
};

const readStream = async (track: InputAudioTrack): Promise<StreamHead> => {
  const codec = track.codec ? CODECS[track.codec] : undefined;
  if (!codec)
    throw unsupportedAudio(
      "its MP4 codec isn't AAC, Opus, MP3 or FLAC; set the recorder to AAC, or to WAV",
    );
  const description = (await track.getDecoderConfig())?.description;
  const config =
    description === undefined
      ? []
      : [
          ArrayBuffer.isView(description)
            ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
            : Buffer.from(description as ArrayBuffer),
        ];
  return { codec, sampleRate: track.sampleRate, config };
};

// It warns of codecs that it doesn't know, on the console.
Logging.level = LogLevel.Silent;

const BOX_HEAD_BYTES = 8;
const LONG_BOX = 1;

/** Reads the types of a file's boxes, and whether the last one ends beyond the file. */
const readBoxes = async (file: AudioFileReader): Promise<{ types: string[]; isCut: boolean }> => {
  const types: string[] = [];
  let position = 0;
  while (position < file.size) {
    const head = await file.read(position, BOX_HEAD_BYTES * 2);
    if (head.length < BOX_HEAD_BYTES) return { types, isCut: true };
    const short = head.readUInt32BE(0);
    const isLong = short === LONG_BOX && head.length === BOX_HEAD_BYTES * 2;
    const length = isLong ? Number(head.readBigUInt64BE(BOX_HEAD_BYTES)) : short;
    types.push(head.toString("latin1", 4, 8));
    // 0: to the end of the file. Less is damage.
    if (length < BOX_HEAD_BYTES) return { types, isCut: false };
    position += length;
  }
  return { types, isCut: position > file.size };
};

const countFiles = (types: readonly string[]): number =>
  types.filter((type) => type === "moov").length;

/** Counts the audio tracks after the first, and the files after this one. Fragments of such files are read. */
const countUnread = async (types: readonly string[], input: Input): Promise<number> => {
  const tracks = await input.getAudioTracks();
  const files = types.includes("moof") ? 1 : countFiles(types);
  return Math.max(0, tracks.length - 1) + Math.max(0, files - 1);
};

const openMp4 = (file: AudioFileReader): Input => {
  const source = new CustomSource({
    getSize: () => file.size,
    read: async (start, end) => file.read(start, end - start),
    prefetchProfile: "fileSystem",
  });
  return new Input({ formats: [MP4, QTFF], source });
};

const requireTrack = async (input: Input): Promise<InputAudioTrack> => {
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw unsupportedAudio("it has no audio track");
  return track;
};

/** A later first time is that of a stream which ran before its recording. */
const MAX_LATE_SECONDS = 600;
/** How exactly a cut end is found, in seconds. */
const END_SECONDS = 0.02;
/** Each packet of a smaller file can be read, which is exact in fragments, too. */
const MIN_SEARCHED_BYTES = 4 * 1024 ** 2;

/**
 * Measures the seconds by the tables: to read each packet of a long call takes many seconds. In a long cut file, finds
 * the last packet that is there. Undefined for a short one.
 */
export const measureMp4 = async (file: AudioFileReader): Promise<number | undefined> => {
  using input = openMp4(file);
  const track = await requireTrack(input);
  const first = await track.getFirstTimestamp().catch(() => 0);
  const stated = (await track.computeDuration()) - (first < MAX_LATE_SECONDS ? 0 : first);
  const { types, isCut } = await readBoxes(file);
  // The tables are those of the first of several files.
  if (countFiles(types) > 1) return undefined;
  if (!isCut) return stated;
  if (file.size < MIN_SEARCHED_BYTES) return undefined;
  const sink = new EncodedPacketSink(track);
  let [readable, unreadable] = [0, stated];
  while (unreadable - readable > END_SECONDS) {
    const middle = (readable + unreadable) / 2;
    const packet = await sink.getPacket(middle).catch(() => null);
    if (packet) readable = middle;
    else unreadable = middle;
  }
  return readable;
};

/** Reads the first audio track of MP4, M4A, 3GP and MOV, with or without fragments. */
export const readMp4Parts = async function* (file: AudioFileReader): AsyncGenerator<AudioPart> {
  using input = openMp4(file);
  const track = await requireTrack(input);
  yield { kind: "stream", stream: await readStream(track) };
  const { types, isCut } = await readBoxes(file);
  for (let unread = await countUnread(types, input); unread > 0; unread -= 1)
    yield { kind: "unread" };
  // An encoder's first samples lie before 0, and a track may begin after the video.
  // A fragment's table may be cut; its packets are then read as far as they are there.
  const first = await track.getFirstTimestamp().catch(() => 0);
  if (first < MAX_LATE_SECONDS) yield { kind: "pause", seconds: first };
  const timeline = new Timeline();
  const stated = await track.computeDuration().catch(() => 0);
  const sink = new EncodedPacketSink(track);
  try {
    // Its iterator reads ahead, and drops what it has read when a later packet is cut.
    for (
      let packet = await sink.getFirstPacket();
      packet;
      packet = await sink.getNextPacket(packet)
    ) {
      yield* timeline.add(packet.timestamp, packet.duration);
      const { data } = packet;
      const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      yield { kind: "packet", bytes, seconds: packet.duration };
    }
  } catch (error) {
    if (error instanceof SpeechError || (error as NodeJS.ErrnoException).syscall) throw error;
    if (timeline.read === 0) throw error;
    yield { kind: "cut", seconds: Math.max(0, stated - timeline.read) };
    return;
  }
  if (isCut) yield { kind: "cut", seconds: Math.max(0, stated - timeline.read) };
};
