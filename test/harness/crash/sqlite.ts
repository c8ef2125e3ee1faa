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

/** A copy of what a killed server left: opening the file itself would recover it in the server's place. */
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

/** @throws Broken as soon as it has ended without being killed */
const rejectWhenEnded = async (instance: Instance): Promise<never> => {
  const code = await instance.ended;
  throw new InvariantError(`it ended by itself, with ${code}`);
};

/** Works for a while, and is killed: in the middle of it, or while it stops. */
const workUntilKilled = async (
  run: CrashRun,
  instance: Instance,
  url: string,
  keys: Keys,
): Promise<void> => {
  const { random, driver, receivers } = run;
  const api = createApi(url, keys);
  let alive = true;
  driver.start(CONNECTIONS, () => (alive ? api : undefined));
  // A cold server is slow to answer: most are killed when they have made some changes.
  if (random.chance(0.8)) {
    const changes = driver.waitForResponses(random.int(1, MAX_CHANGES));
    await Promise.race([changes, rejectWhenEnded(instance)]);
  }
  await setTimeout(random.int(MIN_WORK_MS, MAX_WORK_MS));
  // Who sends before the claim is kept has not kept it just then.
  if (random.chance(0.3)) await Promise.race([receivers.waitForArrival(), setTimeout(MAX_WORK_MS)]);
  else if (random.chance(0.1)) {
    instance.signal("SIGTERM");
    await setTimeout(random.int(0, MAX_STOP_MS));
  }
  alive = false;
  await instance.kill();
  await driver.stop();
};

/**
 * One file, whose server is killed so many times, while it works, starts or stops. `claimed`: all that
 * was under way at a kill.
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
    // It may have stopped in good order just before.
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
      // While it stops, the test of a webhook may be told so.
      isFailureAllowed: ({ test, error }) => test === 1 && /too many attempts/.test(error ?? ""),
    });
  });
  instance.signal("SIGTERM");
  const code = await instance.ended;
  if (code !== 0) throw new InvariantError(`it stopped with ${code}`);
};

/** Kills a server over a file of its own. @throws Broken */
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
  // An orderly end, by which it keeps what it has compiled for those that come after it.
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
