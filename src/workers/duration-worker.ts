import { parentPort, workerData } from "node:worker_threads";
import { parseFile } from "music-metadata";

const { path } = workerData as { path: string };

const MAX_DURATION_MS = 2 ** 31 - 1;

// Reads the duration that the file declares. Counting all frames of a file without one would take too long.
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
