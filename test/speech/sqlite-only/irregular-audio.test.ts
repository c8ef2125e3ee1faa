import { setTimeout } from "node:timers/promises";
import test from "ava";
import { detectMediaType } from "../../../src/media/media-type.js";
import { AudioFileReader } from "../../../src/speech/audio-file.js";
import { parseMpegHead } from "../../../src/speech/decoders/frame-head.js";
import { readMp4Parts } from "../../../src/speech/decoders/mp4-parts.js";
import { measureDuration } from "../../../src/speech/measure-duration.js";
import { loadSpeechModels } from "../../../src/speech/speech-models.js";
import { PartlyHeardError, transcribeFile } from "../../../src/speech/transcribe-file.js";
import {
  buildId3,
  buildJunk,
  buildLongWav,
  buildMp3Wav,
  buildOddWavs,
  buildSpeechWav,
  buildTags,
  type Heard,
  hearFile,
  insertAt,
  overwriteAt,
  readSpeech,
  readTone,
} from "../../helpers/speech/irregular-audio.js";
import { buildChannel, buildWav, createSpeechDirectory } from "../../helpers/speech/speech.js";

const files = createSpeechDirectory();
test.after.always(() => files.remove());

/** Of the speech in all files. */
const SECONDS = 2.38;
const LOUD = 0.0005;
const CONTAINERS = [
  "call.aac",
  "call.flac",
  "call.m4a",
  "call.mp3",
  "call.ogg",
  "call.opus",
  "call.webm",
];
/** Those that begin anywhere. M4A has positions in the file. */
const STREAMS = CONTAINERS.filter((name) => name !== "call.m4a");

const near = (value: number | undefined, expected: number, tolerance: number): boolean =>
  Math.abs((value ?? Number.NaN) - expected) < tolerance;

const countLoud = ({ levels }: Heard): number => levels.filter((level) => level > LOUD).length;

const oddWavs = buildOddWavs();

/** An encoder adds up to 0.12 s to each part. */
const WHOLE: readonly [name: string, file: Buffer, type: string, seconds?: number][] = [
  ...CONTAINERS.map((name) => [name, readSpeech(name), ""] as [string, Buffer, string]),
  ["RF64", buildLongWav("RF64"), "audio/wav"],
  ["BW64", buildLongWav("BW64"), "audio/wav"],
  ["RF64 with a chunk after the samples", buildLongWav("RF64", [buildTags(4_004)]), "audio/wav"],
  ["a WAV with length 0", buildSpeechWav({ stated: 0 }), "audio/wav"],
  ["a WAV with too small a length", buildSpeechWav({ stated: 1_000 }), "audio/wav"],
  ["a WAV with an open length", buildSpeechWav({ stated: 0x7fff_ffff }), "audio/wav"],
  ["a WAV with tags of odd length", buildSpeechWav({ before: [buildTags(23)] }), "audio/wav"],
  ["a WAV with tags after it", buildSpeechWav({ after: [buildTags(900)] }), "audio/wav"],
  ["a WAV without the bytes of a block", oddWavs.blockless, "audio/wav"],
  ["a WAV whose format follows the samples", oddWavs.formatLast, "audio/wav"],
  ["a WAV with two chunks of samples", oddWavs.twoData, "audio/wav"],
  ["MP3 in WAV", buildMp3Wav(), "audio/wav"],
  ...STREAMS.map((name): [string, Buffer, string] => [
    `an ID3 tag before ${name}`,
    Buffer.concat([buildId3(5_000), readSpeech(name)]),
    "",
  ]),
  ...["call.mp3", "call.aac", "call.flac", "call.ogg"].flatMap((name) =>
    [Buffer.alloc(2_000), buildJunk(300)].map((junk, at): [string, Buffer, string] => [
      `${at === 0 ? "zeros" : "junk"} before ${name}`,
      Buffer.concat([junk, readSpeech(name)]),
      "",
    ]),
  ),
  ...["call.mp3", "call.aac", "call.flac", "call.ogg", "call.opus"].map(
    (name): [string, Buffer, string, number] => [
      `${name} twice`,
      Buffer.concat([readSpeech(name), readSpeech(name)]),
      "",
      2 * SECONDS,
    ],
  ),
  ...["call.mp3", "call.aac", "call.flac", "call.ogg", "call.opus"].map(
    (name): [string, Buffer, string, number] => [
      `${name} twice, with a picture before each`,
      Buffer.concat([1, 2].flatMap(() => [buildId3(400_000), readSpeech(name)])),
      "",
      2 * SECONDS,
    ],
  ),
  [
    "junk that looks like an archive before an MP3",
    Buffer.concat([Buffer.from([0xc7, 0x71]), buildJunk(300), readSpeech("call.mp3")]),
    "audio/mpeg",
  ],
  // The second tag can't be read in the file's head.
  [
    "two tags before an MP3, at the end of what a type is detected by",
    Buffer.concat([buildId3(65_536 - 15), buildId3(100_000), readSpeech("call.mp3")]),
    "audio/mpeg",
  ],
];

