import { Failure } from "../graph/errors.js";
import type { Uploads } from "../rest/upload.js";
import { takeTime } from "./body-time.js";

const MOST = 16;
const MOST_EACH = 4;
const RETRY_AFTER_S = "10";

/** Takes uploads of at most so many bytes, so many at once that no organization keeps others from theirs. */
export const createUploads = (most: number, mostAtOnce = MOST): Uploads => {
  const underWay = new Map<string, number>();
  let all = 0;
  return {
    most,
    begin: (ctx, organizationId) => {
      const own = underWay.get(organizationId) ?? 0;
      if (own >= MOST_EACH)
        throw new Failure("RATE_LIMITED", `${MOST_EACH} uploads are under way already`);
      if (all >= mostAtOnce) {
        ctx.set("retry-after", RETRY_AFTER_S);
        throw new Failure("UNAVAILABLE", "Too many uploads are under way, try again");
      }
      all += 1;
      underWay.set(organizationId, own + 1);
      takeTime(ctx.req);
      return () => {
        all -= 1;
        const left = underWay.get(organizationId)! - 1;
        if (left > 0) underWay.set(organizationId, left);
        else underWay.delete(organizationId);
      };
    },
  };
};
