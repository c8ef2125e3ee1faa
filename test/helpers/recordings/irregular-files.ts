import {
  buildId3,
  buildJunk,
  buildLongWav,
  buildSpeechWav,
  buildTags,
  readSpeech,
} from "../speech/irregular-audio.js";

const mp3 = readSpeech("call.mp3");
const vorbis = readSpeech("call.ogg");

/** Builds AMR: 20 ms in each frame, of silence. */
const buildAmr = (frames: number): Buffer => {
  const frame = Buffer.alloc(32);
  // The highest bit rate.
  frame[0] = 0x3c;
  const content = Array.from({ length: frames }, () => frame);
  return Buffer.concat([Buffer.from("#!AMR\n"), ...content]);
};

const buildChunk = (name: string, content: Buffer, bytes = content.length): Buffer => {
  const head = Buffer.alloc(12);
  head.write(name, "latin1");
  head.writeBigInt64BE(BigInt(bytes), 4);
  return Buffer.concat([head, content]);
};

/** Builds CAF with 16-bit samples of silence, whose length isn't stated. */
const buildCaf = (seconds: number): Buffer => {
  const form = Buffer.alloc(32);
  form.writeDoubleBE(8_000);
  form.write("lpcm", 8);
  for (const [at, value] of [0, 2, 1, 1, 16].entries()) form.writeUInt32BE(value, 12 + at * 4);
  return Buffer.concat([
    Buffer.from("caff\0\u0001\0\0", "latin1"),
    buildChunk("desc", form),
    buildChunk("data", Buffer.alloc(4 + seconds * 16_000), -1),
  ]);
};

interface IrregularFile {
  name: string;
  bytes: Buffer;
  /** The type that it is stored with. */
  type: string;
  /** Milliseconds. */
  duration: number;
}

/** Files of recorders that state no length or a wrong one, that are joined, or that begin with something else. */
export const IRREGULAR_FILES: readonly IrregularFile[] = [
  { name: "rf64.wav", bytes: buildLongWav("RF64"), type: "audio/wav", duration: 2_380 },
  { name: "bw64.wav", bytes: buildLongWav("BW64"), type: "audio/wav", duration: 2_380 },
  {
    name: "trailing.wav",
    bytes: buildLongWav("RF64", [buildTags(20_004)]),
    type: "audio/wav",
    duration: 2_380,
  },
  {
    name: "open.wav",
    bytes: buildSpeechWav({ stated: 0 }),
    type: "audio/wav",
    duration: 2_380,
  },
  {
    name: "odd.wav",
    bytes: buildSpeechWav({ before: [buildTags(23)] }),
    type: "audio/wav",
    duration: 2_380,
  },
  {
    name: "zeros.mp3",
    bytes: Buffer.concat([Buffer.alloc(2_000), mp3]),
    type: "audio/mpeg",
    duration: 2_484,
  },
  {
    name: "junk.mp3",
    bytes: Buffer.concat([buildJunk(300), mp3]),
    type: "audio/mpeg",
    duration: 2_484,
  },
  {
    name: "joined.mp3",
    bytes: Buffer.concat([mp3, mp3]),
    type: "audio/mpeg",
    duration: 4_968,
  },
  {
    name: "cut.aac",
    bytes: readSpeech("call.aac").subarray(50),
    type: "audio/aac",
    duration: 2_432,
  },
  {
    name: "tagged.aac",
    bytes: Buffer.concat([buildId3(900), readSpeech("call.aac")]),
    type: "audio/aac",
    duration: 2_496,
  },
  {
    name: "call.opus",
    bytes: readSpeech("call.opus"),
    type: "audio/ogg; codecs=opus",
    duration: 2_380,
  },
  { name: "call.ogg", bytes: vorbis, type: "audio/ogg", duration: 2_380 },
  {
    name: "chained.ogg",
    bytes: Buffer.concat([vorbis, vorbis]),
    type: "audio/ogg",
    duration: 4_760,
  },
  { name: "call.amr", bytes: buildAmr(150), type: "audio/amr", duration: 3_000 },
  { name: "call.caf", bytes: buildCaf(3), type: "audio/x-caf", duration: 3_000 },
];
