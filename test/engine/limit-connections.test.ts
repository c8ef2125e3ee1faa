import { setImmediate } from "node:timers/promises";
import { connect } from "../../db/engine/connect.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { dialect } from "../helpers/engine/database.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

/** Locks the organization's row in a session of its own, as another process would. */
const lockOrganization = async ({ databaseUrl }: TestServer, { id }: Tenant) => {
  const session = connect(databaseUrl);
  const trx = await session.transaction();
  await trx.raw("SELECT 1 FROM organizations WHERE id = ? FOR NO KEY UPDATE", [id]);
  return {
    countWaiting: async (): Promise<number> => {
      const { rows } = await trx.raw(
        "SELECT count(*) AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return Number(rows[0].waiting);
    },
    release: async () => {
      await trx.rollback();
      await session.destroy();
    },
  };
};

const pushAppointment = async (org: Tenant, index: number) =>
  org.send("POST", "/v1/scheduled-tasks", {
    event_id: `e-${index}`,
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
  });

if (dialect === "postgres") {
  test.serial("writers of a locked organization hold one connection", async (t) => {
    const { server, org } = t.context;
    const other = await server.createTenant();
    await other.createUser();
    const lock = await lockOrganization(server, org);
    const blocked = Array.from({ length: 20 }, (_, index) => pushAppointment(org, index));
    try {
      while ((await lock.countWaiting()) === 0) await setImmediate();
      for (let index = 0; index < 5; index += 1) {
        t.is((await pushAppointment(other, index)).status, 200);
        t.is((await other.get("/v1/recordings")).status, 200);
        // Its reads don't need the lock.
        t.is((await org.get("/v1/recordings")).status, 200);
        t.is((await server.fetch("/readyz")).status, 200);
        t.true((await lock.countWaiting()) <= 1);
      }
    } finally {
      await lock.release();
    }
    // On a busy machine, the first ones may have waited for the lock in vain.
    for (const { status } of await Promise.all(blocked)) t.true(status === 200 || status === 503);
  });

  test.serial("a change whose organization stays locked is unavailable", async (t) => {
    const { server, org } = t.context;
    const lock = await lockOrganization(server, org);
    try {
      const { status, body } = await pushAppointment(org, 1);
      t.is(status, 503);
      t.is(body.code, "UNAVAILABLE");
    } finally {
      await lock.release();
    }
    t.is((await pushAppointment(org, 1)).status, 200);
  });

  test.serial("slow reads of one organization leave connections to the others", async (t) => {
    const { server, org } = t.context;
    const other = await server.createTenant();
    const { db } = server.services;
    const lock = connect(server.databaseUrl);
    const trx = await lock.transaction();
    t.teardown(async () => lock.destroy());
    // Lists of recordings wait for this lock until it is released.
    await trx.raw("LOCK TABLE recordings IN ACCESS EXCLUSIVE MODE");
    const slow = Array.from({ length: 20 }, () => org.get("/v1/recordings"));
    while (db.client.pool.numUsed() < SHARE_LIMITS.connections.placesPerKey) await setImmediate();
    for (let index = 0; index < 5; index += 1) {
      t.is((await other.get("/v1/users")).status, 200);
      t.is((await server.fetch("/readyz")).status, 200);
    }
    // An answer may arrive before its connection is free again.
    while (db.client.pool.numUsed() > SHARE_LIMITS.connections.placesPerKey) await setImmediate();
    await trx.rollback();
    // On a busy machine, the last ones may have waited for a connection in vain.
    for (const { status } of await Promise.all(slow)) t.true(status === 200 || status === 503);
  });
}
