import { constants, setPriority } from "node:os";
import { readPeaks } from "../speech/read-peaks.js";
import { SpeechError } from "../speech/speech-error.js";

export interface PeaksRequest {
  path: string;
  /** The file's MIME type. */
  type: string;
}

/** `reason`: why the file can't be decoded. */
export type PeaksReply = { peaks: string[] } | { reason: string } | { error: string };

// Requests take precedence if cores are scarce.
setPriority(constants.priority.PRIORITY_LOW);

const answer = async ({ path, type }: PeaksRequest): Promise<PeaksReply> => {
  try {
    return { peaks: await readPeaks(path, type) };
  } catch (error) {
    const { message, stack } = error as Error;
    return error instanceof SpeechError ? { reason: message } : { error: stack ?? message };
  }
};

// Ctrl-C and a service manager signal the whole group: only the parent ends this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
// The parent has ended.
process.once("disconnect", () => process.exit());
process.on("message", (request: PeaksRequest) => {
  void answer(request).then((reply) => process.send!(reply));
});
