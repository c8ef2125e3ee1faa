import { existsSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Knex } from "knex";
import type { ServerLock } from "../../db/engine/server-lock.js";
import { migrations } from "../../db/migrations/index.js";
import { claimFirstOrganization } from "../../db/organizations/organization.js";
import type { Services } from "../../graph/context/context.js";
import { createSchema } from "../../graph/schema.js";
import {
  createOrganization,
  type OrganizationPayload,
} from "../../graph/organizations/organization.js";
import type { WatchedFolders } from "../../graph/core/watched-folders.js";
import { SIGN_IN_LIMITS } from "../../graph/sign-in/sign-in-limits.js";
import type { Config } from "../base/config/config.js";
import { issueFirstSetupLink } from "../api/console/first-setup-link.js";
import type { Log } from "../base/log/log.js";
import { openLog } from "../base/config/open-log.js";
import { startMediaSweep } from "../media/media-sweep.js";
import { resolveDatabaseFile, toPathError } from "../base/config/data-dir.js";
import { toAddressError, formatDataLocation } from "../base/config/startup-errors.js";
import { openProgram } from "../program.js";
import { buildBaseUrl } from "../base/config/base-url.js";
import type { IntervalJob } from "../base/workers/interval.js";
import { startFailureReports } from "../upkeep/jobs/failing-webhooks.js";
import { startMatchWindowJob } from "../upkeep/jobs/match-windows.js";
import { startNightlyRetention } from "../upkeep/jobs/retention.js";
import { startCalendarJob } from "../upkeep/jobs/calendars.js";
import { startClipJob } from "../upkeep/jobs/clips.js";
import { startMediaChecks } from "../upkeep/jobs/media-checks.js";
import { startEarlierCallsJob } from "../upkeep/jobs/earlier-calls.js";
import { startTrackersJob } from "../upkeep/jobs/trackers.js";
import { startWaveformJob } from "../upkeep/jobs/waveforms.js";
import { startWeeklyMails } from "../upkeep/jobs/weekly-mails.js";
import { startUnmappedCallsJob } from "../upkeep/jobs/unmapped-calls.js";
import { serveHttp } from "../server.js";
import { stopOnSignal } from "../base/workers/stop-on-signal.js";
import { ignoreStdoutErrors, print, printToStderr } from "../base/config/command.js";
import { toPublicPayload } from "./public-payload.js";
import { createResumableUploads } from "../intake/uploads/resumable-uploads.js";
import { startUploadSweep } from "../intake/uploads/upload-sweep.js";
import { version } from "../base/version.js";
import { makeDirectoriesSync } from "../base/files/make-directories.js";

const MINUTE_MS = 60_000;
const FIRST_ORGANIZATION_FILE = "first-organization.json";

const writeFirstOrganizationFile = (config: Config, payload: OrganizationPayload): string => {
  const file = join(config.dataDir, FIRST_ORGANIZATION_FILE);
  try {
    makeDirectoriesSync(config.dataDir);
    // The file of another database that used this directory: no other copy of its key exists.
    if (statSync(file, { throwIfNoEntry: false })?.isFile())
      renameSync(file, `${file}.${Date.now()}`);
    writeFileSync(file, `${JSON.stringify(toPublicPayload(payload))}\n`, {
      mode: 0o600,
      flush: true,
    });
  } catch (error) {
    throw toPathError("DEBRIEF_DATA_DIR", config.dataDir, error as Error);
  }
  return file;
};

/**
 * Creates the first organization in a database without any. The file with its key is on disk before
 * the organization commits, so that no key gets lost.
 */
const createFirstOrganization = async (
  services: Services & { db: Knex },
  config: Config,
): Promise<void> => {
  await services.db.transaction(async (trx) => {
    if (!(await claimFirstOrganization(trx))) return;
    const payload = await createOrganization(trx, services, config.organizationName);
    const file = writeFirstOrganizationFile(config, payload);
    printToStderr(
      `created the organization "${config.organizationName}"; its API key is in ${file}`,
    );
    if (!process.stderr.isTTY) return;
    printToStderr(`\n  API key  ${payload.apiKey}\n`);
    printToStderr(`  curl ${services.publicUrl}/v1/users -H "x-api-key: ${payload.apiKey}"\n`);
  });
};

const printLocations = (config: Config, calls: string): void => {
  const first = join(config.dataDir, FIRST_ORGANIZATION_FILE);
  printToStderr(`debrief ${version}`);
  printToStderr(`  database: ${formatDataLocation(config)}; schema ${migrations.at(-1)!.name}`);
  printToStderr(`  data directory: ${resolve(config.dataDir)}`);
  printToStderr(`  calls: ${calls}`);
  if (existsSync(first)) printToStderr(`  keys of the first organization: ${resolve(first)}`);
};

/**
 * Marks this server, and warns where another one serves the same SQLite file. Both work, since every change is a
 * transaction, and a restart may overlap. But their limits don't see each other.
 */
