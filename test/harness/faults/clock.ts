import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runClock } from "../clock/run-clock.js";
import type { SectionFigures, SectionOptions } from "./section.js";

const STARTS = 60;
const MIN_STARTS = 4;

/** Starts a server by wrong clocks. `scale` multiplies the number of starts. */
export const clock = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-clock-"));
  try {
    const count = Math.max(MIN_STARTS, Math.round(STARTS * scale));
    return { ...(await runClock(directory, { seed, count })) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
