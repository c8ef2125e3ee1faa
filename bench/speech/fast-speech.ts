import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { buildChannel, buildWav, speak, speakAtRate } from "../../test/helpers/speech/speech.js";
import { PROMPTS } from "./prompts.js";
import { toWords } from "./word-errors.js";

/** A file and what it says. */
export interface Sample {
  path: string;
  text: string;
}

/** Writes a file, and returns its path. */
type WriteFile = (content: Uint8Array, extension: string) => string;

const VOICES = ["slt", "rms", "awb"];
/** The speed of fewer words depends on which they are. */
const MIN_WORDS = 6;
/** sox removes what is quieter at the start; reversed, at the end. */
const TRIM = ["silence", "1", "0.02", "1%"];

const runSox = (args: readonly string[]): void => void execFileSync("sox", args);

const readSeconds = (path: string): number =>
  Number(execFileSync("soxi", ["-D", path], { encoding: "utf8" }));

/** Speeds recorded speech up to so many words a second, without the silence around it, and keeps its pitch. */
export const speedUp = (
  samples: readonly Sample[],
  wordsPerSecond: number,
  directory: string,
): Sample[] =>
  samples.map(({ path, text }, at) => {
    const spoken = join(directory, "spoken.wav");
    runSox([path, spoken, ...TRIM, "reverse", ...TRIM, "reverse"]);
    const factor = (wordsPerSecond * readSeconds(spoken)) / toWords(text).length;
    const fast = join(directory, `fast-${at}.wav`);
    runSox([path, fast, "tempo", "-s", `${Math.max(1, factor)}`]);
    return { path: fast, text };
  });

/** Speaks the prompts by flite, in turns by three voices, at so many words a second or at the voices' own speed. */
export const speakPrompts = (write: WriteFile, wordsPerSecond?: number): Sample[] =>
  Object.values(PROMPTS)
    .filter((text) => toWords(text).length >= MIN_WORDS)
    .map((text, at) => {
      const voice = VOICES[at % VOICES.length]!;
      const speech =
        wordsPerSecond === undefined
          ? speak(voice, text)
          : speakAtRate(voice, text, wordsPerSecond);
      const seconds = Math.ceil(speech.length / 16_000) + 2;
      return { path: write(buildWav(buildChannel(seconds, [[0.5, speech]])), ".wav"), text };
    });
