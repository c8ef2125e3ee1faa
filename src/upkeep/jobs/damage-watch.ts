import type { Knex } from "knex";
import { type Damage, onDamage } from "../../../db/engine/damage.js";
import { MaintenanceConflictError } from "../../../db/search/rebuild-index.js";
import type { Log } from "../../base/log/log.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";
import {
  isSearchRebuilding,
  rebuildSearch,
  renewWords,
  resumeSearch,
} from "../maintenance/rebuild-search.js";

const RETRY_MS = 60_000;

const MESSAGES: Record<Damage, string> = {
  search: "the search index is damaged; the server rebuilds it, and searches may fail until then",
  file: "the database file is damaged; back up its directory, then run: debrief doctor",
};

/** Watches a SQLite database for damage, and repairs the search index. */
export interface DamageWatch {
  /** Lists the current damage. */
  list: () => Damage[];
  /** Repairs damage when it is found, finishes rebuilds that other processes started, and renews former words. */
  start: () => IntervalJob;
}

/** `file`: the path of the SQLite database; undefined if there is no file, and thus nothing to watch. */
export const createDamageWatch = ({
  db,
  file,
  now,
  log,
}: {
  db: Knex;
  file: string | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
}): DamageWatch => {
  const damages = new Set<Damage>();
  let repairing: Promise<void> | undefined;

  const repair = async (): Promise<void> => {
    try {
      if (await resumeSearch(db, now))
        log.info("finished an interrupted rebuild of the search index");
      if (await renewWords(db, now)) log.info("the search index has the words of this version");
      if (!damages.has("search") || (await isSearchRebuilding(db, now()))) return;
      await rebuildSearch(db, now);
      damages.delete("search");
      log.info("the search index is rebuilt");
    } catch (error) {
      // The import may take hours; the next attempt follows in a minute.
      if (error instanceof MaintenanceConflictError) return;
      log.error({ err: error }, "the search index could not be rebuilt; the next attempt follows");
    }
  };

  const repairOnce = async (): Promise<void> =>
    (repairing ??= repair().finally(() => (repairing = undefined)));

  return {
    list: () => [...damages],
    start: () => {
      const listen = file === undefined ? () => () => {} : onDamage.bind(undefined, file);
      const ignore = listen((damage, error) => {
        // One line for each damage, however many requests find it.
        if (!damages.has(damage)) log.error({ err: error }, MESSAGES[damage]);
        damages.add(damage);
        if (damage === "search") setImmediate(() => void repairOnce());
      });
      const retries = startInterval(
        { everyMs: RETRY_MS, log, failureMessage: "the search index could not be checked" },
        repairOnce,
      );
      return {
        stop: async () => {
          ignore();
          await retries.stop();
          await repairing;
        },
      };
    },
  };
};
