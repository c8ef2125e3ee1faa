import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { ProcessPool } from "../base/workers/process-pool.js";
import type { PeaksReply, PeaksRequest } from "./peaks-process.js";

const MAX_HEAP_MIB = 96;
const MAX_RESIDENT_BYTES = 384 * 1024 ** 2;
const TIMEOUT_MS = 10 * 60_000;
/** A user who listens to one call often listens to another. */
const IDLE_MS = 30_000;

/**
 * Reads how loud a file is over time; empty if it can't be decoded.
 * @throws ProcessEndError, ShareExceededError, Error of the disk, the signal's reason
 */
export type ReadPeaks = (
  organizationId: string,
  request: PeaksRequest,
  signal: AbortSignal,
) => Promise<string[]>;

/** Creates a reader that decodes files in child processes, because a file may be hostile. */
export const createPeaksReader = (): ReadPeaks => {
  const pool = new ProcessPool<PeaksRequest, PeaksReply>({
    script: new URL("./peaks-process.js", import.meta.url),
    limits: SHARE_LIMITS.waveforms,
    heapMib: MAX_HEAP_MIB,
    maxResidentBytes: MAX_RESIDENT_BYTES,
    timeoutMs: TIMEOUT_MS,
    idleMs: IDLE_MS,
  });
  return async (organizationId, request, signal) => {
    const reply = await pool.run(organizationId, request, signal);
    if ("error" in reply) throw new Error(reply.error);
    return reply.peaks;
  };
};
