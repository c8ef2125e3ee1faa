import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connect, type Db } from "../../../db/engine/connect.js";
import type { Random } from "../../../src/demo/random.js";
import { createApi, type Keys } from "./api.js";
import { checkInterrupted, checkReceived } from "./check-deliveries.js";
import { Driver } from "./driver.js";
import { addFigures, type CrashFigures } from "./crash-figures.js";
import { Instance } from "./server-process.js";
import { loadClaimedEntries } from "./ledger.js";
import { readFirstKeys, setUpOrganization } from "./set-up-organization.js";
import type { Receivers } from "./receivers.js";
import { InvariantError, checkEnd, checkRound, assertNoProblems, type CrashRun } from "./run.js";

const CONNECTIONS = 8;
const [MIN_WORK_MS, MAX_WORK_MS] = [5, 150];
const MAX_CHANGES = 8;
const MAX_START_MS = 600;
const MAX_STOP_MS = 60;

const withDb = async <T>(file: string, use: (db: Db) => Promise<T>): Promise<T> => {
  const db = connect(`sqlite:${file}`);
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
};

/**
 * Copies what a killed server left. Opening the original would recover it instead of the server.
 */
const copyDatabaseFiles = (run: CrashRun): string => {
  const directory = join(run.directory, "copy");
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  for (const name of ["debrief.db", "debrief.db-wal"]) {
    const file = join(run.directory, name);
    if (existsSync(file)) copyFileSync(file, join(directory, name));
  }
  return join(directory, "debrief.db");
};

/** Rejects with an InvariantError when the instance exits without a kill. */
const rejectWhenEnded = async (instance: Instance): Promise<never> => {
  const code = await instance.ended;
  throw new InvariantError(`the server exited by itself with ${code}`);
};

/** Lets the server work for a while, then kills it, sometimes during its stop. */
const workUntilKilled = async (
  run: CrashRun,
  instance: Instance,
  url: string,
  keys: Keys,
): Promise<void> => {
  const { random, driver, receivers } = run;
  const api = createApi(url, keys);
  let isAlive = true;
  driver.start(CONNECTIONS, () => (isAlive ? api : undefined));
  // A freshly started server responds slowly; usually, wait for some changes before the kill.
  if (random.chance(0.8)) {
    const changes = driver.waitForResponses(random.int(1, MAX_CHANGES));
    await Promise.race([changes, rejectWhenEnded(instance)]);
  }
  await setTimeout(random.int(MIN_WORK_MS, MAX_WORK_MS));
  // Kills right after a delivery arrived: if the server sent it before storing the claim, the claim
  // is missing.
  if (random.chance(0.3)) await Promise.race([receivers.waitForArrival(), setTimeout(MAX_WORK_MS)]);
  else if (random.chance(0.1)) {
    instance.signal("SIGTERM");
    await setTimeout(random.int(0, MAX_STOP_MS));
  }
  isAlive = false;
  await instance.kill();
  await driver.stop();
};

/**
 * Kills the server of one file `kills` times, while it works, starts or stops. Adds the deliveries
 * that were claimed at a kill to `claimed`.
 */
const runRounds = async (
  run: CrashRun,
  keys: Keys,
  kills: number,
  claimed: Set<string>,
): Promise<void> => {
  const { directory, random, receivers, figures } = run;
  let killed = 0;
  while (killed < kills) {
    const left = await withDb(copyDatabaseFiles(run), async (db) => {
      assertNoProblems(await checkReceived(db, receivers));
      return (await loadClaimedEntries(db)).map(({ id }) => id);
    });
    for (const id of left) claimed.add(id);
    const instance = new Instance({ directory, env: {} });
    if (random.chance(0.1)) {
      await setTimeout(random.int(0, MAX_START_MS));
      await instance.kill();
    } else {
      const url = await instance.listening;
      await withDb(join(directory, "debrief.db"), async (db) => {
        assertNoProblems(await checkInterrupted(db, left));
        await checkRound(run, db, createApi(url, keys));
      });
      await workUntilKilled(run, instance, url, keys);
    }
    // The server may have stopped normally just before.
    if ((await instance.ended) !== null) continue;
    killed += 1;
    addFigures(figures, { kills: 1 });
  }
};

const finishRun = async (run: CrashRun, keys: Keys, claimed: Set<string>): Promise<void> => {
  const left = await withDb(copyDatabaseFiles(run), loadClaimedEntries);
  for (const { id } of left) claimed.add(id);
  const instance = new Instance({ directory: run.directory, env: {} });
  const url = await instance.listening;
  await withDb(join(run.directory, "debrief.db"), async (db) => {
    const api = createApi(url, keys);
    await checkRound(run, db, api);
    await checkEnd(run, db, api, {
      isInterruptionAllowed: ({ id }) => claimed.has(id),
      // A test webhook sent during the stop may be rejected.
      isFailureAllowed: ({ test, error }) => test === 1 && /too many attempts/.test(error ?? ""),
    });
  });
  instance.signal("SIGTERM");
  const code = await instance.ended;
  if (code !== 0) throw new InvariantError(`the server exited with ${code}`);
};

/** Kills a server that has a file of its own. @throws InvariantError */
export const runOverSqlite = async (
  directory: string,
  random: Random,
  receivers: Receivers,
  figures: CrashFigures,
  kills: number,
): Promise<void> => {
  receivers.reset();
  const first = new Instance({ directory, env: {} });
  const url = await first.listening;
  const keys = readFirstKeys(directory);
  const names = await setUpOrganization(url, keys, receivers);
  // A normal stop stores the compile cache for the following starts.
  first.signal("SIGTERM");
  await first.ended;
  const driver = new Driver(
    random,
    figures,
    receivers.urlOf(random.pick(["quick", "slow", "broken"])),
    0,
  );
  const run: CrashRun = { directory, random, receivers, figures, driver, names };
  const claimed = new Set<string>();
  await runRounds(run, keys, kills, claimed);
  await finishRun(run, keys, claimed);
};