for (const [name, bytes, type, seconds = SECONDS] of WHOLE)
  test(`${name} is accepted, and has its duration and all its speech`, async (t) => {
    const detected = await detectMediaType(bytes.subarray(0, 65_536));
    t.regex(detected ?? "", type === "" ? /^(audio|video)\// : new RegExp(type));
    const path = files.write(bytes);
    const parts = seconds / SECONDS;
    const measured = await measureDuration(path);
    t.true(near(measured, seconds, 0.12 * parts), `${measured}`);
    const heard = await hearFile(path);
    t.true(near(heard.seconds, seconds, 0.12 * parts), `${heard.seconds}`);
    t.deepEqual(heard.gaps, []);
    t.true(near(countLoud(heard) / parts, 18, 4), `${countLoud(heard)}`);
  });

for (const name of ["call.mp3", "call.aac"])
  test(`${name} that begins within a frame is accepted`, async (t) => {
    const bytes = readSpeech(name).subarray(name === "call.mp3" ? 100 : 50);
    t.truthy(await detectMediaType(bytes));
    const heard = await hearFile(files.write(bytes));
    t.true(near(heard.seconds, SECONDS, 0.2), `${heard.seconds}`);
  });

for (const name of STREAMS)
  for (const [how, damage] of [
    ["100 bytes inserted", insertAt],
    ["100 bytes overwritten", overwriteAt],
  ] as const)
    test(`${name} with ${how} in the middle is heard around a gap, which is marked`, async (t) => {
      const whole = await hearFile(files.write(readSpeech(name)));
      const path = files.write(damage(readSpeech(name), 0.5, buildJunk(100)));
      const heard = await hearFile(path);
      t.true(near(heard.seconds, SECONDS, 0.2), `${heard.seconds}`);
      const measured = await measureDuration(path);
      t.true(near(measured, heard.seconds, 0.15), `${measured}`);
      // Codecs with checksums, and inserted bytes, show the damage.
      if (damage === insertAt || !/mp3|aac|webm/.test(name)) {
        t.is(heard.gaps.length, 1, JSON.stringify(heard.gaps));
        t.is(heard.gaps[0]!.kind, "audio_damaged");
      }
      const [gap = { start: 0, end: 0 }] = heard.gaps;
      for (const [at, level] of whole.levels.entries())
        if (level > LOUD * 4 && ((at + 4) * 100 < gap.start || (at - 4) * 100 > gap.end))
          t.true(
            [-1, 0, 1].some((shift) => (heard.levels[at + shift] ?? 0) > LOUD),
            `nothing at ${at}`,
          );
    });

for (const name of [...CONTAINERS, "pcm.wav"])
  test(`${name} cut at its end has the rest`, async (t) => {
    const whole = readSpeech(name);
    // The tables of an M4A are at its end.
    const bytes = whole.subarray(0, Math.floor(whole.length * 0.7) + 3);
    const path = files.write(bytes);
    if (name === "call.m4a" && !bytes.includes("moov")) {
      await t.throwsAsync(hearFile(path));
      return;
    }
    const heard = await hearFile(path);
    t.true(heard.seconds > SECONDS * 0.35 && heard.seconds < SECONDS * 0.9, `${heard.seconds}`);
    t.deepEqual(
      heard.gaps.map(({ kind }) => kind),
      ["audio_ended_early"],
    );
  });

test("an MP3 that ends after a whole frame, before the frames that it states, ended early", async (t) => {
  const whole = readSpeech("call.mp3");
  const frames: number[] = [];
  for (let at = whole.indexOf(0xff); at < whole.length; at += parseMpegHead(whole, at)!.length)
    frames.push(at);
  const half = Math.floor(frames.length / 2);
  const { gaps } = await hearFile(files.write(whole.subarray(0, frames[half])));
  t.is(gaps.length, 1);
  t.is(gaps[0]!.kind, "audio_ended_early");
  t.true(near(gaps[0]!.end / 1000, SECONDS, 0.12), JSON.stringify(gaps));
});

test("an MP3 with a byte of another frame at its end ended early", async (t) => {
  const { gaps } = await hearFile(
    files.write(Buffer.concat([readSpeech("call.mp3"), Buffer.from([0xff])])),
  );
  t.deepEqual(
    gaps.map(({ kind }) => kind),
    ["audio_ended_early"],
  );
});

test("junk between MP3 files that state their frames takes no time", async (t) => {
  const path = files.write(
    Buffer.concat([readSpeech("call.mp3"), buildJunk(4_000), readSpeech("call.mp3")]),
  );
  const { seconds, gaps } = await hearFile(path);
  t.true(near(seconds, 2 * SECONDS, 0.24), `${seconds}`);
  // The frame before the junk may be cut, so it counts as lost.
  t.is(gaps.length, 1);
  t.true(gaps[0]!.end - gaps[0]!.start < 1_100, JSON.stringify(gaps));
});

for (const [name, bytes] of [
  ["two tracks of an M4A", readTone("two-tracks.m4a")],
  ["two tracks of a WebM", readTone("two-tracks.webm")],
  ["two M4A files", Buffer.concat([readSpeech("call.m4a"), readSpeech("call.m4a")])],
  ["an MP3 after a WAV", Buffer.concat([readSpeech("pcm.wav"), readSpeech("call.mp3")])],
  ["a WAV after an MP3", Buffer.concat([readSpeech("call.mp3"), readSpeech("pcm.wav")])],
  ["a FLAC after an AAC", Buffer.concat([readSpeech("call.aac"), readSpeech("call.flac")])],
] as const)
  test(`of ${name}, what isn't read is named`, async (t) => {
    const path = files.write(bytes);
    const { gaps, seconds } = await hearFile(path);
    t.deepEqual(gaps, [{ kind: "audio_left_out", start: 0, end: 0 }]);
    if (name.includes("after"))
      t.true(near(await measureDuration(path), seconds, 0.15), `${seconds}`);
  });

for (const name of ["call.mp3", "call.aac"])
  test(`text and tags after ${name} are no sound`, async (t) => {
    const rest = Buffer.from("the end of a web page ".repeat(400));
    const { gaps } = await hearFile(files.write(Buffer.concat([readSpeech(name), rest])));
    t.deepEqual(gaps, []);
  });

for (const name of ["pcm.wav", "fragments.mp4"])
  test(`${name} twice is heard twice`, async (t) => {
    const path = files.write(Buffer.concat([readSpeech(name), readSpeech(name)]));
    const measured = await measureDuration(path);
    t.true(near(measured, 2 * SECONDS, 0.2), `${measured}`);
    const heard = await hearFile(path);
    t.true(near(heard.seconds, 2 * SECONDS, 0.3), `${heard.seconds}`);
    t.deepEqual(heard.gaps, []);
  });

test("the audio of an M4A that begins late has its times", async (t) => {
  const path = files.write(readTone("late.m4a"));
  const measured = await measureDuration(path);
  t.true(near(measured, 3, 0.15), `${measured}`);
  const { levels } = await hearFile(path);
  const first = levels.findIndex((level) => level > LOUD);
  t.true(near(first / 10, 2, 0.15), `${first}`);
});

test("an Ogg stream without its headers is refused by name", async (t) => {
  const bytes = readSpeech("call.ogg");
  bytes.fill(0, 100, 2_000);
  const path = files.write(bytes);
  t.is(await measureDuration(path), undefined);
  const error = await t.throwsAsync(hearFile(path));
  t.regex(error.message, /the headers of its Ogg stream are damaged/);
});

test("a damaged head of a WebM cluster doesn't move what follows", async (t) => {
  const bytes = readTone("clusters.webm");
  const heads: number[] = [];
  const mark = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) heads.push(at);
  t.is(heads.length, 5);
  bytes.fill(0xff, heads[1], heads[1]! + 14);
  const heard = await hearFile(files.write(bytes));
  t.true(near(heard.seconds, 4, 0.05), `${heard.seconds}`);
  t.is(heard.gaps.length, 1);
});

