import { argon2Sync } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import {
  createAdmin,
  createConsoleSession,
  PASSWORD,
  signInAdmin,
  VIEWER,
} from "../helpers/sign-in/console-session.js";
import { test } from "../helpers/own-suite.js";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OTHER = "another horse battery";
const CHANGE = `mutation ($current: String!, $new: String!) {
  changePassword(current: $current, new: $new)
}`;
const WRONG = { message: "Wrong e-mail or password", code: "UNAUTHENTICATED" };

test("an admin signs in by e-mail and password, ignoring the e-mail's case", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  const page = createConsoleSession(server);
  const answer = await page.signIn(email.toUpperCase());
  t.is(answer.status, 200);
  t.deepEqual(answer.body.data.signIn, {
    role: "internal",
    organization: { id: org.id },
    user: { email },
  });
  const { body } = await page.query(VIEWER);
  t.deepEqual(body.data.viewer, {
    role: "internal",
    organization: { id: org.id },
    user: { email, name: "Ada Admin", role: "admin" },
  });
  t.deepEqual((await page.query("{ users { email } }")).body.data.users.length, 2);
});

test("all failed sign-ins get the same response and no cookie", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  const inactive = await createAdmin(server, org, `left@${org.id}.example.com`);
  await org.createUser(inactive, { active: false });
  for (const [address, password] of [
    [email, "wrong horse battery"],
    [email, ""],
    ["nobody@example.com", PASSWORD],
    // A user, but no admin.
    ["rep@example.com", PASSWORD],
    [inactive, PASSWORD],
    ["no address", PASSWORD],
  ] as const) {
    const answer = await createConsoleSession(server).signIn(address, password);
    t.is(answer.status, 401, address);
    const [{ message, extensions }] = answer.body.errors;
    t.deepEqual({ message, ...extensions }, WRONG, address);
    t.is(answer.body.data, null);
    t.deepEqual(answer.headers.getSetCookie(), []);
  }
});

test("signing out ends one session, or all of the admin's", async (t) => {
  const { server, org } = t.context;
  const one = await signInAdmin(server, org);
  const [two, three] = [createConsoleSession(server), createConsoleSession(server)];
  await two.signIn(one.email);
  await three.signIn(one.email);
  const cookie = one.cookie!;
  const answer = await one.query("mutation { signOut }");
  t.true(answer.body.data.signOut);
  t.is(one.cookie, undefined);
  t.is((await one.query(VIEWER, {}, { cookie })).status, 401);
  t.is((await two.query(VIEWER)).status, 200);
  t.true((await two.query("mutation { signOut(everywhere: true) }")).body.data.signOut);
  t.is((await three.query(VIEWER)).status, 401);
});

test("an admin lists and ends only their own sessions", async (t) => {
  const { server, org } = t.context;
  const colleague = await signInAdmin(server, org, `colleague@${org.id}.example.com`);
  const stranger = await signInAdmin(server, await server.createTenant("Other"));
  const one = await signInAdmin(server, org);
  const two = createConsoleSession(server, {
    origin: "https://debrief.example.com",
    "user-agent": "Two",
  });
  await two.signIn(one.email);
  const SESSIONS = "{ sessions { id ipAddress userAgent createdAt lastUsedAt expiresAt current } }";
  const loadCurrentId = async (page: typeof one): Promise<string> =>
    (await page.query(SESSIONS)).body.data.sessions.find((s: { current: boolean }) => s.current).id;
  const { sessions } = (await two.query(SESSIONS)).body.data;
  t.deepEqual(
    sessions.map(({ userAgent, ipAddress, current }: Record<string, unknown>) => [
      userAgent,
      ipAddress,
      current,
    ]),
    [
      ["Two", "127.0.0.1", true],
      ["node", "127.0.0.1", false],
    ],
  );
  const { createdAt, expiresAt } = sessions[0];
  t.is(Date.parse(expiresAt) - Date.parse(createdAt), 30 * DAY_MS);
  const END = "mutation ($id: ID!) { endSession(id: $id) }";
  for (const page of [colleague, stranger]) {
    const answer = await two.query(END, { id: await loadCurrentId(page) });
    t.is(answer.body.errors[0].extensions.code, "NOT_FOUND");
    t.is((await page.query(VIEWER)).status, 200);
  }
  t.true((await two.query(END, { id: sessions[1].id })).body.data.endSession);
  t.is((await one.query(VIEWER)).status, 401);
  t.true((await two.query(END, { id: sessions[0].id })).body.data.endSession);
  t.is(two.cookie, undefined);
});

test.serial("a session expires after 12 hours without use", async (t) => {
  const { server, org } = t.context;
  const page = await signInAdmin(server, org);
  const lastUsed = async () =>
    server.services.db("sessions").where("organization_id", org.id).pluck("last_used_at");
  const before = await lastUsed();
  server.clock.time += MINUTE_MS / 2;
  await page.query(VIEWER);
  t.deepEqual(await lastUsed(), before);
  for (let request = 0; request < 3; request += 1) {
    server.clock.time += 12 * HOUR_MS - MINUTE_MS;
    t.is((await page.query(VIEWER)).status, 200);
  }
  server.clock.time += 12 * HOUR_MS;
  t.is((await page.query(VIEWER)).status, 401);
});

