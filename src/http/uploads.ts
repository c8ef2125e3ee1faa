import { Failure } from "../../graph/core/errors.js";
import type { UploadSlots } from "../../rest/rest-services.js";
import { KeyCounter } from "../workers/key-counter.js";
import { extendBodyTimeout } from "./body-timeout.js";

const MAX_UPLOADS = 16;
const MAX_UPLOADS_PER_ORGANIZATION = 4;
const RETRY_AFTER_S = "10";

/**
 * Grants upload slots: 4 for each organization and `maxConcurrent` in total, so that no organization blocks
 * the others.
 */
export const createUploads = (maxBytes: number, maxConcurrent = MAX_UPLOADS): UploadSlots => {
  const slots = new KeyCounter();
  return {
    maxBytes,
    acquireSlot: (ctx, organizationId) => {
      if (slots.count(organizationId) >= MAX_UPLOADS_PER_ORGANIZATION)
        throw new Failure(
          "RATE_LIMITED",
          `${MAX_UPLOADS_PER_ORGANIZATION} uploads are under way already`,
        );
      if (slots.total >= maxConcurrent) {
        ctx.set("retry-after", RETRY_AFTER_S);
        throw new Failure("UNAVAILABLE", "Too many uploads are under way, try again");
      }
      extendBodyTimeout(ctx.req);
      return slots.acquire(organizationId);
    },
  };
};
