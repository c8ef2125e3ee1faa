import { type IntervalJob, startInterval } from "../jobs/interval.js";
import type { Log } from "../log/log.js";
import type { PartialUploads } from "./partial-uploads.js";

const HOUR_MS = 60 * 60_000;

/** Deletes expired uploads now and every hour. */
export const startExpiredUploadsJob = ({
  partialUploads,
  log,
}: {
  partialUploads: Pick<PartialUploads, "deleteExpired">;
  log: Log;
}): IntervalJob =>
  startInterval(
    { everyMs: HOUR_MS, log, failureMessage: "deleting expired uploads failed" },
    async () => {
      const files = await partialUploads.deleteExpired();
      if (files > 0) log.info({ files }, "deleted expired uploads");
    },
  );
