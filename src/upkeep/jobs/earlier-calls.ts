import { listOrganizationsWithEarlierCalls } from "../../../db/analysis/earlier-calls.js";
import { enqueueEarlierCalls } from "../../../graph/analysis/earlier-calls.js";
import { createContext, type Services } from "../../../graph/context/context.js";
import type { Analyzer } from "../../analyzer/index.js";
import type { Log } from "../../base/log/log.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";

const CHECK_INTERVAL_MS = 2_000;

/**
 * Starts the job that queues earlier calls for another analysis: now, and every two seconds. `analyzer`: the one in this
 * process; a separate worker finds them itself.
 */
export const startEarlierCallsJob = ({
  services,
  analyzer,
  log,
}: {
  services: Services;
  analyzer: Pick<Analyzer, "add"> | undefined;
  log: Log;
}): IntervalJob =>
  startInterval(
    { everyMs: CHECK_INTERVAL_MS, log, failureMessage: "earlier calls could not be queued" },
    async (signal) => {
      for (const organizationId of await listOrganizationsWithEarlierCalls(services.db)) {
        if (signal.aborted) return;
        const credential = { role: "internal", organizationId } as const;
        const context = createContext(services, credential, "earlier-calls");
        try {
          analyzer?.add(organizationId, await enqueueEarlierCalls(context));
        } catch (error) {
          // The other organizations still get their turn; the next check tries this one again.
          log.error(
            { err: error, organization: organizationId },
            "earlier calls could not be queued",
          );
        }
      }
    },
  );
