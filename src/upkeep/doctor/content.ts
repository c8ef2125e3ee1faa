import { loadNewestRowTime, countOverdueDeliveries } from "../../../db/engine/doctor.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import { findHeartbeat } from "../../../db/retention/heartbeats.js";
import { findClockJump } from "../../../graph/retention/clock.js";
import { dialectOf } from "../../../db/engine/connect.js";
import { listMaintenanceMarks } from "../../../db/engine/maintenance.js";
import { countSearchDrift, countStraySearchRows } from "../../../db/search/check-index.js";
import { fillSearchIndex, MaintenanceConflictError } from "../../../db/search/rebuild-index.js";
import { isStatsFormatCurrent } from "../../../graph/stats/format.js";
import { rebuildStats } from "../../../graph/stats/rebuild.js";
import { checkRollups } from "../../../graph/stats/rollups-check.js";
import { isUnderWay } from "../maintenance/maintenance.js";
import type { Check, CheckProblem } from "./check.js";
import { rebuildSearch } from "../maintenance/rebuild-search.js";

const MAX_CLOCK_SKEW_MS = 5 * 60_000;
const OVERDUE_MS = 5 * 60_000;

/** Checks for rows from the future: either the clock was ahead then, or it is behind now. */
export const clockCheck: Check = {
  name: "clock",
  run: async ({ db, now }) => {
    const newest = await loadNewestRowTime(db);
    if (newest <= now() + MAX_CLOCK_SKEW_MS) return [];
    const [clockTime, rowTime] = [now(), newest].map((time) => new Date(time).toISOString());
    const message = `the clock shows ${clockTime}, but the newest row was created at ${rowTime}; set the clock`;
    return [{ message, fix: "timedatectl set-ntp true", repaired: false }];
  },
};

/** Checks for organizations whose deletion by age has stopped. If no server ever ran, there are no heartbeats. */
export const heartbeatCheck: Check = {
  name: "heartbeat",
  run: async ({ db, now }) => {
    const problems: CheckProblem[] = [];
    for (const { id } of await listOrganizations(db)) {
      if ((await findHeartbeat(db, id)) === undefined) continue;
      const jump = await findClockJump(db, id, now());
      if (!jump) continue;
      const [clockTime, beatTime] = [now(), jump.lastHeartbeatAt].map((time) =>
        new Date(time).toISOString(),
      );
      problems.push({
        organization: id,
        message: `nothing is deleted by age: the clock shows ${clockTime}, and the last heartbeat was at ${beatTime}; set the clock, or confirm it`,
        fix: `debrief clock confirm --org ${id}`,
        repaired: false,
      });
    }
    return problems;
  },
};

const buildNotSentProblem = (message: string): CheckProblem => ({
  message,
  fix: "debrief serve",
  repaired: false,
});

/**
 * Checks for overdue deliveries. A running server claims one within seconds, and marks a dead server's claims as
 * interrupted.
 */
export const outboxCheck: Check = {
  name: "outbox",
  run: async ({ db, now }) => {
    const { waiting, claimed } = await countOverdueDeliveries(db, now() - OVERDUE_MS);
    return [
      ...(waiting === 0
        ? []
        : [
            buildNotSentProblem(
              `${waiting} deliveries have been pending for more than 5 minutes; no server sends them`,
            ),
          ]),
      ...(claimed === 0
        ? []
        : [
            buildNotSentProblem(
              `${claimed} deliveries are claimed by a server that no longer runs`,
            ),
          ]),
    ];
  },
};

export const statsCheck: Check = {
  name: "statistics",
  run: async ({ db, repair }) => {
    const problems: CheckProblem[] = [];
    for (const { id } of await listOrganizations(db)) {
      if (!(await isStatsFormatCurrent(db, id))) {
        if (repair) await rebuildStats(db, id);
        problems.push({
          organization: id,
          message: "another version stored the statistics in a different format",
          fix: "debrief doctor --repair",
          repaired: repair,
        });
        continue;
      }
      const { recordings, buckets } = await checkRollups(db, id, repair);
      if (recordings + buckets > 0)
        problems.push({
          organization: id,
          message: `the statistics are wrong for ${recordings} recordings and in ${buckets} buckets`,
          fix: "debrief doctor --repair",
          repaired: repair,
        });
    }
    return problems;
  },
};

/** Checks that the search index contains exactly the words of each recording. */
export const searchCheck: Check = {
  name: "search",
  run: async ({ db, repair, now }) => {
    const fix = "debrief doctor --repair";
    const rebuilds = await listMaintenanceMarks(db, "search");
    if (rebuilds.some((mark) => isUnderWay(mark, now()))) {
      const message = "another process is rebuilding the search index; check again later";
      return [{ message, fix: "debrief doctor", repaired: false }];
    }
    const problems: CheckProblem[] = [];
    if (rebuilds.length > 0)
      problems.push({
        message: "a rebuild of the search index was interrupted",
        fix,
        repaired: false,
      });
    const stray = await countStraySearchRows(db);
    if (stray > 0)
      problems.push({
        message: `the search index has ${stray} incomplete rows`,
        fix,
        repaired: false,
      });
    const ids = (await listOrganizations(db)).map(({ id }) => id);
    let wrongCount = stray;
    for (const organization of ids) {
      const { missing, wrong } = await countSearchDrift(db, organization);
      wrongCount += wrong;
      const message = `the search index is wrong for ${missing + wrong} recordings`;
      if (missing + wrong > 0) problems.push({ organization, message, fix, repaired: false });
    }
    if (!repair || problems.length === 0) return problems;
    try {
      // SQLite's index can delete an entry only if its words are known.
      if (dialectOf(db) === "sqlite" && (wrongCount > 0 || rebuilds.length > 0))
        await rebuildSearch(db, now);
      else for (const id of ids) await fillSearchIndex(db, id);
    } catch (error) {
      if (!(error instanceof MaintenanceConflictError)) throw error;
      return problems.map(({ message, ...rest }) => ({
        ...rest,
        message: `${message}; repair later: ${error.message}`,
      }));
    }
    return problems.map((problem) => ({ ...problem, repaired: true }));
  },
};
