import "reflect-metadata";
import { randomBytes, randomUUIDv7 } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Knex } from "knex";
import { connect } from "../../db/connect.js";
import { insertDelivery, insertEvent, unsent } from "../../db/deliveries.js";
import { migrate } from "../../db/migrate.js";
import { insertWebhook } from "../../db/webhooks.js";
import { createOrganization } from "../../graph/organizations.js";
import { createLog } from "../../src/log.js";
import { createMediaStore } from "../../src/media/store.js";
import { createDestinations, readAllowList } from "../../src/notifier/destinations.js";
import { createNotifier, type Notifier } from "../../src/notifier/index.js";
import { createReader } from "../../src/reader.js";
import { createVault } from "../../src/vault.js";
import { bodyOf } from "./message.js";

const BATCH = 1000;

export interface Hook {
  id: string;
  url: string;
}

/** A SQLite file on disk with an organization that has webhooks. */
export interface Instance {
  db: Knex;
  /** The real notifier, not started; one after the other. */
  notifier: () => Notifier;
  hooks: Hook[];
  /** Writes events down as the program does, one for each of these webhooks, and tells nobody. */
  write: (hooks: readonly Hook[]) => Promise<void>;
  /** Resolves when nothing is pending any more. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
}

const PENDING = `SELECT
  EXISTS (SELECT 1 FROM deliveries WHERE status = 'pending' AND claimed_by IS NULL)
  OR EXISTS (SELECT 1 FROM deliveries WHERE status = 'pending' AND claimed_by IS NOT NULL) AS pending`;

export const createInstance = async (urls: readonly string[]): Promise<Instance> => {
  // Not in /tmp, which may be in memory: commits have to wait for a disk.
  mkdirSync("build/bench-data", { recursive: true });
  const directory = mkdtempSync(join("build/bench-data", "notifier-"));
  const db = connect(`sqlite:${join(directory, "debrief.db")}`);
  await migrate(db);
  const vault = createVault(randomBytes(32));
  const log = createLog("info");
  const notifier = (): Notifier =>
    createNotifier({
      db,
      now: Date.now,
      vault,
      log,
      destinations: createDestinations(readAllowList("127.0.0.0/8")),
      deliveryDays: 30,
    });
  const reader = createReader("sqlite::memory:", db);
  const services = {
    db,
    now: Date.now,
    newId: randomUUIDv7,
    randomBytes,
    vault,
    courier: notifier(),
    media: createMediaStore({ directory: join(directory, "media"), randomBytes, log }),
    keyUsed: () => {},
    callTaken: () => {},
    readStats: reader.readStats,
    readSearch: reader.readSearch,
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
      secret,
      createdAt: Date.now(),
    });

  const one = async (trx: Knex, hook: Hook): Promise<void> => {
    const [event, id, now] = ["recording.processed", randomUUIDv7(), Date.now()];
    const eventId = randomUUIDv7();
    const payload = bodyOf(id);
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
      ...unsent,
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
    notifier,
    hooks,
    write: async (some) => {
      for (let at = 0; at < some.length; at += BATCH)
        await db.transaction(async (trx) => {
          for (const hook of some.slice(at, at + BATCH)) await one(trx, hook);
        });
    },
    settled: async () => {
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
