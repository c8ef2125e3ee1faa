import "reflect-metadata";
import { randomBytes, randomUUIDv7 } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import type { LargeBodies } from "../../rest/rest-services.js";
import { connect } from "../../db/engine/connect.js";
import { FairShares } from "../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import type { Services } from "../../graph/context/context.js";
import type { TrackerFinder } from "../../graph/core/tracker-port.js";
import { createOrganization } from "../../graph/organizations/organization.js";
import { createFinders } from "../../src/analyzer/trackers/off-main-thread.js";
import { createMeaning } from "../../src/meaning/meaning.js";
import { withVectorCache } from "../../src/meaning/vector-cache.js";
import { createLimiter } from "../../src/api/http/rate-limit.js";
import {
  createContentViewLog,
  type ContentViewLog,
} from "../../src/upkeep/jobs/content-view-log.js";
import { createKeyUsage, type KeyUsage } from "../../src/upkeep/jobs/key-usage.js";
import {
  openErasureJournal,
  resolveErasureJournal,
} from "../../src/upkeep/erasures/erasure-journal.js";
import { createLog } from "../../src/base/log/log.js";
import { createMailer } from "../../src/base/mail/mailer.js";
import type { OpenIdProvider } from "../../src/api/openid/provider.js";
import type { SmtpServer } from "../../src/base/config/mail-settings.js";
import { createMediaStore, type MediaStore } from "../../src/media/media-store.js";
import { parseAllowList } from "../../src/base/net/allow-list.js";
import { createDestinations } from "../../src/base/net/destinations.js";
import { createNotifier, type Notifier, type NotifierOptions } from "../../src/notifier/index.js";
import { createProgramMetrics } from "../../src/base/log/program-metrics.js";
import type { IncomingMessage } from "node:http";
import { resolveCallerAddress, type TrustedProxies } from "../../src/base/net/trusted-proxies.js";
import { createExporter } from "../../src/api/export/exporter.js";
import { createReader } from "../../src/base/workers/reader.js";
import { createRedactionRunner } from "../../src/base/workers/redaction-runner.js";
import { serveHttp } from "../../src/server.js";
import {
  createResumableUploads,
  type ResumableUploads,
} from "../../src/intake/uploads/resumable-uploads.js";
import { createUploads } from "../../src/api/http/uploads.js";
import { createVault } from "../../src/base/config/vault.js";
import { createMigratedDatabase, waitForConnection } from "./engine/database.js";
import { checkResponses } from "./rest/openapi-check.js";
import { getSchema } from "./graphql/schema.js";
import { runAsProgram, guardStatements } from "./engine/guard-statements.js";
import { type RemoteServer, createRequester, type Tenant, buildTenant } from "./tenant.js";

export type { TestResponse as Answer, GraphqlResponse as GraphAnswer, Tenant } from "./tenant.js";

/** Milliseconds since 1970; each reading advances it by `step`. */
interface Clock {
  time: number;
  step: number;
}

/** A server that several files may share; it exposes no state whose change would affect other tests. */
export interface SharedServer extends RemoteServer {
  services: Services & {
    db: Knex;
    media: MediaStore;
    trackers: TrackerFinder;
    largeBodies: LargeBodies;
    resumable: ResumableUploads;
  };
}

export interface TestServer extends SharedServer {
  clock: Clock;
  databaseUrl: string;
  /** The directory of the files that the server writes beside the database. */
  dataDir: string;
  /** The parsed log lines. */
  log: Record<string, unknown>[];
  notifier: Notifier;
  keyUses: KeyUsage;
  contentViewLog: ContentViewLog;
  /** Builds another notifier on the same database, not started, like a second process's notifier. */
  buildNotifier: (parts?: Partial<NotifierOptions>) => Notifier;
  /** Closes all connections at once. */
  closeConnections: () => void;
  stop: () => Promise<void>;
}

/** The maximum size of an uploaded file. */
export const MAX_UPLOAD_BYTES = 2_000_000;
const MAX_UPLOADS = 1_000;
/** Of all servers in this process: each would load the model again. */
const meaning = withVectorCache(createMeaning());

const CLOCK_START_MS = Date.parse("2026-03-02T12:00:00.000Z");

