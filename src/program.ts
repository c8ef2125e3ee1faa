import { resolveCallerAddress } from "./base/net/trusted-proxies.js";
import { randomBytes, randomUUIDv7 } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Knex } from "knex";
import { connect, dialectOf } from "../db/engine/connect.js";
import { isCopying } from "../db/schema/copy-target.js";
import { FairShares } from "../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../db/engine/share-limits.js";
import { findAnySealedSecret } from "../db/organizations/api-keys.js";
import { migrate } from "../db/schema/migrate.js";
import type { Services } from "../graph/context/context.js";
import type { TrackerFinder } from "../graph/core/tracker-port.js";
import { rebuildOutdatedStats } from "../graph/stats/rebuild.js";
import type { RestServices, UploadSlots } from "../rest/rest-services.js";
import { createSteps } from "./create-analysis-steps.js";
import { type Analyzer, createAnalyzer } from "./analyzer/index.js";
import { createFinders } from "./analyzer/trackers/off-main-thread.js";
import {
  describeProcessing,
  type Processing,
  resolveAnalyzes,
  resolveProcessing,
} from "./analyzer/processing.js";
import { buildBaseUrl } from "./base/config/base-url.js";
import type { Config } from "./base/config/config.js";
import { ConfigError } from "./base/config/config-error.js";
import {
  openErasureJournal,
  resolveErasureJournal,
  type StoredErasureJournal,
} from "./upkeep/erasures/erasure-journal.js";
import { storePeaks } from "../graph/recordings/waveforms.js";
import { reapplyErasures } from "./upkeep/erasures/reapply-erasures.js";
import { openLog } from "./base/config/open-log.js";
import { parseAllowList } from "./base/net/allow-list.js";
import { createDestinations, type Destinations } from "./base/net/destinations.js";
import { type ClockWatch, createClockWatch } from "./upkeep/jobs/clock-watch.js";
import { createDamageWatch, type DamageWatch } from "./upkeep/jobs/damage-watch.js";
import { createContentViewLog, type ContentViewLog } from "./upkeep/jobs/content-view-log.js";
import { createKeyUsage, type KeyUsage } from "./upkeep/jobs/key-usage.js";
import type { createLimiter } from "./api/http/rate-limit.js";
import { createProgramMetrics, type ProgramMetrics } from "./base/log/program-metrics.js";
import { createMediaStore, type MediaStore } from "./media/media-store.js";
import { createOpenIdProvider, type OpenIdProvider } from "./api/openid/provider.js";
import { createMeaning } from "./meaning/meaning.js";
import { withVectorCache } from "./meaning/vector-cache.js";
import { createMailer, type Mailer } from "./base/mail/mailer.js";
import { createNotifier, type Notifier } from "./notifier/index.js";
import { findLastBackup } from "./upkeep/backup/last-backup.js";
import { resolveDatabaseFile, prepareDataDir } from "./base/config/data-dir.js";
import { RefusedError } from "./base/config/command.js";
import { toDatabaseError } from "./base/config/startup-errors.js";
import { createMediaFetcher, type MediaFetcher } from "./intake/fetcher/index.js";
import { createExporter, type Exporter } from "./api/export/exporter.js";
import { createReader, type Reader } from "./base/workers/reader.js";
import { createRedactionRunner } from "./base/workers/redaction-runner.js";
import type { CalendarJob } from "./upkeep/jobs/calendars.js";
import type { WaveformJob } from "./upkeep/jobs/waveforms.js";
import type { UnmappedCallsJob } from "./upkeep/jobs/unmapped-calls.js";
import { createUploads } from "./api/http/uploads.js";
import { hasVaultKey, openVault } from "./base/config/vault.js";

const MEGABYTE_BYTES = 1_000_000;

/** Checks the key at start-up: with a wrong key, every later read of a secret would fail. */
const validateVaultKey = async (db: Knex, services: Services): Promise<void> => {
  const sealed = await findAnySealedSecret(db);
  if (sealed === undefined) return;
  try {
    services.vault.open(sealed);
  } catch {
    throw new ConfigError(
      "DEBRIEF_SECRET_KEY: the key does not open the secrets of this database; restore the variable or the .key file beside the database",
    );
  }
};

