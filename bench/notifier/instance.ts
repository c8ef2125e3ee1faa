import "reflect-metadata";
import { randomBytes, randomUUIDv7 } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Knex } from "knex";
import { connect } from "../../db/engine/connect.js";
import { insertDelivery, pendingDelivery } from "../../db/webhooks/deliveries.js";
import { insertEvent } from "../../db/webhooks/events.js";
import { migrate } from "../../db/schema/migrate.js";
import { insertWebhook } from "../../db/webhooks/webhook.js";
import { createOrganization } from "../../graph/organizations/organization.js";
import { openErasureJournal } from "../../src/upkeep/erasures/erasure-journal.js";
import { createLog } from "../../src/base/log/log.js";
import { createMediaStore } from "../../src/media/media-store.js";
import { parseAllowList } from "../../src/base/net/allow-list.js";
import { createDestinations } from "../../src/base/net/destinations.js";
import { createNotifier, type Notifier } from "../../src/notifier/index.js";
import { createReader } from "../../src/base/workers/reader.js";
import { createRedactionRunner } from "../../src/base/workers/redaction-runner.js";
import { createVault } from "../../src/base/config/vault.js";
import { buildWebhookBody } from "./message.js";

const BATCH_EVENTS = 1000;

export interface BenchWebhook {
  id: string;
  url: string;
}

/** A SQLite file on disk with an organization and its webhooks. */
export interface NotifierInstance {
  db: Knex;
  /** Creates the real notifier, not started. Only one may run at a time. */
  buildNotifier: () => Notifier;
  organizationId: string;
  hooks: BenchWebhook[];
  /** Writes events to the outbox as the program does, one per webhook, without waking the notifier. */
  writeEvents: (hooks: readonly BenchWebhook[]) => Promise<void>;
  /** Resolves when no delivery is pending. */
  waitUntilSettled: () => Promise<void>;
  close: () => Promise<void>;
}

const PENDING = `SELECT
  EXISTS (SELECT 1 FROM deliveries WHERE status = 'pending' AND claimed_by IS NULL)
  OR EXISTS (SELECT 1 FROM deliveries WHERE status = 'pending' AND claimed_by IS NOT NULL) AS pending`;

export const createNotifierInstance = async (
  urls: readonly string[],
): Promise<NotifierInstance> => {
  // Not in /tmp, which may be in memory: commits must wait for a disk.
  mkdirSync("build/bench-data", { recursive: true });
  const directory = mkdtempSync(join("build/bench-data", "notifier-"));
  const db = connect(`sqlite:${join(directory, "debrief.db")}`);
  await migrate(db);
  const vault = createVault(randomBytes(32));
  const log = createLog("info");
  const notifier = (): Notifier =>
    createNotifier({
      newId: randomUUIDv7,
      db,
      now: Date.now,
      vault,
      log,
      destinations: createDestinations(parseAllowList("127.0.0.0/8")),
      deliveryDays: 30,
    });
  const reader = createReader("sqlite::memory:", db);
  const services = {
    db,
    now: Date.now,
    newId: randomUUIDv7,
    randomBytes,
    vault,
    notifier: notifier(),
    erasures: openErasureJournal({ file: undefined, vault, now: Date.now }),
    media: createMediaStore({ directory: join(directory, "media"), randomBytes, log }),
    onKeyUsed: () => {},
    onNamedKeyUsed: () => {},
    describeProcessing: () => "the benchmark analyses nothing",
    onNumbersChanged: () => {},
    onCallIngested: () => {},
    onContentViewed: () => {},
    readLong: reader.read,
    runRedaction: createRedactionRunner(),
    publicUrl: "",
  };
  const { organization } = await db.transaction((trx) =>
    createOrganization(trx, services, "Bench"),
  );
  const hooks = urls.map((url) => ({ id: randomUUIDv7(), url }));
  const secret = vault.seal(`whsec_${randomBytes(32).toString("base64")}`);
  for (const hook of hooks)
    await insertWebhook(db, organization.id, {
      ...hook,
      active: 1,
      trigger: "all",
      events: "[]",
      retry: "none",
      secret,
      createdAt: Date.now(),
    });

  const writeEvent = async (trx: Knex, hook: BenchWebhook): Promise<void> => {
    const [event, id, now] = ["recording.processed", randomUUIDv7(), Date.now()];
    const eventId = randomUUIDv7();
    const payload = buildWebhookBody(id);
    const recordingId = null;
    await insertEvent(trx, organization.id, {
      id: eventId,
      event,
      recordingId,
      payload,
      test: false,
      now,
    });
    await insertDelivery(trx, organization.id, {
      ...pendingDelivery,
      id,
      eventId,
      event,
      recordingId,
      webhookId: hook.id,
      messageId: id,
      redeliveryOf: null,
      url: hook.url,
      createdAt: now,
    });
  };

  return {
    db,
    buildNotifier: notifier,
    organizationId: organization.id,
    hooks,
    writeEvents: async (batch) => {
      for (let start = 0; start < batch.length; start += BATCH_EVENTS)
        await db.transaction(async (trx) => {
          for (const hook of batch.slice(start, start + BATCH_EVENTS)) await writeEvent(trx, hook);
        });
    },
    waitUntilSettled: async () => {
      for (;;) {
        const [row] = (await db.raw(PENDING)) as { pending: number }[];
        if (row!.pending === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    close: async () => {
      await db.destroy();
      rmSync(directory, { recursive: true });
    },
  };
};