/** Starts a real server on a free port, with a new database and a clock that the test controls. */
export const startServer = async ({
  rateLimit = 0,
  trustProxy,
  postgres,
  smtp,
  openId,
  maxUploadBytes = MAX_UPLOAD_BYTES,
}: {
  rateLimit?: number;
  trustProxy?: TrustedProxies;
  postgres?: string | undefined;
  /** The mail server; without one, the server sends no mail. */
  smtp?: SmtpServer;
  /** The provider to sign in with; without one, passwords only. */
  openId?: OpenIdProvider;
  maxUploadBytes?: number;
} = {}): Promise<TestServer> => {
  const database = await createMigratedDatabase(postgres);
  const clock: Clock = { time: CLOCK_START_MS, step: 1 };
  const db = connect(database.url);
  const log: Record<string, unknown>[] = [];
  const logger = createLog("info", { write: (line) => void log.push(JSON.parse(line)) });
  const vault = createVault(randomBytes(32));
  // The notifier reads the clock without advancing it, because its timing isn't deterministic.
  const now = (): number => clock.time;
  const createTestNotifier = (parts: Partial<NotifierOptions> = {}): Notifier =>
    createNotifier({
      db,
      now,
      newId: randomUUIDv7,
      vault,
      log: logger,
      destinations: createDestinations(parseAllowList("127.0.0.0/8")),
      deliveryDays: 30,
      ...parts,
    });
  const files = mkdtempSync(join(tmpdir(), "debrief-files-"));
  const reader = createReader(database.url, db);
  const metrics = createProgramMetrics({
    db,
    databaseUrl: database.url,
    now,
    countPendingReads: reader.countPending,
  });
  const notifier = createTestNotifier({ onAttemptEnded: metrics.countDelivery });
  // Flushed only on request, so that extra statements don't disturb a count.
  const keyUses = createKeyUsage({
    db,
    now,
    log: logger,
    flushAfterMs: 60 * 60_000,
    flushFirstAfterMs: 60 * 60_000,
  });
  const from = { name: "Our calls", address: "calls@debrief.example.com" };
  const contentViewLog = createContentViewLog({
    db,
    now,
    newId: randomUUIDv7,
    log: logger,
    flushAfterMs: 60 * 60_000,
  });
  const mailer = smtp && createMailer({ db, log: logger, server: smtp, from, maxMs: 2_000 });
  const services = {
    db,
    mailer,
    sendsWeeklyMails: mailer !== undefined,
    openId,
    now: () => (clock.time += clock.step),
    newId: randomUUIDv7,
    randomBytes,
    vault,
    notifier,
    erasures: openErasureJournal({ file: resolveErasureJournal(files), vault, now }),
    media: createMediaStore({ directory: join(files, "media"), randomBytes, log: logger }),
    onKeyUsed: keyUses.record,
    onNamedKeyUsed: keyUses.recordNamed,
    onContentViewed: contentViewLog.record,
    // Tests or their own workers analyse calls.
    onCallIngested: () => {},
    // Tests replay calls themselves.
    onNumbersChanged: () => {},
    describeProcessing: () => "tests analyse calls themselves",
    analyzes: { audio: true, showsProgress: true },
    ...createFinders(meaning, logger),
    readLong: reader.read,
    runRedaction: createRedactionRunner(),
    exporter: createExporter(database.url, db, join(files, "exports")),
    metrics,
    largeBodies: new FairShares(SHARE_LIMITS.largeBodies),
    // Many tests upload at the same time.
    uploads: createUploads(maxUploadBytes, MAX_UPLOADS),
    addressOf: (request: IncomingMessage) => resolveCallerAddress(request, trustProxy),
    limiter: rateLimit > 0 ? createLimiter(db, rateLimit, trustProxy) : undefined,
    publicUrl: "https://debrief.example.com",
  };
  const resumable = createResumableUploads(getSchema(), services, join(files, "media"));
  const running = await serveHttp(
    Object.assign(services, { resumable }),
    logger,
    { host: "127.0.0.1", port: 0, trustProxy },
    getSchema(),
  );
  guardStatements(db, running.server);
  checkResponses(running.server);
  const stop = async (): Promise<void> => {
    await Promise.all([running.stop(), notifier.stop()]);
    await mailer?.stop();
    openId?.close();
    await reader.close();
    await db.destroy();
    await database.remove();
    rmSync(files, { recursive: true });
  };
  try {
    await waitForConnection(db);
    await runAsProgram(notifier.start);
  } catch (error) {
    // Otherwise the process would not end.
    await stop();
    throw error;
  }
  const url = `http://127.0.0.1:${running.port}`;
  const request = createRequester(url);

  const createTenant = async (name = "Test organization"): Promise<Tenant> => {
    const created = await db.transaction((trx) => createOrganization(trx, services, name));
    return buildTenant(request, { ...created, id: created.organization.id });
  };

  return {
    url,
    clock,
    databaseUrl: database.url,
    dataDir: files,
    services: Object.assign(services, { resumable }),
    log,
    notifier,
    keyUses,
    contentViewLog,
    buildNotifier: createTestNotifier,
    createTenant,
    fetch: request,
    closeConnections: () => running.server.closeAllConnections(),
    stop,
  };
};
