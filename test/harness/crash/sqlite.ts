import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connect, type Db } from "../../db/connect.js";
import type { Random } from "../../src/demo/random.js";
import { createApi, type Keys } from "./api.js";
import { checkInterrupted, checkReceived } from "./check-deliveries.js";
import { Driver } from "./driver.js";
import { add, type Figures } from "./figures.js";
import { Instance } from "./instance.js";
import { claimedEntries } from "./ledger.js";
import { firstKeys, furnish } from "./organization.js";
import type { Receivers } from "./receivers.js";
import { Broken, checkEnd, checkRound, hold, type Run } from "./run.js";

const CONNECTIONS = 8;
const [LEAST_MS, MOST_MS] = [5, 150];
const MOST_CHANGES = 8;
const MOST_STARTING_MS = 600;
const MOST_STOPPING_MS = 60;

const withDb = async <T>(file: string, use: (db: Db) => Promise<T>): Promise<T> => {
  const db = connect(`sqlite:${file}`);
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
};

/** A copy of what a killed server left: opening the file itself would recover it in the server's place. */
const copyOf = (run: Run): string => {
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
const alone = async (instance: Instance): Promise<never> => {
  const code = await instance.ended;
  throw new Broken(`it ended by itself, with ${code}`);
};

/** Works for a while, and is killed: in the middle of it, or while it stops. */
const workAndDie = async (run: Run, instance: Instance, url: string, keys: Keys): Promise<void> => {
  const { random, driver, receivers } = run;
  const api = createApi(url, keys);
  let alive = true;
  driver.start(CONNECTIONS, () => (alive ? api : undefined));
  // A cold server is slow to answer: most are killed when they have made some changes.
  if (random.chance(0.8)) {
    const changes = driver.answered(random.int(1, MOST_CHANGES));
    await Promise.race([changes, alone(instance)]);
  }
  await setTimeout(random.int(LEAST_MS, MOST_MS));
  // Who sends before the claim is kept has not kept it just then.
  if (random.chance(0.3)) await Promise.race([receivers.arrival(), setTimeout(MOST_MS)]);
  else if (random.chance(0.1)) {
    instance.signal("SIGTERM");
    await setTimeout(random.int(0, MOST_STOPPING_MS));
  }
  alive = false;
  await instance.kill();
  await driver.stop();
};

/**
 * One file, whose server is killed so many times, while it works, starts or stops. `claimed`: all that
 * was under way at a kill.
 */
const rounds = async (run: Run, keys: Keys, kills: number, claimed: Set<string>): Promise<void> => {
  const { directory, random, receivers, figures } = run;
  let killed = 0;
  while (killed < kills) {
    const left = await withDb(copyOf(run), async (db) => {
      hold(await checkReceived(db, receivers));
      return (await claimedEntries(db)).map(({ id }) => id);
    });
    for (const id of left) claimed.add(id);
    const instance = new Instance({ directory, env: {} });
    if (random.chance(0.1)) {
      await setTimeout(random.int(0, MOST_STARTING_MS));
      await instance.kill();
    } else {
      const url = await instance.listening;
      await withDb(join(directory, "debrief.db"), async (db) => {
        hold(await checkInterrupted(db, left));
        await checkRound(run, db, createApi(url, keys));
      });
      await workAndDie(run, instance, url, keys);
    }
    // It may have stopped in good order just before.
    if ((await instance.ended) !== null) continue;
    killed += 1;
    add(figures, { kills: 1 });
  }
};

const finish = async (run: Run, keys: Keys, claimed: Set<string>): Promise<void> => {
  const left = await withDb(copyOf(run), claimedEntries);
  for (const { id } of left) claimed.add(id);
  const instance = new Instance({ directory: run.directory, env: {} });
  const url = await instance.listening;
  await withDb(join(run.directory, "debrief.db"), async (db) => {
    const api = createApi(url, keys);
    await checkRound(run, db, api);
    await checkEnd(run, db, api, {
      interrupted: ({ id }) => claimed.has(id),
      // While it stops, the test of a webhook may be told so.
      other: ({ test, error }) => test === 1 && /too many attempts/.test(error ?? ""),
    });
  });
  instance.signal("SIGTERM");
  const code = await instance.ended;
  if (code !== 0) throw new Broken(`it stopped with ${code}`);
};

/** Kills a server over a file of its own. @throws Broken */
export const overSqlite = async (
  directory: string,
  random: Random,
  receivers: Receivers,
  figures: Figures,
  kills: number,
): Promise<void> => {
  receivers.reset();
  const first = new Instance({ directory, env: {} });
  const url = await first.listening;
  const keys = firstKeys(directory);
  const names = await furnish(url, keys, receivers);
  // An orderly end, by which it keeps what it has compiled for those that come after it.
  first.signal("SIGTERM");
  await first.ended;
  const driver = new Driver(
    random,
    figures,
    receivers.urlOf(random.pick(["quick", "slow", "broken"])),
    0,
  );
  const run: Run = { directory, random, receivers, figures, driver, names };
  const claimed = new Set<string>();
  await rounds(run, keys, kills, claimed);
  await finish(run, keys, claimed);
};
