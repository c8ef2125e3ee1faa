import { constants, setPriority } from "node:os";
import { readPeaks } from "../speech/read-peaks.js";
import { SpeechError } from "../speech/speech-error.js";

export interface PeaksRequest {
  path: string;
  /** The file's MIME type. */
  type: string;
}

/** The peaks are empty if the file can't be decoded. */
export type PeaksReply = { peaks: string[] } | { error: string };

// Requests take precedence if cores are scarce.
setPriority(constants.priority.PRIORITY_LOW);

const answer = async ({ path, type }: PeaksRequest): Promise<PeaksReply> => {
  try {
    return { peaks: await readPeaks(path, type) };
  } catch (error) {
    if (error instanceof SpeechError) return { peaks: [] };
    return { error: (error as Error).stack ?? String(error) };
  }
};

// Ctrl-C and a service manager signal the whole group: only the parent ends this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
// The parent has ended.
process.once("disconnect", () => process.exit());
process.on("message", (request: PeaksRequest) => {
  void answer(request).then((reply) => process.send!(reply));
});
