import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { AudioFileReader } from "../../../src/speech/audio-file.js";
import { G722Decoder } from "../../../src/speech/codecs/g722.js";
import { decodeAudio } from "../../../src/speech/decode-audio.js";
import { MODEL_RATE, Resampler } from "../../../src/speech/resampler.js";
import { SpeechError } from "../../../src/speech/speech-error.js";
import { ASTERISK_PROMPTS, hasPrompts } from "../../helpers/speech/asterisk-prompts.js";
import { createSpeechDirectory } from "../../helpers/speech/speech.js";

const FIXTURES = "test/fixtures/speech";
const files = createSpeechDirectory();

test.after.always(() => files.remove());

/** Decodes a file to what the models hear of its first channel. */
const hear = async (path: string): Promise<Float32Array> => {
  await using file = await AudioFileReader.open(path);
  let resampler: Resampler | undefined;
  const parts: number[] = [];
  for await (const { channels, sampleRate } of decodeAudio(file))
    parts.push(...(resampler ??= new Resampler(sampleRate)).push(channels[0]!));
  return Float32Array.from(parts);
};

/** Returns the highest correlation of two sounds, shifted by at most 150 ms: codecs delay. */
const correlate = (one: Float32Array, other: Float32Array): number => {
  let best = 0;
  for (let shift = -0.15 * MODEL_RATE; shift < 0.15 * MODEL_RATE; shift += 1) {
    let [product, left, right] = [0, 0, 0];
    for (let at = Math.max(0, -shift); at < Math.min(one.length, other.length - shift); at += 5) {
      product += one[at]! * other[at + shift]!;
      left += one[at]! ** 2;
      right += other[at + shift]! ** 2;
    }
    best = Math.max(best, product / Math.sqrt(left * right));
  }
  return best;
};

const formats = readdirSync(FIXTURES).filter((name) => name !== "pcm.wav");

for (const name of formats)
  test(`${name} sounds as the PCM that it was made of`, async (t) => {
    const heard = await hear(join(FIXTURES, name));
    const original = await hear(join(FIXTURES, "pcm.wav"));
    // A last block of ADPCM is filled up.
    t.true(Math.abs(heard.length - original.length) < 0.25 * MODEL_RATE, `${heard.length}`);
    // The lowest are ADPCM and GSM.
    const similarity = correlate(heard, original);
    t.true(similarity > 0.93, `${similarity}`);
  });

test("a stereo file has two channels", async (t) => {
  await using file = await AudioFileReader.open(join(FIXTURES, "stereo.m4a"));
  for await (const { channels } of decodeAudio(file)) t.is(channels.length, 2);
});

test("a WAV file that was cut, or is still written, has the samples that are there", async (t) => {
  const wav = readFileSync(join(FIXTURES, "pcm.wav"));
  const open = Buffer.from(wav);
  open.writeUInt32LE(0xffff_ffff, open.indexOf("data") + 4);
  const whole = (await hear(join(FIXTURES, "pcm.wav"))).length;
  t.is((await hear(files.write(open))).length, whole);
  t.is((await hear(files.write(wav.subarray(0, wav.length - 8_000)))).length, whole - 4_000);
});

test("no damage to a file does more than end its decoding", async (t) => {
  for (const name of formats) {
    const bytes = readFileSync(join(FIXTURES, name));
    for (let seed = 1; seed <= 20; seed += 1) {
      const damaged = Buffer.from(bytes);
      for (let at = seed * 7; at < damaged.length; at += 97 * seed)
        damaged[at] = (at * seed) & 0xff;
      const cut = damaged.subarray(0, damaged.length - ((seed * 131) % damaged.length));
      try {
        const heard = await hear(files.write(cut));
        t.true(
          heard.every((sample) => Number.isFinite(sample)),
          `${name} ${seed}`,
        );
      } catch (error) {
        t.true(error instanceof SpeechError, `${name} ${seed} ${String(error)}`);
      }
    }
  }
});

test("resampling keeps what models hear of a tone, and removes what would alias", (t) => {
  const powerOf = (sampleRate: number, hertz: number): number => {
    const resampler = new Resampler(sampleRate);
    const tone = Float32Array.from({ length: sampleRate }, (_, at) =>
      Math.sin((2 * Math.PI * hertz * at) / sampleRate),
    );
    const output: number[] = [];
    // In pieces of any length.
    for (let at = 0; at < tone.length; at += 1_237)
      output.push(...resampler.push(tone.subarray(at, at + 1_237)));
    t.true(Math.abs(output.length - MODEL_RATE) < 100, `${output.length}`);
    const middle = output.slice(1_000, 15_000);
    return middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length;
  };
  for (const rate of [8_000, 11_025, 16_000, 44_100, 48_000]) {
    const power = powerOf(rate, 1_000);
    t.true(Math.abs(power - 0.5) < 0.005, `${rate}: ${power}`);
  }
  for (const rate of [44_100, 48_000]) t.true(powerOf(rate, 12_000) < 1e-5, `${rate}`);
});

const promptTest = hasPrompts ? test : test.skip;

promptTest("a raw .gsm sounds as its WAV", async (t) => {
  const heard = await hear(`${ASTERISK_PROMPTS}/agent-loginok.gsm`);
  const original = await hear(`${ASTERISK_PROMPTS}/agent-loginok.wav`);
  t.true(Math.abs(heard.length - original.length) < 0.05 * MODEL_RATE, `${heard.length}`);
  const similarity = correlate(heard, original);
  t.true(similarity > 0.93, `${similarity}`);
});

promptTest("a raw .g722 has the samples of its codec, at 16,000 Hz", async (t) => {
  const path = `${ASTERISK_PROMPTS}/agent-loginok.g722`;
  const samples: number[] = [];
  await using file = await AudioFileReader.open(path);
  for await (const { channels, sampleRate } of decodeAudio(file)) {
    t.is(sampleRate, 16_000);
    samples.push(...channels[0]!);
  }
  const decoded = new G722Decoder().decode(readFileSync(path));
  t.deepEqual(
    samples,
    Array.from(decoded, (sample) => sample / 32_768),
  );
});

for (const law of ["ulaw", "alaw"])
  test(`a raw .${law} has the samples of a WAV with the same law`, async (t) => {
    const wav = readFileSync(join(FIXTURES, `${law}.wav`));
    const raw = files.write(wav.subarray(wav.indexOf("data") + 8), `.${law}`);
    t.deepEqual(await hear(raw), await hear(join(FIXTURES, `${law}.wav`)));
  });
