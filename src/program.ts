import { randomBytes, randomUUIDv7 } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Knex } from "knex";
import { connect } from "../db/connect.js";
import { anySealedSecret } from "../db/keys.js";
import { migrate } from "../db/migrate.js";
import type { Services } from "../graph/context.js";
import type { RestServices } from "../rest/handler.js";
import type { AiSettings } from "./ai-settings.js";
import type { AiParts } from "./analyzer/ai/index.js";
import type { Analyze, Transcribe } from "./analyzer/analyzer.js";
import { type Analyzer, createAnalyzer } from "./analyzer/index.js";
import { baseUrl } from "./base-url.js";
import { type Config, ConfigError } from "./config.js";
import { openLog } from "./log-text.js";
import { createDestinations, readAllowList } from "./notifier/destinations.js";
import { createKeyUses, type KeyUses } from "./key-uses.js";
import type { createLimiter } from "./limiter.js";
import { createMetrics, type Metrics } from "./metrics.js";
import { createMediaStore, type MediaStore } from "./media/store.js";
import { createNotifier, type Notifier } from "./notifier/index.js";
import { databaseFile, preparePlace } from "./place.js";
import { databaseProblem } from "./problems.js";
import { createExporter, type Exporter } from "./export/exporter.js";
import { createReader, type Reader } from "./reader.js";
import { createUploads } from "./uploads.js";
import { hasKey, openVault } from "./vault.js";

const MEGABYTE = 1_000_000;

/** A database that lost its key would take every secret for unreadable, one request at a time. */
const checkVault = async (db: Knex, services: Services): Promise<void> => {
  const sealed = await anySealedSecret(db);
  if (sealed === undefined) return;
  try {
    services.vault.open(sealed);
  } catch {
    throw new ConfigError(
      "the secret key is not the one that this database was written with; restore DEBRIEF_SECRET_KEY or the .key file beside the database",
    );
  }
};

/** Most commands analyse nothing, and do not wait for what does. */
const analyzeByRules: Analyze = async (call) =>
  (await import("./analyzer/basic/index.js")).analyzeByRules(call);

/** The same for models, and what speaks to them. */
const byModels = (settings: AiSettings, given: Omit<AiParts, "settings">) => {
  const load = async () => {
    const { createAi } = await import("./analyzer/ai/index.js");
    return createAi({ ...given, settings });
  };
  let loaded: ReturnType<typeof load> | undefined;
  const ai = async () => (loaded ??= load());
  const analyze: Analyze = async (...call) => (await ai()).analyze(...call);
  const transcribe: Transcribe = async (...audio) => (await ai()).transcribe!(...audio);
  const hears = settings.transcriptionModel !== undefined;
  return { analyze, ...(hears && { transcribe }), atOnce: settings.concurrency };
};

const loadLimiter = async (...given: Parameters<typeof createLimiter>) =>
  (await import("./limiter.js")).createLimiter(...given);

/** What everything else is given, and what has to be started and ended. */
export interface Program extends RestServices {
  db: Knex;
  notifier: Notifier;
  media: MediaStore;
  /** Undefined where a worker outside analyses calls. */
  analyzer: Analyzer | undefined;
  reader: Reader;
  exporter: Exporter;
  keyUses: KeyUses;
  metrics: Metrics;
}

/**
 * Opens the database, brings it to this program's schema, and puts together what everything else is
 * given. The caller flushes `keyUses`, closes `reader`, then destroys `db`. `lease`: of the claims of the notifier
 * and of the analyzer, in milliseconds.
 * @throws ConfigError, NewerDatabase
 */
export const openProgram = async (
  config: Config,
  log = openLog(config),
  lease?: number,
): Promise<Program> => {
  preparePlace(config);
  const file = databaseFile(config);
  const fresh = file !== undefined && !existsSync(file);
  // A new key in the place of one that was lost would look like the one to keep.
  const keyIsMissing = !fresh && !hasKey(config);
  let vault = keyIsMissing ? undefined : openVault(config);
  const db = connect(config.databaseUrl);
  try {
    await migrate(db);
    if (keyIsMissing && (await anySealedSecret(db)) !== undefined)
      throw new ConfigError(
        `${file}.key is missing, under which signing secrets are encrypted; bring it back with: debrief restore --key <your newest backup>`,
      );
    vault ??= openVault(config);
    const reader = createReader(config.databaseUrl, db);
    const metrics = createMetrics({
      db,
      databaseUrl: config.databaseUrl,
      now: Date.now,
      statisticsWaiting: reader.waiting,
    });
    const destinations = createDestinations(readAllowList(config.webhookAllow));
    const notifier = createNotifier({
      db,
      now: Date.now,
      vault,
      log,
      destinations,
      deliveryDays: config.deliveryDays,
      ended: metrics.delivery,
      ...(lease !== undefined && { lease }),
    });
    const { rateLimit, trustProxy } = config;
    const limiter = rateLimit > 0 ? await loadLimiter(db, rateLimit, trustProxy) : undefined;
    const keyUses = createKeyUses({ db, now: Date.now, log });
    const services: Program = {
      db,
      now: Date.now,
      newId: randomUUIDv7,
      randomBytes,
      vault,
      courier: notifier,
      media: createMediaStore({ directory: join(config.dataDir, "media"), randomBytes, log }),
      notifier,
      analyzer: undefined,
      reader,
      exporter: createExporter(config.databaseUrl, db),
      keyUses,
      metrics,
      limiter,
      uploads: createUploads(config.uploadMaxMb * MEGABYTE),
      keyUsed: keyUses.used,
      callTaken: (organizationId, id) => services.analyzer?.wake(organizationId, id),
      readStats: reader.readStats,
      readSearch: reader.readSearch,
      answerApart: reader.answerApart,
      publicUrl: config.publicUrl ?? baseUrl(config.host, config.port),
    };
    if (config.analyzer !== "external")
      services.analyzer = createAnalyzer({
        services,
        log,
        ...(config.ai
          ? byModels(config.ai, {
              log,
              media: services.media,
              destinations,
              directory: join(config.dataDir, "analysis"),
            })
          : { analyze: analyzeByRules }),
        ...(lease !== undefined && { lease }),
      });
    if (!fresh) await checkVault(db, services);
    return services;
  } catch (error) {
    await db.destroy();
    throw databaseProblem(config, error);
  }
};
