import { FairShares, type ShareLimits } from "../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";

/** For all organizations. Each running call costs claim renewals. */
const MAX_UNTRANSCRIBED = 1_000;

/** Runs the organization's work that needs the model or the rules, in a slot. */
export type RunInSlot = <T>(
  organizationId: string,
  work: () => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

export interface AnalysisSlots {
  /** The limits for calls in progress: those in a slot, and those that need a transcript. */
  jobLimits: ShareLimits;
  runInSlot: RunInSlot;
  /** The calls that need a transcript. Few, so that calls with a transcript can overtake them. */
  untranscribed: FairShares;
  /** Records an organization with calls. From the second organization on, each leaves a slot for the others. */
  addOrganization: (organizationId: string) => void;
}

/** Divides `concurrency` analyses at a time between the organizations. */
export const createAnalysisSlots = (concurrency: number, canTranscribe: boolean): AnalysisSlots => {
  const organizations = new Set<string>();
  const placesOfOne = (): number =>
    organizations.size > 1 ? Math.max(1, concurrency - 1) : concurrency;
  /** Enough for all slots, and for the next downloads meanwhile. */
  const untranscribedOfOne = (): number =>
    canTranscribe ? placesOfOne() + SHARE_LIMITS.audioDownloads.placesPerKey : 0;
  const shares = new FairShares({
    places: concurrency,
    get placesPerKey() {
      return placesOfOne();
    },
    // The job pool applies the limit.
    waitingPerKey: Infinity,
  });
  return {
    jobLimits: {
      places: concurrency + (canTranscribe ? MAX_UNTRANSCRIBED : 0),
      get placesPerKey() {
        return placesOfOne() + untranscribedOfOne();
      },
      waitingPerKey: Infinity,
    },
    untranscribed: new FairShares({
      places: MAX_UNTRANSCRIBED,
      get placesPerKey() {
        return untranscribedOfOne();
      },
      waitingPerKey: 0,
    }),
    runInSlot: async (organizationId, work, signal) => shares.run(organizationId, work, signal),
    addOrganization: (organizationId) => {
      // Two are enough to show that slots are shared.
      if (organizations.size < 2) organizations.add(organizationId);
    },
  };
};
