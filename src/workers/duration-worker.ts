import { parentPort, workerData } from "node:worker_threads";
import { parseFile } from "music-metadata";

const { path } = workerData as { path: string };

const MAX_DURATION_MS = 2 ** 31 - 1;

// What it says of itself; to count all frames of one that does not would take long.
const readDuration = async (): Promise<number | null> => {
  try {
    const { format } = await parseFile(path, { duration: false, skipCovers: true });
    const duration = Math.round((format.duration ?? Number.NaN) * 1000);
    return duration > 0 && duration <= MAX_DURATION_MS ? duration : null;
  } catch {
    return null;
  }
};

void readDuration().then((duration) => parentPort!.postMessage(duration));
