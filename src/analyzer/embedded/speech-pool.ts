import type { ChildProcess } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { FairShares } from "../../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import type { Log } from "../../base/log/log.js";
import type { Transcript } from "../../speech/transcribe-file.js";
import { WarmPool } from "../../base/workers/warm-pool.js";
import { UnanalyzableError } from "../analyzer.js";
import {
  runSpeechChild,
  SpeechCrashError,
  type SpeechListener,
  type SpeechLimits,
  startSpeechChild,
} from "./speech-child.js";

/** Starting a process with its models takes two seconds. */
const IDLE_MS = 60_000;
const MAX_RESIDENT_BYTES = 700 * 1024 ** 2;
/** A process at a low priority may wait long for a core. */
const STALL_MS = 10 * 60_000;
/** The wait after each crash but the last, in milliseconds. */
const CRASH_DELAYS_MS = [1_000, 5_000];

export interface SpeechPoolOptions extends Partial<SpeechLimits> {
  log: Log;
  /** How long an idle process stays, in milliseconds. */
  idleMs?: number;
  crashDelaysMs?: readonly number[];
}

/** Transcribes a file for an organization. */
type TranscribePath = (
  organizationId: string,
  path: string,
  signal: AbortSignal,
  listener: SpeechListener,
) => Promise<Transcript>;

export interface SpeechPool {
  /** Runs work that calls `transcribe`: organizations take turns by `SHARE_LIMITS.transcriptions`. */
  runInTurn: <T>(organizationId: string, work: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** @throws UnanalyzableError if the file has no English speech, or crashed the process in each attempt */
  transcribe: TranscribePath;
}

/**
 * Creates a transcription in a child process, because a file may crash it. The process starts with a file, and ends
 * when there is none for a while.
 */
export const createSpeechPool = ({
  log,
  idleMs = IDLE_MS,
  maxResidentBytes = MAX_RESIDENT_BYTES,
  stallMs = STALL_MS,
  crashDelaysMs = CRASH_DELAYS_MS,
}: SpeechPoolOptions): SpeechPool => {
  const shares = new FairShares(SHARE_LIMITS.transcriptions);
  const start = (): ChildProcess => {
    const child = startSpeechChild();
    const forget = (): void => pool.forget(child);
    return child.once("exit", forget).once("error", forget);
  };
  const pool: WarmPool<ChildProcess> = new WarmPool(
    { start, end: (child) => void child.kill("SIGKILL") },
    idleMs,
  );

  const transcribe: TranscribePath = async (_organizationId, path, signal, listener) => {
    const child = pool.take();
    child.ref();
    child.channel?.ref();
    try {
      return await runSpeechChild(child, path, { maxResidentBytes, stallMs }, signal, listener);
    } finally {
      if (child.connected && !child.killed) {
        child.unref();
        child.channel?.unref();
        pool.putBack(child);
      }
    }
  };

  const transcribeAgain: TranscribePath = async (organizationId, path, signal, listener) => {
    for (const delayMs of crashDelaysMs)
      try {
        return await transcribe(organizationId, path, signal, listener);
      } catch (error) {
        if (!(error instanceof SpeechCrashError)) throw error;
        log.warn(
          { err: error, organization: organizationId },
          "a transcription ended; trying again",
        );
        await setTimeout(delayMs, undefined, { signal, ref: false });
      }
    try {
      return await transcribe(organizationId, path, signal, listener);
    } catch (error) {
      if (!(error instanceof SpeechCrashError)) throw error;
      throw new UnanalyzableError(
        "The transcription of the recording's audio ended early each time; the log of debrief has the reason",
        { cause: error },
      );
    }
  };

  return {
    runInTurn: async (organizationId, work, signal) => shares.run(organizationId, work, signal),
    transcribe: transcribeAgain,
  };
};
