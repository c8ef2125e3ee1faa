import { listOrganizations } from "../../../db/organizations/organization.js";
import { emitMissed } from "../../../graph/appointments/missed.js";
import { createContext, type Services } from "../../../graph/context/context.js";
import { yieldToEventLoop } from "../../../graph/turns/yield-to-event-loop.js";
import {
  closeDueWindows,
  MAX_WINDOWS_PER_CHANGE,
  type OnMatchWindowClosed,
} from "../../../graph/matching/close-windows.js";
import type { Log } from "../../base/log/log.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";

const CHECK_INTERVAL_MS = 60_000;

interface MatchWindowOptions {
  services: Services;
  log: Log;
  /** `emitMissed` by default. */
  onClosed?: OnMatchWindowClosed;
}

/** Creates the check that closes every match window that is over, organization by organization. */
export const createMatchWindowCheck = ({
  services,
  log,
  onClosed = emitMissed,
}: MatchWindowOptions): ((signal: AbortSignal) => Promise<void>) => {
  const closeAll = async (organizationId: string, signal: AbortSignal): Promise<void> => {
    const credential = { role: "internal", organizationId } as const;
    const context = createContext(services, credential, "match-windows");
    const total = { closed: 0, unmatched: 0 };
    for (let isFull = true; isFull && !signal.aborted;) {
      const { closed, unmatched } = await closeDueWindows(context, onClosed);
      total.closed += closed;
      total.unmatched += unmatched;
      isFull = closed === MAX_WINDOWS_PER_CHANGE;
      if (isFull) await yieldToEventLoop();
    }
    if (total.closed > 0)
      log.info({ organization: organizationId, ...total }, "match windows closed");
  };

  return async (signal) => {
    for (const { id } of await listOrganizations(services.db)) {
      if (signal.aborted) return;
      try {
        await closeAll(id, signal);
      } catch (error) {
        // The other organizations still get their turn; the next check tries this one again.
        log.error({ err: error, organization: id }, "match windows could not be closed");
      }
    }
  };
};

/** Starts the check: now, for windows that ended while the server was down, and then every minute. */
export const startMatchWindowJob = (options: MatchWindowOptions): IntervalJob =>
  startInterval(
    {
      everyMs: CHECK_INTERVAL_MS,
      log: options.log,
      failureMessage: "match windows could not be checked",
    },
    createMatchWindowCheck(options),
  );
