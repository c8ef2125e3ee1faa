import { constants, setPriority } from "node:os";
import { SpeechError } from "../../speech/speech-error.js";
import { loadSpeechModels, type SpeechModels } from "../../speech/speech-models.js";
import { PartlyHeardError, type Transcript, transcribeFile } from "../../speech/transcribe-file.js";

/**
 * A message from this process. An error contains a reason for users if a retry would fail in the same way, and what was
 * understood nevertheless: the notices of the audio, and the English of a call in another language.
 */
export type SpeechMessage =
  | { percent: number }
  | { peaks: string[] }
  | { transcript: Transcript }
  | { error: string; reason?: string; understood?: Transcript };

const BEAT_MS = 1_000;

// Requests take precedence if cores are scarce. The lowest priority is too low: other work on the machine starves it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const send = (message: SpeechMessage): void => {
  process.send!(message);
};

let models: Promise<SpeechModels> | undefined;

/** Sends each new percentage, and repeats the last one every second as a heartbeat. */
const createProgressSender = (): ((percent: number) => void) => {
  let last = { percent: -1, at: 0 };
  return (percent) => {
    const at = performance.now();
    if (percent === last.percent && at < last.at + BEAT_MS) return;
    last = { percent, at };
    send({ percent });
  };
};

const transcribe = async (path: string): Promise<void> => {
  try {
    const loaded = await (models ??= loadSpeechModels());
    const sendPeaks = (peaks: string[]): void => send({ peaks });
    send({ transcript: await transcribeFile(loaded, path, createProgressSender(), sendPeaks) });
  } catch (error) {
    const { message, stack } = error as Error;
    const cause = (error as Error).cause === undefined ? "" : `: ${String((error as Error).cause)}`;
    send({
      error: `${stack ?? message}${cause}`,
      ...(error instanceof SpeechError && { reason: message }),
      ...(error instanceof PartlyHeardError && { understood: error.understood }),
    });
  }
};

// The parent has ended.
process.once("disconnect", () => process.exit());
process.on("message", (path: string) => void transcribe(path));
