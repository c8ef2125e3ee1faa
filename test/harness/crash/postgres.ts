import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import { connect, type Db } from "../../db/connect.js";
import type { Random } from "../../src/demo/random.js";
import { type Api, createApi, type Keys } from "./api.js";
import { Driver } from "./driver.js";
import { add, type Figures } from "./figures.js";
import { Instance } from "./instance.js";
import { allEntries, claimedEntries } from "./ledger.js";
import { firstKeys, furnish } from "./organization.js";
import type { Receivers } from "./receivers.js";
import { Broken, checkEnd, checkRound, hold, type Run } from "./run.js";

const INSTANCES = 3;
const CONNECTIONS = 9;
const PACE_MS = 20;
/** Longer than any receiver holds an answer, and short enough to be outlasted a hundred times. */
const LEASE_MS = 1_500;
const LOOK_EVERY = 10;
const MOST_WAIT_MS = 250;

interface Server {
  /** What is started again after each kill. */
  start: () => Instance;
  instance: Instance;
  api: Api;
  /** Whether it takes requests. */
  up: boolean;
}

/** The owner's name has the process id as its second word. */
const isOf = (pid: number, owner: string | null): boolean => owner?.split(" ")[1] === String(pid);

const restart = async (server: Server, keys: Keys, db: Db): Promise<void> => {
  const { pid } = server.instance;
  server.instance = server.start();
  server.api = createApi(await server.instance.listening, keys, true);
  const left = (await claimedEntries(db)).filter(({ claimedBy }) => isOf(pid, claimedBy));
  hold(left.map(({ id }) => `delivery ${id} is still claimed by the dead process ${pid}`));
  server.up = true;
};

const kill = async (server: Server): Promise<void> => {
  server.up = false;
  await server.instance.kill();
};

/** Stops it for less than its lease or for more, and wakes it: true, or leaves it to be killed. */
const pause = async (run: Run, server: Server): Promise<boolean> => {
  const { random, figures } = run;
  // Whoever has asked it waits for it; whoever has not asks another.
  server.up = false;
  server.instance.signal("SIGSTOP");
  const isLong = random.chance(0.3);
  await setTimeout(isLong ? LEASE_MS + random.int(200, 2_500) : random.int(20, 400));
  add(figures, { pauses: 1 });
  if (random.chance(0.15)) return false;
  server.instance.signal("SIGCONT");
  server.up = true;
  return true;
};

const rounds = async (
  run: Run,
  servers: Server[],
  keys: Keys,
  db: Db,
  count: number,
): Promise<void> => {
  const { random, driver, figures } = run;
  const pick = (): Api | undefined => {
    const up = servers.filter((server) => server.up);
    return up.length > 0 ? random.pick(up).api : undefined;
  };
  for (let round = 0; round < count; round += 1) {
    if (round % LOOK_EVERY === 0) {
      await driver.stop();
      await checkRound(run, db, servers[0]!.api);
      driver.start(CONNECTIONS, pick);
    }
    await setTimeout(random.int(20, 250));
    const server = random.pick(servers);
    if (random.chance(0.4) && (await pause(run, server))) continue;
    // Who sends before the claim is kept has not kept it just then.
    if (random.chance(0.5)) await Promise.race([run.receivers.arrival(), setTimeout(MOST_WAIT_MS)]);
    await kill(server);
    add(figures, { kills: 1 });
    await restart(server, keys, db);
  }
  await driver.stop();
};

/** Kills and stops servers that share a database of their own. @throws Broken */
export const overPostgres = async (
  urlOf: (database: string) => string,
  directory: string,
  random: Random,
  receivers: Receivers,
  figures: Figures,
  count: number,
): Promise<void> => {
  receivers.reset();
  const name = `crash_${randomBytes(6).toString("hex")}`;
  const administration = connect(urlOf("postgres"));
  const db = connect(urlOf(name));
  const env = {
    DATABASE_URL: urlOf(name),
    DEBRIEF_SECRET_KEY: randomBytes(32).toString("hex"),
  };
  const servers: Server[] = [];
  try {
    await administration.raw(`CREATE DATABASE ${name}`);
    const starts = Array.from(
      { length: INSTANCES },
      (_, index) => () =>
        new Instance({ directory: join(directory, String(index)), env, lease: LEASE_MS }),
    );
    const first = starts[0]!();
    const url = await first.listening;
    const keys = firstKeys(join(directory, "0"));
    const names = await furnish(url, keys, receivers);
    const instances = [first, ...starts.slice(1).map((start) => start())];
    for (const [index, instance] of instances.entries()) {
      const api = createApi(await instance.listening, keys, true);
      servers.push({ start: starts[index]!, instance, api, up: true });
    }
    const driver = new Driver(random, figures, receivers.urlOf("quick"), PACE_MS);
    const run: Run = { directory, random, receivers, figures, driver, names };
    await rounds(run, servers, keys, db, count);
    await checkRound(run, db, servers[0]!.api);
    await checkEnd(run, db, servers[0]!.api, {
      interrupted: ({ claimedBy }) => claimedBy !== null,
      // One that was stopped finds its attempt over time when it wakes.
      other: ({ error }) => /time|too many attempts/i.test(error ?? ""),
    });
    for (const { instance } of servers) instance.signal("SIGTERM");
    const codes = await Promise.all(servers.map(({ instance }) => instance.ended));
    if (codes.some((code) => code !== 0)) throw new Broken(`they stopped with ${codes.join()}`);
    await db.destroy();
    await administration.raw(`DROP DATABASE ${name}`);
  } catch (error) {
    if (error instanceof Broken)
      writeFileSync(join(directory, "log.json"), JSON.stringify(await allEntries(db), null, 1));
    throw error;
  } finally {
    await db.destroy();
    await administration.destroy();
  }
};
