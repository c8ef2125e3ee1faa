import { setTimeout } from "node:timers/promises";
import type { Db } from "../../db/connect.js";
import type { Random } from "../../src/demo/random.js";
import type { Api } from "./api.js";
import { checkCases } from "./check-cases.js";
import { checkAll, checkReceived, type Excuses } from "./check-deliveries.js";
import type { Driver } from "./driver.js";
import { add, type Figures } from "./figures.js";
import { counts, unended } from "./ledger.js";
import type { Receivers } from "./receivers.js";

/** An invariant that does not hold. */
export class Broken extends Error {}

/** @throws Broken where there is a problem */
export const hold = (problems: string[], ...more: string[][]): void => {
  const all = [problems, ...more].flat();
  if (all.length > 0) throw new Broken(all.slice(0, 20).join("\n  "));
};

/** What one database's run is made of. */
export interface Run {
  /** Everything of it, kept where an invariant breaks. */
  directory: string;
  random: Random;
  receivers: Receivers;
  figures: Figures;
  driver: Driver;
  /** The webhooks' names by id. */
  names: ReadonlyMap<string, string>;
}

const QUIET_MS = 20;
const MOST_QUIET_MS = 120_000;

/** What was changed since the last look is there, whole or not at all, and nothing came twice. */
export const checkRound = async (run: Run, db: Db, api: Api): Promise<void> => {
  const { driver, receivers, names } = run;
  hold(driver.problems);
  hold(await checkCases(db, api, [...driver.touched], names), await checkReceived(db, receivers));
  driver.settled();
};

/** Waits until nothing is left to send, and looks at everything. Nobody changes anything meanwhile. */
export const checkEnd = async (run: Run, db: Db, api: Api, excuses: Excuses): Promise<void> => {
  const { driver, receivers, names, figures } = run;
  receivers.hurry = true;
  const until = performance.now() + MOST_QUIET_MS;
  while ((await unended(db)) > 0 && performance.now() < until) await setTimeout(QUIET_MS);
  const { cases } = driver;
  hold(driver.problems, await checkCases(db, api, cases, names));
  const { problems, outcomes } = await checkAll(db, receivers, names, excuses);
  const found = await counts(db);
  const sum = (count: (it: (typeof cases)[number]) => number): number =>
    cases.reduce((total, it) => total + count(it), 0);
  const wanted = {
    events: sum(({ state }) => (state.analysis > 0 ? 1 : 0) + state.synced + state.tested),
    recordings: sum(({ state }) => (state.status === "absent" ? 0 : 1)),
    appointments: sum(({ state }) => (state.title > 0 ? 1 : 0)),
  };
  for (const [table, count] of Object.entries(wanted))
    if (found[table] !== count) problems.push(`there are ${found[table]} ${table}, not ${count}`);
  add(figures, { ...outcomes, events: found["events"]! });
  hold(problems);
};
