import { listDueCalendars, resetDistantPolls } from "../../../db/calendars/calendar.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import { write } from "../../../db/engine/write.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import { JobPool } from "../../base/workers/job-pool.js";
import { MAX_POLL_WAIT_MS, pollCalendar, type PollOptions } from "../../calendars/poll-calendar.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";

const CHECK_INTERVAL_MS = 30_000;
const PAGE_SIZE = 100;

/** Polls calendars that are due. Several processes may share one database. */
export interface CalendarJob extends IntervalJob {
  /** Polls a calendar now, because it is new or an admin requested it. */
  wake: (organizationId: string, calendarId: string) => void;
}

/** Starts polling: now, and then, every 30 seconds, the calendars that are due. */
export const startCalendarJob = (options: PollOptions): CalendarJob => {
  const { services, log } = options;
  const { db } = services;
  const stopping = new AbortController();
  const pool = new JobPool(async (job) => {
    try {
      await pollCalendar(options, job, stopping.signal);
    } catch (error) {
      // The claim expires, and a check finds it again.
      log.error({ err: error, calendar: job.id }, "a poll of a calendar could not be recorded");
    }
  }, SHARE_LIMITS.calendarPolls);

  const checkOrganization = async (id: string): Promise<void> => {
    const now = services.now();
    // After the clock was set back, a calendar would wait until the old time.
    const latest = now + 2 * MAX_POLL_WAIT_MS;
    const [distant] = await listDueCalendars(db, id, Number.MAX_SAFE_INTEGER, 1, latest);
    if (distant !== undefined)
      await write(db, id, (trx) => resetDistantPolls(trx, id, now, latest));
    const due = await listDueCalendars(db, id, now, PAGE_SIZE);
    // Not awaited, so that an organization with slow calendars doesn't delay the others.
    if (due.length > 0 && !stopping.signal.aborted) void pool.enqueue(id, due);
  };

  const job = startInterval(
    { everyMs: CHECK_INTERVAL_MS, log, failureMessage: "calendars could not be checked" },
    async (signal) => {
      for (const { id } of await listOrganizations(db)) {
        if (signal.aborted) return;
        await checkOrganization(id);
      }
    },
  );
  return {
    wake: (organizationId, id) => {
      if (!stopping.signal.aborted) pool.enqueueUrgent({ organizationId, id });
    },
    stop: async () => {
      stopping.abort();
      await job.stop();
      await pool.stop();
    },
  };
};
