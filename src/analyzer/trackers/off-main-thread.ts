import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import type { TrackerFinder } from "../../../graph/core/tracker-port.js";
import { ThreadPool } from "../../base/workers/thread-pool.js";
import { CONCEPTS } from "../../meaning/concepts/concepts.js";
import type { Meaning } from "../../meaning/meaning.js";
import type { Vectors } from "../basic/moments.js";
import type { TrackersReply, TrackersRequest } from "./trackers-worker.js";

const TIMEOUT_MS = 60_000;
const MAX_HEAP_MIB = 256;
const NO_VECTORS: Vectors = new Map();

/** Creates the search for trackers on worker threads. Without `meaning`, only phrases are found. */
export const createTrackerFinder = (meaning: Meaning | undefined): TrackerFinder => {
  const pool = new ThreadPool<TrackersRequest, TrackersReply>({
    script: new URL("./trackers-worker.js", import.meta.url),
    limits: SHARE_LIMITS.trackers,
    maxHeapMib: MAX_HEAP_MIB,
    timeoutMs: TIMEOUT_MS,
  });

  const computeVectors = async (
    organizationId: string,
    request: TrackersRequest,
    signal: AbortSignal | undefined,
  ): Promise<Vectors> => {
    if (!meaning || request.rules.every(({ concept }) => concept === null)) return NO_VECTORS;
    const reply = await pool.run(organizationId, request, signal);
    const texts = "texts" in reply ? reply.texts : [];
    const vectors = await meaning.embed(organizationId, texts, signal);
    return new Map(texts.map((text, index) => [text, vectors[index]!]));
  };

  return {
    ready: CONCEPTS.map(({ id, name, by }) => ({ concept: id, name, saidBy: by })),
    findsMeanings: meaning !== undefined,
    find: async (organizationId, request, signal) => {
      if (request.rules.length === 0 || request.transcripts.length === 0)
        return request.transcripts.map(() => ({ hits: [], vectors: null }));
      const vectors = await computeVectors(organizationId, request, signal);
      const reply = await pool.run(organizationId, { ...request, vectors }, signal);
      if (!("calls" in reply)) throw new Error("a search for trackers was answered with texts");
      return reply.calls;
    },
  };
};
