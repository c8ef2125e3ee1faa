import { setTimeout } from "node:timers/promises";
import type { Db } from "../../../db/engine/connect.js";
import { listOrganizationsWithMeaningScan } from "../../../db/organizations/meaning-scan.js";
import { listOrganizationsWithTrackerWork } from "../../../db/trackers/trackers.js";
import { createContext, type Services } from "../../../graph/context/context.js";
import type { TrackerFinder } from "../../../graph/core/tracker-port.js";
import {
  deleteHitsOfDeleted,
  searchOldCalls,
  searchQueuedCalls,
} from "../../../graph/trackers/search-calls.js";
import { adoptSpace } from "../../../graph/trackers/adopt-space.js";
import { prepareOldCalls } from "../../../graph/trackers/prepare-calls.js";
import type { Log } from "../../base/log/log.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";

const CHECK_INTERVAL_MS = 2_000;
const REST_MS = 30_000;
const MAX_PAUSE_MS = 1_000;

/** Creates a pause as long as the work since the last one: requests get at least this share of the time. */
const createRest = (signal: AbortSignal): (() => Promise<void>) => {
  let workedSince = performance.now();
  return async () => {
    const pause = Math.min(performance.now() - workedSince, MAX_PAUSE_MS);
    await setTimeout(pause, undefined, { signal, ref: false }).catch(() => {});
    workedSince = performance.now();
  };
};

/**
 * Searches some of an organization's new calls or, without any, of its old ones. Returns whether calls may be left.
 * `rest` runs between two reads of old calls.
 */
export const searchOrganization = async (
  services: Services,
  finder: TrackerFinder,
  organizationId: string,
  signal: AbortSignal,
  rest?: () => Promise<void>,
): Promise<boolean> => {
  const credential = { role: "internal", organizationId } as const;
  const context = createContext(services, credential, "trackers");
  if (await searchQueuedCalls(context, finder, signal)) return true;
  if (signal.aborted) return false;
  return (
    (await deleteHitsOfDeleted(context)) ||
    (await searchOldCalls(context, finder, signal, rest)) ||
    (await prepareOldCalls(context, finder, signal))
  );
};

const listOrganizations = async (db: Db): Promise<Set<string>> =>
  new Set([
    ...(await listOrganizationsWithTrackerWork(db)),
    ...(await listOrganizationsWithMeaningScan(db)),
  ]);

/** Starts the search for trackers: now, and every two seconds. Organizations take turns, a page of calls at a time. */
export const startTrackersJob = ({
  services,
  finder,
  log,
}: {
  services: Services;
  finder: TrackerFinder;
  log: Log;
}): IntervalJob => {
  let isAdopted = !finder.findsMeanings;
  /** When an organization whose search failed may be tried again. */
  const resting = new Map<string, number>();
  return startInterval(
    { everyMs: CHECK_INTERVAL_MS, log, failureMessage: "trackers could not be searched" },
    async (signal) => {
      if (!isAdopted) await adoptSpace(services.db, finder.space);
      isAdopted = true;
      const rest = createRest(signal);
      for (let isLeft = true; isLeft && !signal.aborted;) {
        isLeft = false;
        // Old calls take hours, and new calls of other organizations mustn't wait for them.
        for (const id of await listOrganizations(services.db)) {
          if (signal.aborted) return;
          if ((resting.get(id) ?? 0) > performance.now()) continue;
          try {
            if (await searchOrganization(services, finder, id, signal, rest)) isLeft = true;
          } catch (error) {
            if (signal.aborted) return;
            // The other organizations still get their turn. A model server may be away for hours.
            resting.set(id, performance.now() + REST_MS);
            log.error({ err: error, organization: id }, "trackers could not be searched");
          }
          await rest();
        }
      }
    },
  );
};
