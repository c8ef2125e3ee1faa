import { type AddressInfo, connect as connectSocket, createServer, type Socket } from "node:net";
import { pino } from "pino";
import { connect } from "../../db/engine/connect.js";
import { migrations } from "../../db/migrations/index.js";
import { serveHttp } from "../../src/server.js";
import { dialect } from "../helpers/engine/database.js";
import { startServer, type TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const fetchReadiness = async (server: TestServer, init?: RequestInit) => {
  const { status, body } = await server.fetch("/readyz", init);
  return { status, body };
};

test("a working server is alive and ready, without a key", async (t) => {
  const { server } = t.context;
  for (const path of ["/livez", "/readyz"]) {
    const answer = await server.fetch(path);
    t.is(answer.status, 200);
    const { describeProcessing } = server.services;
    const calls = path === "/readyz" ? { calls: describeProcessing() } : {};
    t.deepEqual(answer.body, { status: "ok", ...calls });
    t.truthy(answer.headers.get("x-request-id"));
  }
});

test("HEAD on health endpoints has no body", async (t) => {
  for (const path of ["/livez", "/readyz"]) {
    const answer = await t.context.server.fetch(path, { method: "HEAD" });
    t.is(answer.status, 200);
    t.is(answer.text, "");
  }
});

test("a server whose database lacks a migration is alive but not ready", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const { db } = server.services;
  const last = await db("knex_migrations").orderBy("id", "desc").first();
  t.is(last.name, migrations.at(-1)!.name);
  await db("knex_migrations").where("id", last.id).delete();
  t.deepEqual(await fetchReadiness(server), {
    status: 503,
    body: { status: "unavailable", reason: "the database lacks migrations" },
  });
  t.is((await fetchReadiness(server, { method: "HEAD" })).status, 503);
  t.is((await server.fetch("/livez")).status, 200);
  await db("knex_migrations").insert(last);
  t.is((await fetchReadiness(server)).status, 200);
});

test("a server without its database is alive but not ready", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  await server.services.db.destroy();
  t.deepEqual(await fetchReadiness(server), {
    status: 503,
    body: { status: "unavailable", reason: "the database does not respond" },
  });
  t.is((await server.fetch("/livez")).status, 200);
});

/** Starts a proxy to PostgreSQL whose connections can be cut and restored. */
const startDatabaseProxy = async (url: string) => {
  const path = `${new URL(url).searchParams.get("host")}/.s.PGSQL.5432`;
  const open = new Set<Socket>();
  let cut = false;
  const proxy = createServer((near) => {
    if (cut) return void near.destroy();
    const far = connectSocket(path);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("error", () => to.destroy()).on("close", () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `postgres://postgres@127.0.0.1:${port}${new URL(url).pathname}`,
    cut: () => {
      cut = true;
      for (const socket of open) socket.destroy();
    },
    restore: () => {
      cut = false;
    },
    close: () => new Promise((resolve) => proxy.close(resolve)),
  };
};

if (dialect === "postgres")
  test("while PostgreSQL is unreachable, requests get 503, and 200 after it returns", async (t) => {
    const { server, org } = t.context;
    const databaseProxy = await startDatabaseProxy(
      server.services.db.client.config.connection.connectionString,
    );
    const db = connect(databaseProxy.url);
    const log = pino({ level: "silent" });
    const running = await serveHttp({ ...server.services, db }, log, {
      host: "127.0.0.1",
      port: 0,
    });
    t.teardown(async () => {
      await running.stop();
      await db.destroy();
      await databaseProxy.close();
    });
    const get = async (path: string) => {
      const url = `http://127.0.0.1:${running.port}${path}`;
      const response = await fetch(url, { headers: { "x-api-key": org.apiKey } });
      return { status: response.status, body: await response.json() };
    };
    t.is((await get("/v1/users")).status, 200);
    databaseProxy.cut();
    t.is((await get("/readyz")).status, 503);
    const { status, body } = await get("/v1/users");
    t.is(status, 503);
    t.deepEqual(Object.keys(body as object).toSorted(), ["code", "message"]);
    t.like(body, { code: "UNAVAILABLE" });
    databaseProxy.restore();
    t.is((await get("/v1/users")).status, 200);
    t.is((await get("/readyz")).status, 200);
  });
