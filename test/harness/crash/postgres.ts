import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import { connect, type Db } from "../../../db/engine/connect.js";
import type { Random } from "../../../src/demo/random.js";
import { type Api, createApi, type Keys } from "./api.js";
import { Driver } from "./driver.js";
import { addFigures, type CrashFigures } from "./crash-figures.js";
import { Instance } from "./server-process.js";
import { loadEntries, loadClaimedEntries } from "./ledger.js";
import { readFirstKeys, setUpOrganization } from "./set-up-organization.js";
import type { Receivers } from "./receivers.js";
import { InvariantError, checkEnd, checkRound, assertNoProblems, type CrashRun } from "./run.js";

const INSTANCES = 3;
const CONNECTIONS = 9;
const PACE_MS = 20;
/**
 * Longer than any receiver delays its response, and short enough to wait for it a hundred times.
 */
const LEASE_MS = 1_500;
const CHECK_EVERY_ROUNDS = 10;
const MAX_WAIT_MS = 250;

interface SharedDatabaseServer {
  /** Starts the server again after a kill. */
  start: () => Instance;
  instance: Instance;
  api: Api;
  /** Whether the server accepts requests. */
  isUp: boolean;
}

/** The second word of a claim's owner is the process ID. */
const isOwnedBy = (pid: number, owner: string | null): boolean =>
  owner?.split(" ")[1] === String(pid);

const restart = async (server: SharedDatabaseServer, keys: Keys, db: Db): Promise<void> => {
  const { pid } = server.instance;
  server.instance = server.start();
  server.api = createApi(await server.instance.listening, keys, true);
  const stillClaimed = (await loadClaimedEntries(db)).filter(({ claimedBy }) =>
    isOwnedBy(pid, claimedBy),
  );
  assertNoProblems(
    stillClaimed.map(({ id }) => `delivery ${id} is still claimed by the dead process ${pid}`),
  );
  server.isUp = true;
};

const kill = async (server: SharedDatabaseServer): Promise<void> => {
  server.isUp = false;
  await server.instance.kill();
};

/**
 * Pauses a server for less or more than its lease. Returns false if it should be killed instead of
 * woken.
 */
const pause = async (run: CrashRun, server: SharedDatabaseServer): Promise<boolean> => {
  const { random, figures } = run;
  // Requests sent before wait for this server; later ones go to another.
  server.isUp = false;
  server.instance.signal("SIGSTOP");
  const isLong = random.chance(0.3);
  await setTimeout(isLong ? LEASE_MS + random.int(200, 2_500) : random.int(20, 400));
  addFigures(figures, { pauses: 1 });
  if (random.chance(0.15)) return false;
  server.instance.signal("SIGCONT");
  server.isUp = true;
  return true;
};

const runRounds = async (
  run: CrashRun,
  servers: SharedDatabaseServer[],
  keys: Keys,
  db: Db,
  count: number,
): Promise<void> => {
  const { random, driver, figures } = run;
  const pick = (): Api | undefined => {
    const up = servers.filter((server) => server.isUp);
    return up.length > 0 ? random.pick(up).api : undefined;
  };
  for (let round = 0; round < count; round += 1) {
    if (round % CHECK_EVERY_ROUNDS === 0) {
      await driver.stop();
      await checkRound(run, db, servers[0]!.api);
      driver.start(CONNECTIONS, pick);
    }
    await setTimeout(random.int(20, 250));
    const server = random.pick(servers);
    if (random.chance(0.4) && (await pause(run, server))) continue;
    // Kills right after a delivery arrived: if the server sent it before storing the claim, the
    // claim is missing.
    if (random.chance(0.5))
      await Promise.race([run.receivers.waitForArrival(), setTimeout(MAX_WAIT_MS)]);
    await kill(server);
    addFigures(figures, { kills: 1 });
    await restart(server, keys, db);
  }
  await driver.stop();
};

/** Kills and pauses servers that share one new database. @throws InvariantError */
export const runOverPostgres = async (
  buildUrl: (database: string) => string,
  directory: string,
  random: Random,
  receivers: Receivers,
  figures: CrashFigures,
  count: number,
): Promise<void> => {
  receivers.reset();
  const name = `crash_${randomBytes(6).toString("hex")}`;
  const adminDb = connect(buildUrl("postgres"));
  const db = connect(buildUrl(name));
  const env = {
    DATABASE_URL: buildUrl(name),
    DEBRIEF_SECRET_KEY: randomBytes(32).toString("hex"),
  };
  const servers: SharedDatabaseServer[] = [];
  try {
    await adminDb.raw(`CREATE DATABASE ${name}`);
    const starts = Array.from(
      { length: INSTANCES },
      (_, index) => () =>
        new Instance({ directory: join(directory, String(index)), env, leaseMs: LEASE_MS }),
    );
    const first = starts[0]!();
    const url = await first.listening;
    const keys = readFirstKeys(join(directory, "0"));
    const names = await setUpOrganization(url, keys, receivers);
    const instances = [first, ...starts.slice(1).map((start) => start())];
    for (const [index, instance] of instances.entries()) {
      const api = createApi(await instance.listening, keys, true);
      servers.push({ start: starts[index]!, instance, api, isUp: true });
    }
    const driver = new Driver(random, figures, receivers.urlOf("quick"), PACE_MS);
    const run: CrashRun = { directory, random, receivers, figures, driver, names };
    await runRounds(run, servers, keys, db, count);
    await checkRound(run, db, servers[0]!.api);
    await checkEnd(run, db, servers[0]!.api, {
      isInterruptionAllowed: ({ claimedBy }) => claimedBy !== null,
      // A paused server finds its attempt timed out when it wakes.
      isFailureAllowed: ({ error }) => /time|too many attempts/i.test(error ?? ""),
    });
    for (const { instance } of servers) instance.signal("SIGTERM");
    const codes = await Promise.all(servers.map(({ instance }) => instance.ended));
    if (codes.some((code) => code !== 0))
      throw new InvariantError(`the servers exited with ${codes.join()}`);
    await db.destroy();
    await adminDb.raw(`DROP DATABASE ${name}`);
  } catch (error) {
    if (error instanceof InvariantError)
      writeFileSync(join(directory, "log.json"), JSON.stringify(await loadEntries(db), null, 1));
    throw error;
  } finally {
    await db.destroy();
    await adminDb.destroy();
  }
};
