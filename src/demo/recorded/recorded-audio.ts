import { readFileSync } from "node:fs";
import { getRawAsset, isSea } from "node:sea";
import type { DemoAudio } from "../events.js";

/** What is known about an audio file. */
export interface RecordedAudio extends Omit<DemoAudio, "file"> {
  /** The hash of the lines that are spoken in it. */
  linesHash: string;
  /** When each line starts and ends, in milliseconds from the start of the audio. */
  times: readonly (readonly [start: number, end: number])[];
}

/** The folder of the files, from the project's root. */
export const AUDIO_FOLDER = "src/demo/recorded/audio";
/** In the single executable, the files are assets with this prefix. */
export const AUDIO_ASSET_PREFIX = "demo/";

/** Reads an audio file: from the single executable, or from the source tree, which the build doesn't copy. */
export const readAudioFile = (file: string): Buffer =>
  isSea()
    ? Buffer.from(getRawAsset(AUDIO_ASSET_PREFIX + file))
    : // build/bundle/node/program is as deep as build/src/demo/recorded.
      readFileSync(new URL(`../../../../${AUDIO_FOLDER}/${file}`, import.meta.url));
