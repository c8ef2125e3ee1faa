import "reflect-metadata";
import { randomBytes, randomUUIDv7 } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { connect } from "../../db/connect.js";
import { migrate } from "../../db/migrate.js";
import type { Services } from "../../graph/context.js";
import { createOrganization } from "../../graph/organizations.js";
import { createLimiter } from "../../src/limiter.js";
import { createKeyUses, type KeyUses } from "../../src/key-uses.js";
import { createLog } from "../../src/log.js";
import { createMediaStore, type MediaStore } from "../../src/media/store.js";
import { readAllowList } from "../../src/notifier/allow-list.js";
import { createDestinations } from "../../src/notifier/destinations.js";
import { createNotifier, type Notifier, type NotifierParts } from "../../src/notifier/index.js";
import { createMetrics } from "../../src/metrics.js";
import type { Proxies } from "../../src/proxies.js";
import { createExporter } from "../../src/export/exporter.js";
import { createReader } from "../../src/reader.js";
import { serve } from "../../src/server.js";
import { createUploads } from "../../src/uploads.js";
import { createVault } from "../../src/vault.js";
import { freshDatabase } from "./database.js";
import { checkAnswers } from "./documented.js";
import { asProgram, guard } from "./guard.js";
import { type Outside, requestTo, type Tenant, tenantOf } from "./tenant.js";

export type { Answer, GraphAnswer, Tenant } from "./tenant.js";

/** Milliseconds since 1970; every look at it moves it on by `step`. */
export interface Clock {
  time: number;
  step: number;
}

/** A server that the tests of several files may share: nothing of it that one could change for others. */
export interface SharedServer extends Outside {
  services: Services & { db: Knex; media: MediaStore };
}

export interface TestServer extends SharedServer {
  clock: Clock;
  /** What it logged, a line each, parsed. */
  log: Record<string, unknown>[];
  notifier: Notifier;
  keyUses: KeyUses;
  /** Another one over the same database, not started: as another process has it. */
  another: (parts?: Partial<NotifierParts>) => Notifier;
  /** Ends every connection at once. */
  cut: () => void;
  stop: () => Promise<void>;
}

/** What the file of an upload may have. */
export const UPLOAD_BYTES = 2_000_000;
const MANY_UPLOADS = 1_000;

const START = Date.parse("2026-03-02T12:00:00.000Z");

/** A real server on a real port over a fresh database, with a clock of the test's own. */
export const startServer = async ({
  rateLimit = 0,
  trustProxy,
  postgres,
}: {
  rateLimit?: number;
  trustProxy?: Proxies;
  postgres?: string | undefined;
} = {}): Promise<TestServer> => {
  const database = await freshDatabase(postgres);
  const clock: Clock = { time: START, step: 1 };
  const db = connect(database.url);
  await migrate(db);
  const log: Record<string, unknown>[] = [];
  const logger = createLog("info", { write: (line) => void log.push(JSON.parse(line)) });
  const vault = createVault(randomBytes(32));
  // It looks at the clock without moving it on: when it does so is not the test's to say.
  const now = (): number => clock.time;
  const another = (parts: Partial<NotifierParts> = {}): Notifier =>
    createNotifier({
      db,
      now,
      vault,
      log: logger,
      destinations: createDestinations(readAllowList("127.0.0.0/8")),
      deliveryDays: 30,
      ...parts,
    });
  const files = mkdtempSync(join(tmpdir(), "debrief-files-"));
  const reader = createReader(database.url, db);
  const metrics = createMetrics({
    db,
    databaseUrl: database.url,
    now,
    statisticsWaiting: reader.waiting,
  });
  const notifier = another({ ended: metrics.delivery });
  // Written when a test says so: no statement runs beside those that are counted.
  const keyUses = createKeyUses({ db, now, log: logger, afterMs: 60 * 60_000 });
  const services = {
    db,
    now: () => (clock.time += clock.step),
    newId: randomUUIDv7,
    randomBytes,
    vault,
    courier: notifier,
    media: createMediaStore({ directory: join(files, "media"), randomBytes, log: logger }),
    keyUsed: keyUses.used,
    // Calls are analysed by whoever says so: a test, or a worker of its own.
    callTaken: () => {},
    readStats: reader.readStats,
    readSearch: reader.readSearch,
    answerApart: reader.answerApart,
    exporter: createExporter(database.url, db),
    metrics,
    // Many tests upload at once.
    uploads: createUploads(UPLOAD_BYTES, MANY_UPLOADS),
    limiter: rateLimit > 0 ? createLimiter(db, rateLimit, trustProxy) : undefined,
    publicUrl: "https://debrief.example.com",
  };
  const running = await serve(services, logger, { host: "127.0.0.1", port: 0, trustProxy });
  guard(db, running.server);
  checkAnswers(running.server);
  await asProgram(notifier.start);
  const url = `http://127.0.0.1:${running.port}`;
  const request = requestTo(url);

  const tenant = async (name = "Test organization"): Promise<Tenant> => {
    const made = await db.transaction((trx) => createOrganization(trx, services, name));
    return tenantOf(request, { ...made, id: made.organization.id });
  };

  return {
    url,
    clock,
    services,
    log,
    notifier,
    keyUses,
    another,
    tenant,
    fetch: request,
    cut: () => running.server.closeAllConnections(),
    stop: async () => {
      await Promise.all([running.stop(), notifier.stop()]);
      await reader.close();
      await db.destroy();
      await database.remove();
      rmSync(files, { recursive: true });
    },
  };
};
