import { fileURLToPath } from "node:url";

// Node imports this file before the program.
const shiftMs = Number(process.env["TEST_CLOCK_SHIFT_MS"] ?? 0);
if (shiftMs !== 0) {
  const readClock = Date.now;
  Date.now = () => readClock() + shiftMs;
}

/** Builds the environment of a program whose clock is that far ahead. */
export const buildShiftedEnv = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=${fileURLToPath(import.meta.url)}`,
  TEST_CLOCK_SHIFT_MS: String(ms),
});