test.serial("a session expires after 30 days, even if used", async (t) => {
  const { server, org } = t.context;
  const page = await signInAdmin(server, org);
  for (let request = 0; request < 60; request += 1) {
    t.is((await page.query(VIEWER)).status, 200);
    server.clock.time += 12 * HOUR_MS - MINUTE_MS;
  }
  t.is((await page.query(VIEWER)).status, 200);
  server.clock.time += HOUR_MS;
  t.is((await page.query(VIEWER)).status, 401);
});

test.serial("expired sessions and set-up links are deleted in the background", async (t) => {
  const { server, org } = t.context;
  const idle = await signInAdmin(server, org);
  const inUse = createConsoleSession(server);
  await inUse.signIn(idle.email);
  const { db } = server.services;
  await db("setup_links").insert({
    organization_id: org.id,
    hash: org.id,
    expires_at: server.clock.time + HOUR_MS,
  });
  server.clock.time += 12 * HOUR_MS - MINUTE_MS;
  await inUse.query(VIEWER);
  server.clock.time += MINUTE_MS;
  const notifier = server.buildNotifier({ now: () => server.clock.time });
  await notifier.start();
  const sessions = () => db("sessions").where("organization_id", org.id).pluck("id");
  const links = () => db("setup_links").where("organization_id", org.id).pluck("hash");
  let remaining = { sessions: await sessions(), links: await links() };
  while (remaining.sessions.length > 1 || remaining.links.length > 0) {
    await setImmediate();
    remaining = { sessions: await sessions(), links: await links() };
  }
  await notifier.stop();
  t.is((await inUse.query(VIEWER)).status, 200);
});

test("deactivating a user ends their sessions permanently", async (t) => {
  const { server, org } = t.context;
  const page = await signInAdmin(server, org);
  await org.createUser(page.email, { active: false });
  t.is((await page.query(VIEWER)).status, 401);
  await org.createUser(page.email, { active: true });
  t.is((await page.query(VIEWER)).status, 401);
  t.is((await page.signIn(page.email)).status, 200);
});

test("changing the password ends all other sessions", async (t) => {
  const { server, org } = t.context;
  const page = await signInAdmin(server, org);
  const other = createConsoleSession(server);
  await other.signIn(page.email);
  const loadError = async (current: string, password: string): Promise<unknown> =>
    (await page.query(CHANGE, { current, new: password })).body.errors[0].message;
  t.is(await loadError(OTHER, OTHER), "current is not the current password");
  t.is(await loadError(PASSWORD, "eleven char"), "new must have 12 to 1024 characters");
  t.is(await loadError(PASSWORD, page.email), "new must not be the e-mail address");
  t.is((await other.query(VIEWER)).status, 200);
  const { body } = await page.query(CHANGE, { current: PASSWORD, new: OTHER });
  t.true(body.data.changePassword);
  t.is((await page.query(VIEWER)).status, 200);
  t.is((await other.query(VIEWER)).status, 401);
  t.is((await other.signIn(page.email)).status, 401);
  t.is((await other.signIn(page.email, OTHER)).status, 200);
});

test("tokens have no sessions and can't sign in", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  for (const operation of [
    "query { sessions { id } }",
    "mutation { signOut }",
    'mutation { endSession(id: "x") }',
    'mutation { changePassword(current: "x", new: "y") }',
    `mutation { signIn(email: "${email}", password: "${PASSWORD}") { role } }`,
  ]) {
    const { errors } = await org.sendGraphql(operation);
    t.is(errors?.[0]?.extensions.code, "FORBIDDEN", operation);
  }
});

test("neither the database nor the log contains a password or a session token", async (t) => {
  const { server, org } = t.context;
  const page = await signInAdmin(server, org);
  await createConsoleSession(server).signIn(page.email, OTHER);
  await page.query(CHANGE, { current: PASSWORD, new: "a third horse battery" });
  await page.query(`mutation { signIn(email: 1, password: "${OTHER}") { role } }`);
  const token = page.cookie!.split("=")[1]!;
  t.regex(token, /^[\w-]{43}$/);
  const rows = JSON.stringify(await loadRowsByTable(server.services.db, org.id));
  t.regex(rows, /\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const text = rows + JSON.stringify(server.log);
  for (const secret of [PASSWORD, OTHER, "a third horse", token]) t.false(text.includes(secret));
});

test("signing in rehashes a password with outdated parameters", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  const selectAdmin = () => server.services.db("accounts").where("organization_id", org.id);
  const nonce = Buffer.alloc(16);
  const parameters = {
    message: PASSWORD,
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 64,
    passes: 1,
  };
  const old = [nonce, argon2Sync("argon2id", parameters)].map((bytes) =>
    bytes.toString("base64").replace(/=+$/, ""),
  );
  await selectAdmin().update({ password: `$argon2id$v=19$m=64,t=1,p=1$${old.join("$")}` });
  t.is((await createConsoleSession(server).signIn(email)).status, 200);
  const [password] = await selectAdmin().pluck("password");
  t.regex(password, /\$m=19456,t=2,p=1\$/);
  t.is((await createConsoleSession(server).signIn(email)).status, 200);
});
