import { connect } from "../../db/engine/connect.js";
import { PASSWORD } from "../helpers/sign-in/console-session.js";
import { test } from "../helpers/server/first-start-suite.js";
import { setHeartbeats } from "../helpers/retention/retention.js";
import { startServer } from "../helpers/server.js";

test("the audit log lists changes made from the command line", async (t) => {
  const { program } = t.context;
  const outcomes = await program.runAll(
    ["org", "create", "Acme"],
    ["key", "refresh", "Acme"],
    ["token", "create", "--org", "Acme", "--role", "internal"],
    ["token", "create", "--operator"],
    ["admin", "setup-link", "Acme"],
    ["webhook", "create", "https://hooks.example.com/", "--org", "Acme"],
  );
  for (const args of [
    ["create", "Acme", "ada@example.com"],
    ["set-password", "ada@example.com"],
    ["delete", "ada@example.com"],
  ])
    outcomes.push(await program.run(["admin", ...args], {}, `${PASSWORD}\n`));
  for (const { code, stderr } of outcomes) t.is(code, 0, stderr);
  const db = connect(program.databaseUrl);
  t.teardown(() => db.destroy());
  const rows = await db("audit_log").orderBy("at").orderBy("id");
  t.deepEqual(
    rows.map(({ action, subject }) => [action, subject]),
    [
      ["organization.created", null],
      ["key.refreshed", null],
      ["token.created", null],
      ["setup_link.created", null],
      ["webhook.created", rows[4].subject],
      ["admin.created", "ada@example.com"],
      ["admin.password_changed", "ada@example.com"],
      ["admin.deleted", "ada@example.com"],
    ],
  );
  for (const { actor, user_id, address } of rows)
    t.deepEqual([actor, user_id, address], ["command_line", null, null]);
});

test("the audit log keeps entries for 400 days", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  const { db } = server.services;
  const dayMs = 24 * 60 * 60_000;
  server.clock.time += 2 * dayMs;
  await org.createUser();
  await server.notifier.stop();
  const now = server.clock.time + 399 * dayMs;
  await setHeartbeats(server, now);
  const next = server.buildNotifier({ now: () => now });
  await next.start();
  const listActions = async (): Promise<string[]> => db("audit_log").orderBy("at").pluck("action");
  while ((await listActions()).length > 1) await new Promise(setImmediate);
  await next.stop();
  t.deepEqual(await listActions(), ["user.created"]);
});

test("a change rolls back if its audit entry can't be written", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await server.services.db.schema.dropTable("audit_log");
  for (const mutation of [
    "refreshApiKey { apiKey }",
    'upsertUser(input: { email: "new@example.com", name: "New" }) { email }',
    'createWebhook(input: { url: "https://hooks.example.com/" }) { signingSecret }',
  ]) {
    const { errors } = await org.sendGraphql(`mutation { ${mutation} }`);
    t.is(errors?.[0]?.extensions.code, "INTERNAL");
  }
  t.is((await org.get("/v1/users")).text, '{"users":[]}');
  t.is((await org.get("/v1/webhooks")).text, '{"webhooks":[]}');
});
