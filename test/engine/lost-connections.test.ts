import { setTimeout } from "node:timers/promises";
import { connect, type Db } from "../../db/engine/connect.js";
import { isUnavailable } from "../../db/engine/errors.js";
import { write } from "../../db/engine/write.js";
import { dialect } from "../helpers/engine/database.js";
import { startServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

/** Returns a function that ends the transaction's PostgreSQL session. */
const prepareTermination = async (trx: Db, admin: Db): Promise<() => Promise<void>> => {
  const { rows } = await trx.raw("SELECT pg_backend_pid() AS pid");
  return async () => admin.raw("SELECT pg_terminate_backend(?, 5000)", [rows[0].pid]);
};

/** The moments of a change at which its connection may be lost. */
const losses: Record<string, (trx: Db, end: () => Promise<void>) => Promise<unknown>> = {
  "before a statement": async (trx, end) => {
    await end();
    await trx.raw("SELECT 1");
  },
  "during a statement": async (trx, end) => {
    const running = trx.raw("SELECT pg_sleep(60)");
    await Promise.all([running, end()]);
  },
  "while statements wait for their turn": async (trx, end) => {
    const running = [trx.raw("SELECT pg_sleep(60)"), trx.raw("SELECT 1"), end()];
    await Promise.all(running);
  },
  "before the commit": async (_, end) => end(),
  "before the commit, which the driver has noticed": async (_, end) => {
    await end();
    await setTimeout(50);
  },
  "in a savepoint": async (trx, end) =>
    trx.transaction(async (savepoint) => {
      await end();
      await savepoint.raw("SELECT 1");
    }),
  "and the change goes on after its error": async (trx, end) => {
    await end();
    await trx.raw("SELECT 1").catch(() => {});
    throw new Error("the change has read nothing");
  },
};

if (dialect === "postgres") {
  for (const [moment, lose] of Object.entries(losses))
    test(`a connection lost ${moment} makes the change unavailable`, async (t) => {
      const { server, org } = t.context;
      const { db } = server.services;
      const admin = connect(server.databaseUrl);
      const change = write(db, org.id, async (trx) =>
        lose(trx, await prepareTermination(trx, admin)),
      );
      const error = await t.throwsAsync(async () => change);
      t.true(isUnavailable(error), error?.message);
      await admin.destroy();
      t.is(await write(db, org.id, async () => "works again"), "works again");
    });

  test("a change on a lost connection that is still in the pool is unavailable", async (t) => {
    const { server, org } = t.context;
    const db = connect(server.databaseUrl);
    t.teardown(async () => db.destroy());
    const connection = await db.client.acquireConnection();
    await db.client.releaseConnection(connection);
    connection.connection.stream.destroy();
    const error = await t.throwsAsync(async () => write(db, org.id, async () => {}));
    t.true(isUnavailable(error), error?.message);
  });

  test("an error of the change itself stays as it is", async (t) => {
    const { server, org } = t.context;
    const change = async () =>
      write(server.services.db, org.id, async () => {
        throw new TypeError("a defect");
      });
    await t.throwsAsync(change, { instanceOf: TypeError, message: "a defect" });
  });

  test("on a read-only PostgreSQL, reads work, changes are unavailable and readiness says why", async (t) => {
    const server = await startServer();
    t.teardown(server.stop);
    const org = await server.createTenant();
    await org.createUser();
    const admin = connect(server.databaseUrl);
    t.teardown(async () => admin.destroy());
    const { rows } = await admin.raw("SELECT current_database() AS name");
    const setReadOnly = async (isReadOnly: boolean): Promise<void> => {
      await admin.raw("SET default_transaction_read_only = off");
      await admin.raw("ALTER DATABASE ?? SET default_transaction_read_only = ??", [
        rows[0].name,
        isReadOnly ? "on" : "off",
      ]);
      await admin.raw(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
      );
      // The pool notices in the next turns of the event loop.
      await setTimeout(50);
    };
    await setReadOnly(true);
    const push = async () =>
      org.send("POST", "/v1/scheduled-tasks", {
        event_id: "e",
        user_email: "rep@example.com",
        start_time: "2026-03-03T10:00:00Z",
      });
    t.is((await org.get("/v1/users")).status, 200);
    const { status, body } = await push();
    t.is(status, 503);
    t.is(body.code, "UNAVAILABLE");
    const readiness = await server.fetch("/readyz");
    t.is(readiness.status, 503);
    t.deepEqual(readiness.body, { status: "unavailable", reason: "the database is read-only" });
    await setReadOnly(false);
    t.is((await push()).status, 200);
    t.is((await server.fetch("/readyz")).status, 200);
  });
} else
  test("on a read-only SQLite file, the server is not ready", async (t) => {
    const server = await startServer();
    t.teardown(server.stop);
    const { db } = server.services;
    await db.raw("PRAGMA query_only = ON");
    const { status, body } = await server.fetch("/readyz");
    t.is(status, 503);
    t.deepEqual(body, { status: "unavailable", reason: "the database is read-only" });
    await db.raw("PRAGMA query_only = OFF");
    t.is((await server.fetch("/readyz")).status, 200);
  });
