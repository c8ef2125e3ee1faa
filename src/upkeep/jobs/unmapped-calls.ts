import { listOrganizationsWithUnmappedCalls } from "../../../db/dialers/unmapped-calls.js";
import { createContext, type Services } from "../../../graph/context/context.js";
import { withRedactionSignal } from "../../../graph/core/redaction-port.js";
import {
  deleteExpiredUnmappedCalls,
  replayUnmappedCalls,
} from "../../../graph/dialers/replay-unmapped.js";
import type { Log } from "../../base/log/log.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";

const CHECK_INTERVAL_MS = 60_000;

/** Replays calls that wait for their user. */
export interface UnmappedCallsJob extends IntervalJob {
  /** Replays an organization's calls soon, because a user has a new number. */
  wake: (organizationId: string) => void;
}

/** Creates the replay of one organization. Calls of a process for the same organization run one after the other. */
const createReplay = ({ services, log }: { services: Services; log: Log }) => {
  const running = new Map<string, Promise<void>>();
  const replay = async (organizationId: string, signal: AbortSignal): Promise<void> => {
    const credential = { role: "internal", organizationId } as const;
    const redacting = withRedactionSignal(services, signal);
    const context = createContext(redacting, credential, "unmapped-calls");
    const counts = await replayUnmappedCalls(context, signal);
    const expired = await deleteExpiredUnmappedCalls(context);
    if (counts.replayed + counts.dropped + expired > 0)
      log.info(
        { organization: organizationId, ...counts, expired },
        "replayed calls that waited for their user",
      );
  };
  return async (organizationId: string, signal: AbortSignal): Promise<void> => {
    const previous = running.get(organizationId);
    const next = (async () => {
      await previous;
      try {
        await replay(organizationId, signal);
      } catch (error) {
        // The next start tries again.
        if (signal.aborted) return;
        // The other organizations still get their turn; the next check tries this one again.
        log.error({ err: error, organization: organizationId }, "kept calls could not be replayed");
      }
    })();
    running.set(organizationId, next);
    await next;
    if (running.get(organizationId) === next) running.delete(organizationId);
  };
};

/** Starts the replays: now, every minute, and for an organization that is woken. */
export const startUnmappedCallsJob = (options: {
  services: Services;
  log: Log;
}): UnmappedCallsJob => {
  const replay = createReplay(options);
  const stopping = new AbortController();
  const woken = new Set<Promise<void>>();
  const job = startInterval(
    {
      everyMs: CHECK_INTERVAL_MS,
      log: options.log,
      failureMessage: "kept calls could not be checked",
    },
    async (signal) => {
      for (const id of await listOrganizationsWithUnmappedCalls(options.services.db)) {
        if (signal.aborted) return;
        await replay(id, signal);
      }
    },
  );
  return {
    wake: (organizationId) => {
      if (stopping.signal.aborted) return;
      const run = replay(organizationId, stopping.signal).finally(() => woken.delete(run));
      woken.add(run);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([job.stop(), ...woken]);
    },
  };
};
