import { once } from "node:events";
import type { CalendarReading } from "../../graph/calendars/occurrence.js";
import type { CalendarMessage, CalendarRequest } from "./calendar-process.js";
import { limitCpu } from "../base/workers/limit-cpu.js";
import { limitMemory } from "../base/workers/limit-memory.js";
import { startProcess } from "../base/workers/process.js";
import { FeedError } from "./feed-error.js";

const MAX_HEAP_MIB = 256;
const POLL_MS = 20;

/** The limits of one read. */
export interface CalendarLimits {
  /** Includes the start of the process, which takes about 100 ms. */
  maxCpuMs: number;
  maxResidentBytes: number;
  /** A process of low priority may wait for a core. */
  timeoutMs: number;
}

export const CALENDAR_LIMITS: CalendarLimits = {
  maxCpuMs: 5_000,
  maxResidentBytes: 400 * 1024 ** 2,
  timeoutMs: 120_000,
};

const unwrapMessage = (message: CalendarMessage): CalendarReading => {
  if ("calendar" in message) return message.calendar;
  if ("invalid" in message) throw new FeedError(`the calendar ${message.invalid}`);
  throw new Error(`a calendar could not be read: ${message.error}`);
};

/**
 * Reads a calendar in a separate process, because its text is untrusted. Kills the process if it exceeds a limit.
 * @throws FeedError for an invalid calendar, for one that exceeds a limit, and if the process crashes
 */
export const readCalendarInChild = async (
  request: CalendarRequest,
  { maxCpuMs, maxResidentBytes, timeoutMs }: CalendarLimits = CALENDAR_LIMITS,
  stopping?: AbortSignal,
): Promise<CalendarReading> => {
  stopping?.throwIfAborted();
  const child = startProcess(new URL("./calendar-process.js", import.meta.url), {
    heapMib: MAX_HEAP_MIB,
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  stopping?.addEventListener("abort", kill, { once: true });
  const done = new AbortController();
  let hasTimedOut = false;
  const timeout = setTimeout(() => {
    hasTimedOut = true;
    kill();
  }, timeoutMs);
  const answered = once(child, "message", { signal: done.signal });
  const ended = once(child, "exit", { signal: done.signal });
  const cpu = limitCpu(child, { maxCpuMs, pollMs: POLL_MS }, done.signal);
  const memory = limitMemory(child, { maxResidentBytes, pollMs: POLL_MS }, done.signal);
  try {
    child.send(request, () => {});
    const first = await Promise.race([answered, ended.then(() => undefined)]);
    if (first) return unwrapMessage(first[0] as CalendarMessage);
    stopping?.throwIfAborted();
    done.abort();
    if (await cpu) throw new FeedError(`the calendar needs more than ${maxCpuMs / 1000} s to read`);
    if (await memory) throw new FeedError("the calendar needs too much memory");
    throw new FeedError(
      hasTimedOut
        ? `the calendar could not be read within ${timeoutMs / 1000} s: this machine is busy`
        : "the calendar could not be read: its process ended early",
    );
  } finally {
    done.abort();
    clearTimeout(timeout);
    stopping?.removeEventListener("abort", kill);
    process.off("exit", kill);
    kill();
    await Promise.allSettled([answered, ended]);
  }
};
