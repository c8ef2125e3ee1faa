import { FairShares } from "../../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import { Failure } from "../../../graph/core/errors.js";
import type { RequestState } from "../../../rest/rest-context.js";
import type { UploadSlots } from "../../../rest/rest-services.js";
import { extendBodyTimeout } from "./body-timeout.js";

const RETRY_AFTER_S = "10";
/** Of an organization's places, those that people in the console can take: phone systems keep the others. */
const PLACES_OF_PEOPLE = 2;

/** Grants upload slots within each organization's share, at most `maxConcurrent` in total. */
export const createUploads = (
  maxBytes: number,
  maxConcurrent = SHARE_LIMITS.uploads.places,
): UploadSlots => {
  const { placesPerKey } = SHARE_LIMITS.uploads;
  const shares = new FairShares({ ...SHARE_LIMITS.uploads, places: maxConcurrent });
  const people = new FairShares({
    ...SHARE_LIMITS.uploads,
    places: maxConcurrent,
    placesPerKey: PLACES_OF_PEOPLE,
  });
  return {
    maxBytes,
    acquireSlot: (ctx, organizationId) => {
      const isPerson = (ctx.state as RequestState).credential?.sessionId !== undefined;
      if (isPerson && people.countRunning(organizationId) >= PLACES_OF_PEOPLE)
        throw new Failure("RATE_LIMITED", `${PLACES_OF_PEOPLE} uploads of people are in progress`);
      if (shares.countRunning(organizationId) >= placesPerKey)
        throw new Failure("RATE_LIMITED", `${placesPerKey} uploads are already in progress`);
      const release = shares.tryAcquire(organizationId);
      if (!release) {
        ctx.set("retry-after", RETRY_AFTER_S);
        throw new Failure("UNAVAILABLE", "Too many uploads are in progress, try again");
      }
      extendBodyTimeout(ctx.req);
      const releasePerson = isPerson ? people.tryAcquire(organizationId) : undefined;
      return () => {
        release();
        releasePerson?.();
      };
    },
  };
};
