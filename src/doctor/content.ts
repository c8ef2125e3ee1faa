import { loadNewestRowTime, countOverdueDeliveries } from "../../db/engine/doctor.js";
import { listOrganizations } from "../../db/organizations/organization.js";
import {
  countSearchIndexDrift,
  rebuildSearchIndex,
  countStraySearchRows,
} from "../../db/search/search-index.js";
import { findHeartbeat } from "../../db/retention/heartbeats.js";
import { findClockJump } from "../../graph/retention/clock.js";
import { isStatsFormatCurrent } from "../../graph/stats/format.js";
import { rebuildStats } from "../../graph/stats/rebuild.js";
import { checkRollups } from "../../graph/stats/rollups-check.js";
import type { Check, CheckProblem } from "./check.js";

const MAX_CLOCK_SKEW_MS = 5 * 60_000;
const OVERDUE_MS = 5 * 60_000;

/** Checks for rows from the future: the clock was ahead then, or is behind now. */
export const clockCheck: Check = {
  name: "clock",
  run: async ({ db, now }) => {
    const newest = await loadNewestRowTime(db);
    if (newest <= now + MAX_CLOCK_SKEW_MS) return [];
    const [clockTime, rowTime] = [now, newest].map((time) => new Date(time).toISOString());
    const message = `the clock shows ${clockTime}, but the newest row was created at ${rowTime}; set the clock`;
    return [{ message, fix: "timedatectl set-ntp true", repaired: false }];
  },
};

/** Checks for organizations whose deletion by age has stopped. A server that never ran has no heartbeats. */
export const heartbeatCheck: Check = {
  name: "heartbeat",
  run: async ({ db, now }) => {
    const problems: CheckProblem[] = [];
    for (const { id } of await listOrganizations(db)) {
      if ((await findHeartbeat(db, id)) === undefined) continue;
      const jump = await findClockJump(db, id, now);
      if (!jump) continue;
      const [clockTime, beatTime] = [now, jump.lastHeartbeatAt].map((time) =>
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

/** Checks for overdue deliveries. A running server claims one within seconds, and ends the claims of a dead server. */
export const outboxCheck: Check = {
  name: "outbox",
  run: async ({ db, now }) => {
    const { waiting, claimed } = await countOverdueDeliveries(db, now - OVERDUE_MS);
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

export const searchCheck: Check = {
  name: "search",
  run: async ({ db, repair }) => {
    const ids = (await listOrganizations(db)).map(({ id }) => id);
    const outcome = { fix: "debrief doctor --repair", repaired: repair };
    const problems: CheckProblem[] = [];
    const stray = await countStraySearchRows(db);
    if (stray > 0)
      problems.push({ message: `the search index has ${stray} incomplete rows`, ...outcome });
    for (const organization of ids) {
      const count = await countSearchIndexDrift(db, organization);
      const message = `the search index is wrong for ${count} recordings`;
      if (count > 0) problems.push({ organization, message, ...outcome });
    }
    if (repair && problems.length > 0) await rebuildSearchIndex(db, ids);
    return problems;
  },
};
