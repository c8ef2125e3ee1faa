import { constants, setPriority } from "node:os";
import { type SilenceRequest, silenceFile } from "../speech/silence-file.js";
import { SpeechError } from "../speech/speech-error.js";

/** The size of the silenced file. `reason`: the source can't be decoded. */
export type SilenceMessage = { bytes: number } | { reason: string } | { error: string };

// Requests take precedence if cores are scarce.
setPriority(constants.priority.PRIORITY_LOW);

const silence = async (request: SilenceRequest): Promise<SilenceMessage> => {
  try {
    return { bytes: await silenceFile(request) };
  } catch (error) {
    const { message, stack } = error as Error;
    return error instanceof SpeechError ? { reason: message } : { error: stack ?? message };
  }
};

// Ctrl-C and a service manager signal the whole group: only the parent ends this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
// The parent has ended.
process.once("disconnect", () => process.exit());
process.once("message", (request: SilenceRequest) => {
  void silence(request).then((message) => process.send!(message));
});
