import { constants, setPriority } from "node:os";
import { Failure } from "../../graph/core/errors.js";
import { type WavRequest, writeWav } from "../speech/write-wav.js";
import { SpeechError } from "../speech/speech-error.js";

/** The size of the written file. `reason`: the source can't be decoded. `unavailable`: the disk is almost full. */
export type WavMessage =
  | { bytes: number }
  | { reason: string }
  | { unavailable: string }
  | { error: string; stack: string | undefined };

const DISK_FULL_CODE = /^(ENOSPC|EDQUOT)$/;

// Requests take precedence if cores are scarce.
setPriority(constants.priority.PRIORITY_LOW);

const write = async (request: WavRequest): Promise<WavMessage> => {
  try {
    return { bytes: await writeWav(request) };
  } catch (error) {
    const { message, stack, code = "" } = error as NodeJS.ErrnoException;
    if (error instanceof Failure) return { unavailable: message };
    // Others have used up the reserved space.
    if (DISK_FULL_CODE.test(code)) return { unavailable: "The disk of the server is full" };
    return error instanceof SpeechError ? { reason: message } : { error: message, stack };
  }
};

// Ctrl-C and a service manager signal the whole group: only the parent ends this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
// The parent has ended.
process.once("disconnect", () => process.exit());
process.once("message", (request: WavRequest) => {
  void write(request).then((message) => process.send!(message));
});
