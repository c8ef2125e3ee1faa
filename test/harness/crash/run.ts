import { setTimeout } from "node:timers/promises";
import type { Db } from "../../../db/engine/connect.js";
import type { Random } from "../../../src/demo/random.js";
import type { Api } from "./api.js";
import { checkCases } from "./check-cases.js";
import { checkAllDeliveries, checkReceived, type AllowedFailures } from "./check-deliveries.js";
import type { Driver } from "./driver.js";
import { addFigures, type CrashFigures } from "./crash-figures.js";
import { countRows, countPending, makeRetriesDue } from "./ledger.js";
import type { Receivers } from "./receivers.js";

/** A broken invariant. */
export class InvariantError extends Error {}

/** @throws InvariantError if there is a problem */
export const assertNoProblems = (problems: string[], ...more: string[][]): void => {
  const all = [problems, ...more].flat();
  if (all.length > 0) throw new InvariantError(all.slice(0, 20).join("\n  "));
};

/** The parts of a run on one database. */
export interface CrashRun {
  /** Contains all files of the run; kept if an invariant breaks. */
  directory: string;
  random: Random;
  receivers: Receivers;
  figures: CrashFigures;
  driver: Driver;
  /** The webhooks' names by ID. */
  names: ReadonlyMap<string, string>;
}

const QUIET_MS = 20;
const MAX_QUIET_MS = 120_000;

/**
 * Checks that changes since the last check are stored completely or not at all, and that nothing
 * was sent twice.
 */
export const checkRound = async (run: CrashRun, db: Db, api: Api): Promise<void> => {
  const { driver, receivers, names } = run;
  assertNoProblems(driver.problems);
  assertNoProblems(
    await checkCases(db, api, [...driver.changedCases], names),
    await checkReceived(db, receivers),
  );
  driver.clearChangedCases();
  await makeRetriesDue(db);
};

/** Waits until no delivery is pending, then checks everything. No changes may run meanwhile. */
export const checkEnd = async (
  run: CrashRun,
  db: Db,
  api: Api,
  allowed: AllowedFailures,
): Promise<void> => {
  const { driver, receivers, names, figures } = run;
  receivers.isHurried = true;
  const until = performance.now() + MAX_QUIET_MS;
  while ((await countPending(db)) > 0 && performance.now() < until) {
    await makeRetriesDue(db);
    await setTimeout(QUIET_MS);
  }
  const { cases } = driver;
  assertNoProblems(driver.problems, await checkCases(db, api, cases, names));
  const { problems, outcomes } = await checkAllDeliveries(db, receivers, names, allowed);
  const found = await countRows(db);
  const sum = (count: (it: (typeof cases)[number]) => number): number =>
    cases.reduce((total, it) => total + count(it), 0);
  const expected = {
    events: sum(({ state }) =>
      Object.values(state.events).reduce((all, { count }) => all + count, 0),
    ),
    recordings: sum(({ state }) => (state.status === "absent" ? 0 : 1)),
    appointments: sum(({ state }) => (state.title > 0 ? 1 : 0)),
  };
  for (const [table, count] of Object.entries(expected))
    if (found[table] !== count) problems.push(`${table} has ${found[table]} rows, not ${count}`);
  addFigures(figures, { ...outcomes, events: found["events"]! });
  assertNoProblems(problems);
};