/** Refuses the target of an incomplete copy: the next copy deletes what is written to it. @throws RefusedError */
const refuseIncompleteCopy = async (db: Knex): Promise<void> => {
  if (dialectOf(db) === "postgres" && (await isCopying(db)))
    throw new RefusedError(
      "DATABASE_URL: this database is an incomplete copy of another; wait for debrief copy to end, or run it again",
    );
};

const importLimiter = async (...args: Parameters<typeof createLimiter>) =>
  (await import("./api/http/rate-limit.js")).createLimiter(...args);

/** The services, and the parts to start and stop. */
export interface Program extends RestServices {
  uploads: UploadSlots;
  /** Undefined until it is started. */
  unmappedCalls?: UnmappedCallsJob;
  /** Undefined until it is started. */
  calendars?: CalendarJob;
  /** Undefined until it is started. */
  waveforms?: WaveformJob;
  destinations: Destinations;
  db: Knex;
  notifier: Notifier;
  erasures: StoredErasureJournal;
  media: MediaStore;
  /** Undefined if an external worker analyses calls. */
  analyzer: Analyzer | undefined;
  processing: Processing;
  trackers: TrackerFinder;
  /** Undefined if the audio of calls is not fetched. */
  fetcher: MediaFetcher | undefined;
  /** Undefined if no mail server is set up. */
  mailer: Mailer | undefined;
  /** Undefined if users sign in with passwords only. */
  openId: OpenIdProvider | undefined;
  reader: Reader;
  exporter: Exporter;
  keyUsage: KeyUsage;
  contentViewLog: ContentViewLog;
  damage: DamageWatch;
  metrics: ProgramMetrics;
  clockWatch: ClockWatch;
  listWarnings: () => string[];
}

/**
 * Opens and migrates the database and creates the services. The caller flushes `keyUsage` and `contentViewLog`, closes
 * `reader`, then destroys `db`. `leaseMs`: the lease of the notifier's and the analyzer's claims, in milliseconds.
 * @throws ConfigError, NewerDatabaseError, RefusedError for an incomplete copy
 */
