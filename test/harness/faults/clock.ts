import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runClock } from "../clock/run-clock.js";
import { runWithoutHeartbeat } from "../clock/run-without-heartbeat.js";
import type { SectionFigures, SectionOptions } from "./section.js";

const STARTS = 60;
const MIN_STARTS = 4;
/** Of each organization without a heartbeat. */
const STARTS_WITHOUT_HEARTBEAT = 15;

/** Starts a server by wrong clocks. `scale` multiplies the number of starts. */
export const clock = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-clock-"));
  try {
    const count = Math.max(MIN_STARTS, Math.round(STARTS * scale));
    const figures = await runClock(directory, { seed, count });
    const withoutHeartbeat = await runWithoutHeartbeat({
      seed,
      count: Math.max(1, Math.round(STARTS_WITHOUT_HEARTBEAT * scale)),
    });
    return { ...figures, withoutHeartbeat };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
