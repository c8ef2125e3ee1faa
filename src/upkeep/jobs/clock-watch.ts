import type { Db } from "../../../db/engine/connect.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import { recordHeartbeat, type ClockJump } from "../../../graph/retention/clock.js";
import type { Log } from "../../base/log/log.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";

const CHECK_INTERVAL_MS = 5 * 60_000;
const REMINDER_MS = 60 * 60_000;

/** Compares the clock with the heartbeats, and warns while it has jumped. */
export interface ClockWatch {
  /** Checks every organization once. */
  check: (signal?: AbortSignal) => Promise<void>;
  /** Returns after the first check, so that the warning precedes the jobs that delete by age. */
  start: () => Promise<IntervalJob>;
  /** Returns the findings of the last check, for /readyz. */
  listWarnings: () => string[];
}

const formatTime = (time: number): string => new Date(time).toISOString();

export const createClockWatch = ({
  db,
  now,
  log,
}: {
  db: Db;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
}): ClockWatch => {
  let jumps = new Map<string, ClockJump>();
  let remindedAt = -Infinity;

  const report = (found: Map<string, ClockJump>): void => {
    const isNew = [...found.keys()].some((id) => !jumps.has(id));
    const cleared = [...jumps.keys()].filter((id) => !found.has(id));
    jumps = found;
    if (cleared.length > 0)
      log.info(
        { organizations: cleared.length },
        "the clock is right or confirmed; deletion by age continues",
      );
    const [first] = found.values();
    // Uses the system's timer, because the clock itself is in doubt.
    const isReminderDue = performance.now() - remindedAt >= REMINDER_MS;
    if (!first || !(isNew || isReminderDue)) return;
    remindedAt = performance.now();
    log.error(
      {
        organizations: found.size,
        clock: formatTime(first.now),
        lastHeartbeat: formatTime(first.lastHeartbeatAt),
        confirm: "debrief clock confirm",
      },
      "the clock jumped: nothing is deleted by age until it is right or confirmed; new rows get its time",
    );
  };

  const check = async (signal?: AbortSignal): Promise<void> => {
    const found = new Map<string, ClockJump>();
    for (const { id } of await listOrganizations(db)) {
      if (signal?.aborted) return;
      const jump = await recordHeartbeat(db, id, now());
      if (jump) found.set(id, jump);
    }
    report(found);
  };

  return {
    check,
    start: async () => {
      const first = Promise.withResolvers<void>();
      const job = startInterval(
        { everyMs: CHECK_INTERVAL_MS, log, failureMessage: "the clock could not be checked" },
        (signal) => check(signal).finally(first.resolve),
      );
      await first.promise;
      return job;
    },
    listWarnings: () => {
      const [first] = jumps.values();
      if (!first) return [];
      return [
        `the clock jumped from ${formatTime(first.lastHeartbeatAt)} to ${formatTime(first.now)}; nothing is deleted by age until it is right or confirmed: debrief clock confirm`,
      ];
    },
  };
};
