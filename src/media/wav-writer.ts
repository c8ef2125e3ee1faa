import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Failure } from "../../graph/core/errors.js";
import type { WavRequest } from "../speech/write-wav.js";
import { limitMemory } from "../base/workers/limit-memory.js";
import { startProcess } from "../base/workers/process.js";
import type { WavMessage } from "./wav-process.js";

const TIMEOUT_MS = 30 * 60_000;
const MAX_HEAP_MIB = 96;
const MAX_RESIDENT_BYTES = 384 * 1024 ** 2;
const POLL_MS = 200;

const receiveMessage = async (child: ChildProcess, signal: AbortSignal): Promise<WavMessage> => {
  const ended = once(child, "exit", { signal }).then(([code, killedBy]) => {
    throw new Error(`the audio process ended early (${killedBy ?? `exit code ${code}`})`);
  });
  const answered = once(child, "message", { signal });
  const [message] = (await Promise.race([answered, ended])) as [WavMessage];
  return message;
};

/**
 * Copies a file's audio as WAV in a child process, because a file may be hostile. Returns the size of the result, or the decoder's
 * reason for refusing the file.
 * @throws UNAVAILABLE if the disk is almost full; Error if the process ends for another reason, such as a signal or its limits of time and memory; the reason of
 * `stopping`, which ends the process
 */
export const writeWavInProcess = async (
  request: WavRequest,
  stopping: AbortSignal,
): Promise<{ bytes: number } | { reason: string }> => {
  const child = startProcess(new URL("./wav-process.js", import.meta.url), {
    heapMib: MAX_HEAP_MIB,
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const done = new AbortController();
  const signal = AbortSignal.any([stopping, done.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  void limitMemory(child, { maxResidentBytes: MAX_RESIDENT_BYTES, pollMs: POLL_MS }, signal);
  try {
    child.send(request);
    const message = await receiveMessage(child, signal);
    if ("unavailable" in message) throw new Failure("UNAVAILABLE", message.unavailable);
    // The message is shown to users; the stack has paths of the server.
    if ("error" in message) throw new Error(message.error, { cause: message.stack });
    return message;
  } finally {
    done.abort();
    kill();
    process.off("exit", kill);
  }
};