test("a damaged head of an Ogg page costs the page, not what follows", async (t) => {
  const bytes = readSpeech("call.opus");
  let page = 0;
  for (let count = 0; count < 3; count += 1) page = bytes.indexOf("OggS", page + 1);
  // The lengths of its packets.
  bytes.fill(0xff, page + 26, page + 60);
  const heard = await hearFile(files.write(bytes));
  t.true(near(heard.seconds, SECONDS, 0.12), `${heard.seconds}`);
  t.deepEqual(
    heard.gaps.map(({ kind }) => kind),
    ["audio_damaged"],
  );
});

test("all packets of a cut MP4 are read, however long each takes to decode", async (t) => {
  // Eight packets a second, and a fragment each second.
  const whole = readTone("long-fragments.mp4");
  let table = 0;
  for (let fragment = 0; fragment < 7; fragment += 1) table = whole.indexOf("moof", table + 1);
  const path = files.write(whole.subarray(0, table + 50));
  await using file = await AudioFileReader.open(path);
  let packets = 0;
  for await (const part of readMp4Parts(file)) {
    if (part.kind === "packet") packets += 1;
    await setTimeout(1);
  }
  t.is(packets, 48);
});

test("a transcript has the damaged part as a notice", async (t) => {
  const path = files.write(insertAt(readSpeech("call.flac"), 0.5, buildJunk(100)));
  const models = await loadSpeechModels();
  const { notices, utterances } = await transcribeFile(models, path, () => {});
  t.deepEqual(
    notices.map(({ kind, count }) => [kind, count]),
    [["audio_damaged", 1]],
  );
  const [{ start = 0, end = 0 } = {}] = notices[0]!.places;
  t.true(start > 500 && end > start && end < 2_000, `${start} ${end}`);
  t.true(utterances.length > 0);
});

test("the error for audio without speech has the notices of its audio", async (t) => {
  const silence = buildWav(buildChannel(10));
  const models = await loadSpeechModels();
  const path = files.write(silence.subarray(0, silence.length * 0.6));
  const error = await t.throwsAsync(
    transcribeFile(models, path, () => {}),
    {
      instanceOf: PartlyHeardError,
      message: "The recording has no speech",
    },
  );
  const { utterances, notices } = error.understood;
  t.deepEqual(utterances, []);
  t.deepEqual(
    notices.map(({ kind }) => kind),
    ["audio_ended_early"],
  );
});

test("what is no audio is refused", async (t) => {
  const others = [
    Buffer.alloc(5_000),
    buildJunk(60_000),
    Buffer.from("no audio at all ".repeat(9)),
  ];
  for (const bytes of others) {
    t.is(await detectMediaType(bytes), undefined);
    t.is(await measureDuration(files.write(bytes)), undefined);
  }
});
