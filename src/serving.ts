import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Knex } from "knex";
import { migrations } from "../db/migrations/index.js";
import { isFirst } from "../db/organizations.js";
import type { Services } from "../graph/context.js";
import { createOrganization, type OrganizationPayload } from "../graph/organizations.js";
import type { Config } from "./config.js";
import { firstSetupLink } from "./console/set-up.js";
import { openLog } from "./log-text.js";
import { startSweeping } from "./media/sweep.js";
import { pathProblem } from "./place.js";
import { addressProblem, placeOf } from "./problems.js";
import { openProgram } from "./program.js";
import { baseUrl } from "./base-url.js";
import type { Regular } from "./regularly.js";
import { startNightly } from "./retention.js";
import { serve as serveHttp } from "./server.js";
import { stopOnSignal } from "./signals.js";
import { print, tell } from "./verb.js";
import { publicPayload } from "./verbs/organizations.js";
import { version } from "./version.js";

const FIRST = "first-organization.json";

const writeFirst = (config: Config, payload: OrganizationPayload): string => {
  const file = join(config.dataDir, FIRST);
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    // It belongs to another database that used this directory: its key is nowhere else.
    if (statSync(file, { throwIfNoEntry: false })?.isFile())
      renameSync(file, `${file}.${Date.now()}`);
    writeFileSync(file, `${JSON.stringify(publicPayload(payload))}\n`, {
      mode: 0o600,
      flush: true,
    });
  } catch (error) {
    throw pathProblem("DEBRIEF_DATA_DIR", config.dataDir, error as Error);
  }
  return file;
};

/**
 * On a database without any organization: makes the first one. The file with its key is on disk before
 * the organization is: nobody is left with a key that was never told.
 */
const makeFirst = async (services: Services & { db: Knex }, config: Config): Promise<void> => {
  await services.db.transaction(async (trx) => {
    if (!(await isFirst(trx))) return;
    const payload = await createOrganization(trx, services, config.organizationName);
    const file = writeFirst(config, payload);
    tell(`made the organization "${config.organizationName}"; its API key is in ${file}`);
    if (!process.stderr.isTTY) return;
    tell(`\n  API key  ${payload.apiKey}\n`);
    tell(`  curl ${services.publicUrl}/v1/users -H "x-api-key: ${payload.apiKey}"\n`);
  });
};

const tellPlaces = (config: Config): void => {
  const first = join(config.dataDir, FIRST);
  tell(`debrief ${version}`);
  tell(`  database: ${placeOf(config)}; schema ${migrations.at(-1)!.name}`);
  tell(`  data directory: ${resolve(config.dataDir)}`);
  if (existsSync(first)) tell(`  the keys of the first organization: ${resolve(first)}`);
};

/** Serves until a signal ends it. `lease`: of claims, in milliseconds. */
export const serveUntilSignal = async (config: Config, lease?: number): Promise<void> => {
  const log = openLog(config);
  const services = await openProgram(config, log, lease);
  const running = await serveHttp(services, log, config).catch(async (error: unknown) => {
    await services.db.destroy();
    throw addressProblem(config, error);
  });
  let sweeping: Regular | undefined;
  let nightly: Regular | undefined;
  const stop = async (): Promise<void> => {
    await services.analyzer?.stop();
    const others = [services.notifier, sweeping, nightly];
    await Promise.all([running.stop(), ...others.map(async (other) => other?.stop())]);
    await services.keyUses.flush();
    await services.reader.close();
    await services.db.destroy();
  };
  let setUp: string | undefined;
  try {
    if (config.publicUrl === undefined) services.publicUrl = baseUrl(config.host, running.port);
    if (config.firstOrganization) await makeFirst(services, config);
    setUp = await firstSetupLink(services);
    await services.notifier.start();
    services.analyzer?.start();
    sweeping = startSweeping({ ...services, log });
    nightly = startNightly({ services, log, now: services.now });
  } catch (error) {
    await stop();
    throw error;
  }
  stopOnSignal(log, stop);
  tellPlaces(config);
  if (setUp !== undefined)
    tell(`set up the console: ${setUp}\n  valid for 30 minutes, once; another: debrief admin link`);
  print(`listening on ${baseUrl(config.host, running.port)}`);
};
