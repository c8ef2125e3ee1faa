// Preloaded into the server: SIGUSR2 writes the longest block of the event loop since the last one, in milliseconds.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const RESOLUTION_MS = 1;
if (isMainThread && process.argv.includes("serve")) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  process.on("SIGUSR2", () => {
    writeSync(2, `loop ${Math.max(0, histogram.max / 1e6 - RESOLUTION_MS).toFixed(1)}\n`);
    histogram.reset();
  });
}
