import { existsSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import { beginUpload, type ServedRep, serveWithRep, waitUntilStopping } from "./begun-upload.js";
import { connect as connectTo } from "../../db/engine/connect.js";
import { dialect } from "../helpers/engine/database.js";
import type { Installation } from "../helpers/server/program.js";

const test = anyTest as TestFn<ServedRep>;

test.beforeEach(async (t) => {
  t.context = await serveWithRep();
});

test.afterEach.always((t) => t.context.program?.remove());

const canConnect = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

const walBytes = (program: Installation): number => {
  const wal = join(program.dataDir, "debrief.db-wal");
  return existsSync(wal) ? statSync(wal).size : 0;
};

for (const signal of ["SIGTERM", "SIGINT"] as const)
  test(`${signal} finishes the current call, accepts no connection and exits with 0`, async (t) => {
    const { program, serving, key } = t.context;
    const call = await beginUpload(t.context);
    t.true(await canConnect(serving.url));
    serving.child.kill(signal);
    // The server logs the stop before it closes its port.
    await waitUntilStopping(serving);
    while (await canConnect(serving.url)) t.is(serving.child.exitCode, null);
    t.is(walBytes(program) > 0, dialect === "sqlite");
    t.regex(await call.finish(), /HTTP\/1\.1 200 OK/);
    const { code } = await serving.ended;
    t.is(code, 0);
    t.is(walBytes(program), 0);
    const restarted = await program.serve();
    const appointment = { user_email: "rep@example.com", start_time: "2026-03-02T10:00:00Z" };
    const answer = await fetch(`${restarted.url}/v1/scheduled-tasks`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ event_id: "event-1", ...appointment }),
    });
    // It matches the call that the server accepted while stopping.
    t.like(await answer.json(), { appointment: { matchStatus: "matched" } });
  });

test("a stop writes when a key was last used", async (t) => {
  const { program, serving, key } = t.context;
  const startedAt = Date.now();
  t.is((await fetch(`${serving.url}/v1/users`, { headers: { "x-api-key": key } })).status, 200);
  await serving.stop();
  const db = connectTo(program.databaseUrl);
  const [usedAt] = await db("api_keys").pluck("last_used_at");
  await db.destroy();
  t.true(usedAt >= startedAt);
});