export const openProgram = async (
  config: Config,
  log = openLog(config),
  leaseMs?: number,
): Promise<Program> => {
  prepareDataDir(config);
  const file = resolveDatabaseFile(config);
  const isNew = file !== undefined && !existsSync(file);
  // Do not replace a lost key with a new one: the new file would look like the right one.
  const keyIsMissing = !isNew && !hasVaultKey(config);
  let vault = keyIsMissing ? undefined : openVault(config);
  const db = connect(config.databaseUrl);
  try {
    await refuseIncompleteCopy(db);
    await migrate(db);
    await rebuildOutdatedStats(db, (organization) =>
      log.info({ organization }, "rebuilding the statistics: their stored format has changed"),
    );
    if (keyIsMissing && (await findAnySealedSecret(db)) !== undefined)
      throw new ConfigError(
        `${file}.key is missing; it encrypts the signing secrets. Restore it with: debrief restore --key-only <your newest backup>`,
      );
    vault ??= openVault(config);
    const reader = createReader(config.databaseUrl, db);
    const damage = createDamageWatch({
      db,
      file: file && config.databaseUrl.slice("sqlite:".length),
      now: Date.now,
      log,
    });
    const metrics = createProgramMetrics({
      db,
      databaseUrl: config.databaseUrl,
      now: Date.now,
      countPendingReads: reader.countPending,
      ...(file !== undefined && { listDamaged: damage.list }),
    });
    const processing = await resolveProcessing(db, config);
    const destinations = createDestinations(parseAllowList(config.webhookAllow));
    const notifier = createNotifier({
      newId: randomUUIDv7,
      db,
      now: Date.now,
      vault,
      log,
      destinations,
      deliveryDays: config.deliveryDays,
      onAttemptEnded: metrics.countDelivery,
      ...(leaseMs !== undefined && { leaseMs }),
    });
    const { rateLimit, trustProxy } = config;
    const limiter = rateLimit > 0 ? await importLimiter(db, rateLimit, trustProxy) : undefined;
    const keyUses = createKeyUsage({ db, now: Date.now, log });
    const contentViewLog = createContentViewLog({ db, now: Date.now, newId: randomUUIDv7, log });
    const journal = openErasureJournal({
      file:
        config.databaseUrl === "sqlite::memory:"
          ? undefined
          : resolveErasureJournal(config.dataDir),
      vault,
      now: Date.now,
    });
    const clockWatch = createClockWatch({ db, now: Date.now, log });
    const model = config.embedding
      ? (await import("./meaning/embedding-server.js")).createEmbeddingServer(config.embedding, {
          log,
        })
      : createMeaning();
    const meaning = config.meaning ? withVectorCache(model) : undefined;
    const services: Program = {
      db,
      now: Date.now,
      newId: randomUUIDv7,
      randomBytes,
      vault,
      erasures: journal,
      media: createMediaStore({ directory: join(config.dataDir, "media"), randomBytes, log }),
      notifier,
      destinations,
      analyzer: undefined,
      processing,
      ...createFinders(meaning, log),
      ...(file !== undefined && { findLastBackup: () => findLastBackup(config.dataDir) }),
      describeProcessing: () => describeProcessing(processing),
      analyzes: resolveAnalyzes(processing),
      fetchesMedia: config.fetchMedia,
      fetcher: undefined,
      mailer:
        config.smtpServer && config.mailFrom
          ? createMailer({ db, log, server: config.smtpServer, from: config.mailFrom })
          : undefined,
      sendsWeeklyMails:
        config.smtpServer !== undefined &&
        config.mailFrom !== undefined &&
        config.publicUrl !== undefined,
      openId: config.openId && createOpenIdProvider(config.openId),
      reader,
      exporter: createExporter(config.databaseUrl, db, join(config.dataDir, "exports")),
      keyUsage: keyUses,
      contentViewLog,
      damage,
      metrics,
      clockWatch,
      listWarnings: clockWatch.listWarnings,
      limiter,
      addressOf: (request) => resolveCallerAddress(request, trustProxy),
      largeBodies: new FairShares(SHARE_LIMITS.largeBodies),
      uploads: createUploads(config.uploadMaxMb * MEGABYTE_BYTES),
      onKeyUsed: keyUses.record,
      onNamedKeyUsed: keyUses.recordNamed,
      onContentViewed: contentViewLog.record,
      onNumbersChanged: (organizationId) => services.unmappedCalls?.wake(organizationId),
      onPeaksMissing: (organizationId, file) => services.waveforms?.request(organizationId, file),
      onCalendarDue: (organizationId, id) => services.calendars?.wake(organizationId, id),
      onCallIngested: (organizationId, id) => {
        services.fetcher?.wake(organizationId, id);
        services.analyzer?.wake(organizationId, id);
      },
      readLong: reader.read,
      runRedaction: createRedactionRunner(),
      publicUrl: config.publicUrl ?? buildBaseUrl(config.host, config.port),
    };
    if (config.fetchMedia)
      services.fetcher = createMediaFetcher({
        services,
        log,
        destinations,
        maxBytes: config.uploadMaxMb * MEGABYTE_BYTES,
        onFetchEnded: (organizationId, id) => services.analyzer?.wake(organizationId, id),
        ...(leaseMs !== undefined && { leaseMs }),
      });
    if (processing.analyzer !== "external")
      services.analyzer = createAnalyzer({
        services,
        log,
        ...createSteps(config, processing, {
          log,
          media: services.media,
          destinations,
          meaning,
          trackers: services.trackers,
          storePeaks: async (organizationId, file, peaks) =>
            storePeaks(db, organizationId, file, peaks),
        }),
        ...(leaseMs !== undefined && { leaseMs }),
      });
    if (!isNew) await validateVaultKey(db, services);
    await reapplyErasures(services, journal, log);
    return services;
  } catch (error) {
    await db.destroy();
    throw toDatabaseError(config, error);
  }
};