const lockDatabase = async (config: Config, log: Log): Promise<ServerLock | undefined> => {
  const file = resolveDatabaseFile(config);
  if (file === undefined) return undefined;
  // Only servers on SQLite load the driver.
  const { acquireServerLock } = await import("../../db/engine/server-lock.js");
  const lock = acquireServerLock(file);
  if (lock.isShared)
    log.warn(
      `DATABASE_URL: another server serves ${file}; each server counts rate limits, sign-ins and shares alone. Stop one of them, or use PostgreSQL for several servers`,
    );
  return lock;
};

/** Serves until a signal stops the process. `leaseMs`: the lease of claims. */
export const serveUntilSignal = async (config: Config, leaseMs?: number): Promise<void> => {
  const log = openLog(config);
  const services = await openProgram(config, log, leaseMs);
  for (const note of services.processing.notes) log.warn(note);
  const schema = createSchema();
  const resumable = createResumableUploads(schema, services, join(config.dataDir, "media"));
  // Before the first request and the first row of this start: a row with a wrong time would confirm it.
  const clockWatch = await services.clockWatch.start();
  const running = await serveHttp(
    Object.assign(services, { resumable }),
    log,
    config,
    schema,
  ).catch(async (error: unknown) => {
    await clockWatch.stop();
    await services.db.destroy();
    throw toAddressError(config, error);
  });
  let serverLock: ServerLock | undefined;
  let mediaSweep: IntervalJob | undefined;
  let uploadSweep: IntervalJob | undefined;
  let nightlyRetention: IntervalJob | undefined;
  let matchWindows: IntervalJob | undefined;
  let damageRepair: IntervalJob | undefined;
  let failureReports: IntervalJob | undefined;
  let weeklyMails: IntervalJob | undefined;
  let mediaChecks: IntervalJob | undefined;
  let clipJob: IntervalJob | undefined;
  let trackers: IntervalJob | undefined;
  let earlierCalls: IntervalJob | undefined;
  let watchers: (IntervalJob & WatchedFolders) | undefined;
  const stop = async (): Promise<void> => {
    await services.fetcher?.stop();
    await services.analyzer?.stop();
    const { notifier } = services;
    const jobs = [
      notifier,
      mediaSweep,
      uploadSweep,
      nightlyRetention,
      matchWindows,
      clockWatch,
      damageRepair,
      failureReports,
      weeklyMails,
      mediaChecks,
      clipJob,
      trackers,
      earlierCalls,
      services.unmappedCalls,
      watchers,
      services.calendars,
      services.waveforms,
    ];
    await Promise.all([running.stop(), ...jobs.map(async (job) => job?.stop())]);
    await services.mailer?.stop();
    services.openId?.close();
    await services.keyUsage.flush();
    await services.contentViewLog.flush();
    await services.reader.close();
    await services.db.destroy();
    serverLock?.release();
  };
  let setupLink: string | undefined;
  try {
    serverLock = await lockDatabase(config, log);
    if (config.publicUrl === undefined)
      services.publicUrl = buildBaseUrl(config.host, running.port);
    if (config.firstOrganization) await createFirstOrganization(services, config);
    setupLink = await issueFirstSetupLink(services);
    await services.notifier.start();
    services.fetcher?.start();
    services.analyzer?.start();
    mediaSweep = startMediaSweep({ ...services, log, dataDir: config.dataDir });
    uploadSweep = startUploadSweep({ ...services, resumable, log });
    nightlyRetention = startNightlyRetention({ services, log, now: services.now });
    matchWindows = startMatchWindowJob({ services, log });
    const { mailer } = services;
    failureReports = mailer && startFailureReports({ services, mailer, log });
    if (mailer && services.sendsWeeklyMails)
      weeklyMails = startWeeklyMails({ services, mailer, schema, log });
    else if (mailer)
      log.warn("PUBLIC_URL is missing: links in weekly mails would lead nowhere; none is sent");
    mediaChecks = startMediaChecks({ services, log });
    clipJob = startClipJob({ services, log });
    trackers = startTrackersJob({ services, finder: services.trackers, log });
    earlierCalls = startEarlierCallsJob({ services, analyzer: services.analyzer, log });
    services.unmappedCalls = startUnmappedCallsJob({ services, log });
    const { destinations } = services;
    services.waveforms = startWaveformJob({ services, media: services.media, log });
    services.calendars = startCalendarJob({ services, destinations, log });
    damageRepair = services.damage.start();
    if (config.watch.length > 0) {
      const { startWatchers } = await import("../intake/watch/start-watchers.js");
      const parts = { services, schema, log, dataDir: config.dataDir };
      watchers = await startWatchers(parts, config.watch);
      services.watchedFolders = watchers;
    }
  } catch (error) {
    await stop();
    throw error;
  }
  stopOnSignal(log, stop);
  printLocations(config, services.describeProcessing());
  if (setupLink !== undefined)
    printToStderr(
      `set up the console: ${setupLink}\n  the link works once within ${SIGN_IN_LIMITS.setupLinkMs / MINUTE_MS} minutes; for a new link: debrief admin setup-link`,
    );
  ignoreStdoutErrors();
  print(`listening on ${buildBaseUrl(config.host, running.port)}`);
};
