import { open } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { parseBlob } from "music-metadata";
import { measureDuration } from "../speech/measure-duration.js";
import { createLimitedBlob } from "./limited-blob.js";

const MAX_DURATION_MS = 2 ** 31 - 1;

// Requests take precedence if cores are scarce.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Reads the seconds that the file declares. Counting all frames of a file without them would take too long. */
const readDeclared = async (path: string): Promise<number | undefined> => {
  await using handle = await open(path);
  const { size } = await handle.stat();
  const blob = createLimitedBlob(handle, size);
  return (await parseBlob(blob, { duration: false, skipCovers: true })).format.duration;
};

const readDuration = async (path: string): Promise<number | null> => {
  try {
    const measured = await measureDuration(path).catch(() => undefined);
    const seconds = measured ?? (await readDeclared(path));
    const duration = Math.round((seconds ?? Number.NaN) * 1000);
    return duration > 0 && duration <= MAX_DURATION_MS ? duration : null;
  } catch {
    return null;
  }
};

// Ctrl-C and a service manager signal the whole group: only the parent ends this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
// The parent has ended.
process.once("disconnect", () => process.exit());
process.on("message", (path: string) => {
  void readDuration(path).then((duration) => process.send!(duration));
});
