import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers";
import type { Transcript } from "../../speech/transcribe-file.js";
import { limitMemory } from "../../base/workers/limit-memory.js";
import { startProcess } from "../../base/workers/process.js";
import type { SpeechMessage } from "./speech-process.js";
import { UnanalyzableError } from "../analyzer.js";

const MAX_HEAP_MIB = 192;
const MEMORY_POLL_MS = 200;

export interface SpeechLimits {
  /** Resident memory; the models take about 550 MB of it. */
  maxResidentBytes: number;
  /** How long the process may be silent, in milliseconds. */
  stallMs: number;
}

/** Receives the results that are available before the transcript. */
export interface SpeechListener {
  onProgress?: (percent: number) => void;
  /** Receives the waveform of each speaker's channel, as base64. Called again if the file is retried. */
  onPeaks?: (peaks: string[]) => void;
}

/** The process ended, or was ended for a limit, before it had a transcript. */
export class SpeechCrashError extends Error {}

/** Starts a process that transcribes files, one at a time. It ends with this one. */
export const startSpeechChild = (): ChildProcess => {
  const child = startProcess(new URL("./speech-process.js", import.meta.url), {
    heapMib: MAX_HEAP_MIB,
  });
  const kill = (): void => void child.kill("SIGKILL");
  const forget = (): void => void process.off("exit", kill);
  process.once("exit", kill);
  return child.once("exit", forget).once("error", forget);
};

type ResultMessage = Exclude<SpeechMessage, { percent: number } | { peaks: string[] }>;

/** The file has no transcript. `transcript`: its notices, and what was understood of a call in another language. */
export class NotUnderstoodError extends Error {
  constructor(
    message: string,
    readonly transcript: Transcript,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

const unwrapMessage = (message: ResultMessage): Transcript => {
  if ("transcript" in message) return message.transcript;
  const cause = new Error(message.error);
  const { reason, understood } = message;
  if (reason === undefined) throw cause;
  throw understood
    ? new NotUnderstoodError(reason, understood, { cause })
    : new UnanalyzableError(reason, { cause });
};

/** Rejects if the process ends. */
const awaitEnd = async (child: ChildProcess, signal: AbortSignal): Promise<never> => {
  const [code, killed] = (await once(child, "exit", { signal })) as [number | null, string | null];
  throw new SpeechCrashError(`the transcription process ended with ${killed ?? code}`);
};

/**
 * Transcribes a file in the process. Kills it if the signal aborts, or it exceeds a limit.
 * @throws UnanalyzableError, NotUnderstoodError, SpeechCrashError, the signal's reason
 */
export const runSpeechChild = async (
  child: ChildProcess,
  path: string,
  { maxResidentBytes, stallMs }: SpeechLimits,
  stopping: AbortSignal,
  { onProgress, onPeaks }: SpeechListener,
): Promise<Transcript> => {
  stopping.throwIfAborted();
  const done = new AbortController();
  const kill = (): void => void child.kill("SIGKILL");
  stopping.addEventListener("abort", kill, { once: true });
  const stall = setTimeout(kill, stallMs).unref();
  const { promise, resolve, reject } = Promise.withResolvers<Transcript>();
  const onMessage = (message: SpeechMessage): void => {
    stall.refresh();
    if ("percent" in message) return onProgress?.(message.percent);
    if ("peaks" in message) return onPeaks?.(message.peaks);
    try {
      resolve(unwrapMessage(message));
    } catch (error) {
      reject(error);
    }
  };
  child.on("message", onMessage);
  const ended = awaitEnd(child, done.signal);
  void limitMemory(child, { maxResidentBytes, pollMs: MEMORY_POLL_MS }, done.signal);
  try {
    child.send(path, (error) => error && reject(new SpeechCrashError(error.message)));
    return await Promise.race([promise, ended]);
  } catch (error) {
    stopping.throwIfAborted();
    throw error;
  } finally {
    done.abort();
    clearTimeout(stall);
    stopping.removeEventListener("abort", kill);
    child.off("message", onMessage);
    await Promise.allSettled([ended]);
  }
};
