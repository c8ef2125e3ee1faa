import { type Samples, speak } from "../../test/helpers/speech/speech.js";
import type { RecordedCall } from "../../src/demo/recorded/recorded-calls.js";
import { firstNameOf } from "../../src/demo/people.js";

/** A voice of flite. `pitch`: below 1 is deeper. */
interface Voice {
  name: "slt" | "rms" | "awb";
  pitch: number;
}

/** First names of the women in the calls with audio. */
const WOMEN = new Set(
  "Grace Elena Priya Aiko Nora Carol Joyce Holly Teresa Paula Yolanda Alicia Nadia Irene".split(
    " ",
  ),
);

const HIGH: readonly Voice[] = [
  { name: "slt", pitch: 1 },
  // flite has only one voice of a woman.
  { name: "slt", pitch: 0.88 },
];
const DEEP: readonly Voice[] = [
  { name: "rms", pitch: 1 },
  { name: "awb", pitch: 1.04 },
  { name: "rms", pitch: 1.1 },
];

/** Gives each speaker of a call a voice; no two have the same. */
export const castVoices = ({ conversation: { lines } }: RecordedCall): Map<string, Voice> => {
  const left = { high: [...HIGH], deep: [...DEEP] };
  const speakers = [...new Set(lines.map(({ speaker }) => speaker))];
  return new Map(
    speakers.map((speaker) => {
      const voices = WOMEN.has(firstNameOf(speaker)) ? left.high : left.deep;
      const voice = voices.shift();
      if (!voice) throw new Error(`no voice is left for ${speaker}`);
      return [speaker, voice];
    }),
  );
};

/** Plays samples faster, which raises the voice, or slower. */
const changeSpeed = (samples: Samples, speed: number): Samples =>
  Int16Array.from({ length: Math.floor(samples.length / speed) }, (_, at) => {
    const place = at * speed;
    const before = Math.floor(place);
    const [a, b] = [samples[before] ?? 0, samples[before + 1] ?? 0];
    return a + (b - a) * (place - before);
  });

const AUDIBLE = 250;
/** Samples of silence that stay around the speech: 30 ms. */
const MARGIN = 480;

const isAudible = (sample: number): boolean => Math.abs(sample) > AUDIBLE;

const trimSilence = (samples: Samples): Samples => {
  const first = samples.findIndex(isAudible);
  const last = samples.findLastIndex(isAudible);
  return samples.slice(Math.max(0, first - MARGIN), last + MARGIN);
};

/** The root mean square of the samples. */
const LOUDNESS = 2_600;
const MAX_SAMPLE = 28_000;

const normalizeLoudness = (samples: Samples): Samples => {
  const loudness = Math.sqrt(
    samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length,
  );
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  const factor = Math.min(LOUDNESS / loudness, MAX_SAMPLE / peak);
  return samples.map((sample) => sample * factor);
};

/** Flite reads prices and times as people do, but not the dots of an address. */
const toSpokenText = (text: string): string =>
  text.replaceAll(/\S+@\S+\w/g, (address) => address.replace("@", " at ").replaceAll(".", " dot "));

/** Speaks a text, without silence around it, and as loud as other voices. */
export const speakLine = ({ name, pitch }: Voice, text: string): Samples =>
  normalizeLoudness(trimSilence(changeSpeed(speak(name, toSpokenText(text), pitch), pitch)));
