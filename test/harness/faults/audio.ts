import { runAudio } from "../audio/run.js";
import { hasFfmpeg } from "../audio/sounds.js";
import type { SectionFigures, SectionOptions } from "./section.js";

/** Reads 2,000 cut, joined, prefixed and damaged audio files. Needs Debian's ffmpeg. */
export const audio = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => {
  if (!hasFfmpeg) return { skipped: "needs ffmpeg (apt-get install ffmpeg)" };
  return runAudio({ seed, count: Math.max(1, Math.round(2_000 * scale)) });
};
