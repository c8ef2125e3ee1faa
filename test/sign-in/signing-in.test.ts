import { argon2Sync } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { rowsOf } from "./helpers/rows.js";
import { admin, openPage, PASSWORD, signedIn, VIEWER } from "./helpers/console.js";
import { test } from "./helpers/own.js";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OTHER = "another horse battery";
const CHANGE = `mutation ($current: String!, $new: String!) {
  changePassword(current: $current, new: $new)
}`;
const WRONG = { message: "The e-mail or the password is wrong", code: "UNAUTHENTICATED" };

test("an admin signs in by e-mail and password, whatever the case of the e-mail", async (t) => {
  const { server, org } = t.context;
  const email = await admin(server, org);
  const page = openPage(server);
  const answer = await page.signIn(email.toUpperCase());
  t.is(answer.status, 200);
  t.deepEqual(answer.body.data.signIn, {
    role: "internal",
    organization: { id: org.id },
    user: { email },
  });
  const { body } = await page.ask(VIEWER);
  t.deepEqual(body.data.viewer, {
    role: "internal",
    organization: { id: org.id },
    user: { email, name: "Ada Admin", role: "admin" },
  });
  t.deepEqual((await page.ask("{ users { email } }")).body.data.users.length, 2);
});

test("every failed sign-in is answered alike, and sets no cookie", async (t) => {
  const { server, org } = t.context;
  const email = await admin(server, org);
  const left = await admin(server, org, `left@${org.id}.example.com`);
  await org.user(left, { active: false });
  for (const [address, password] of [
    [email, "wrong horse battery"],
    [email, ""],
    ["nobody@example.com", PASSWORD],
    // A user, but no admin.
    ["rep@example.com", PASSWORD],
    [left, PASSWORD],
    ["no address", PASSWORD],
  ] as const) {
    const answer = await openPage(server).signIn(address, password);
    t.is(answer.status, 401, address);
    const [{ message, extensions }] = answer.body.errors;
    t.deepEqual({ message, ...extensions }, WRONG, address);
    t.is(answer.body.data, null);
    t.deepEqual(answer.headers.getSetCookie(), []);
  }
});

test("signing out ends one session, or all of the admin's", async (t) => {
  const { server, org } = t.context;
  const one = await signedIn(server, org);
  const [two, three] = [openPage(server), openPage(server)];
  await two.signIn(one.email);
  await three.signIn(one.email);
  const cookie = one.cookie!;
  const answer = await one.ask("mutation { signOut }");
  t.true(answer.body.data.signOut);
  t.is(one.cookie, undefined);
  t.is((await one.ask(VIEWER, {}, { cookie })).status, 401);
  t.is((await two.ask(VIEWER)).status, 200);
  t.true((await two.ask("mutation { signOut(everywhere: true) }")).body.data.signOut);
  t.is((await three.ask(VIEWER)).status, 401);
});

test("an admin sees and ends their own sessions, and nobody else's", async (t) => {
  const { server, org } = t.context;
  const colleague = await signedIn(server, org, `colleague@${org.id}.example.com`);
  const stranger = await signedIn(server, await server.tenant("Other"));
  const one = await signedIn(server, org);
  const two = openPage(server, { origin: "https://debrief.example.com", "user-agent": "Two" });
  await two.signIn(one.email);
  const SESSIONS = "{ sessions { id address agent createdAt lastUsedAt expiresAt current } }";
  const idOf = async (page: typeof one): Promise<string> =>
    (await page.ask(SESSIONS)).body.data.sessions.find((s: { current: boolean }) => s.current).id;
  const { sessions } = (await two.ask(SESSIONS)).body.data;
  t.deepEqual(
    sessions.map(({ agent, address, current }: Record<string, unknown>) => [
      agent,
      address,
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
    const answer = await two.ask(END, { id: await idOf(page) });
    t.is(answer.body.errors[0].extensions.code, "NOT_FOUND");
    t.is((await page.ask(VIEWER)).status, 200);
  }
  t.true((await two.ask(END, { id: sessions[1].id })).body.data.endSession);
  t.is((await one.ask(VIEWER)).status, 401);
  t.true((await two.ask(END, { id: sessions[0].id })).body.data.endSession);
  t.is(two.cookie, undefined);
});

test.serial("a session ends 12 hours after it was last used", async (t) => {
  const { server, org } = t.context;
  const page = await signedIn(server, org);
  const lastUsed = async () =>
    server.services.db("sessions").where("organization_id", org.id).pluck("last_used_at");
  const before = await lastUsed();
  server.clock.time += MINUTE_MS / 2;
  await page.ask(VIEWER);
  t.deepEqual(await lastUsed(), before);
  for (let asked = 0; asked < 3; asked += 1) {
    server.clock.time += 12 * HOUR_MS - MINUTE_MS;
    t.is((await page.ask(VIEWER)).status, 200);
  }
  server.clock.time += 12 * HOUR_MS;
  t.is((await page.ask(VIEWER)).status, 401);
});

test.serial("a session ends after 30 days, however much it is used", async (t) => {
  const { server, org } = t.context;
  const page = await signedIn(server, org);
  for (let asked = 0; asked < 60; asked += 1) {
    t.is((await page.ask(VIEWER)).status, 200);
    server.clock.time += 12 * HOUR_MS - MINUTE_MS;
  }
  t.is((await page.ask(VIEWER)).status, 200);
  server.clock.time += HOUR_MS;
  t.is((await page.ask(VIEWER)).status, 401);
});

test.serial("sessions and links that hold no more are deleted in the background", async (t) => {
  const { server, org } = t.context;
  const idle = await signedIn(server, org);
  const inUse = openPage(server);
  await inUse.signIn(idle.email);
  const { db } = server.services;
  await db("setup_links").insert({
    organization_id: org.id,
    hash: org.id,
    expires_at: server.clock.time + HOUR_MS,
  });
  server.clock.time += 12 * HOUR_MS - MINUTE_MS;
  await inUse.ask(VIEWER);
  server.clock.time += MINUTE_MS;
  const next = server.another({ now: () => server.clock.time });
  await next.start();
  const sessions = () => db("sessions").where("organization_id", org.id).pluck("id");
  const links = () => db("setup_links").where("organization_id", org.id).pluck("hash");
  let left = { sessions: await sessions(), links: await links() };
  while (left.sessions.length > 1 || left.links.length > 0) {
    await setImmediate();
    left = { sessions: await sessions(), links: await links() };
  }
  await next.stop();
  t.is((await inUse.ask(VIEWER)).status, 200);
});

test("a user who is not active any more is signed out, and stays so", async (t) => {
  const { server, org } = t.context;
  const page = await signedIn(server, org);
  await org.user(page.email, { active: false });
  t.is((await page.ask(VIEWER)).status, 401);
  await org.user(page.email, { active: true });
  t.is((await page.ask(VIEWER)).status, 401);
  t.is((await page.signIn(page.email)).status, 200);
});

test("an admin changes the password, which ends all other sessions", async (t) => {
  const { server, org } = t.context;
  const page = await signedIn(server, org);
  const other = openPage(server);
  await other.signIn(page.email);
  const refused = async (current: string, next: string): Promise<unknown> =>
    (await page.ask(CHANGE, { current, new: next })).body.errors[0].message;
  t.is(await refused(OTHER, OTHER), "current is not the password");
  t.is(await refused(PASSWORD, "eleven char"), "new must be of 12 to 1024 characters");
  t.is(await refused(PASSWORD, page.email), "new must not be the e-mail address");
  t.is((await other.ask(VIEWER)).status, 200);
  const { body } = await page.ask(CHANGE, { current: PASSWORD, new: OTHER });
  t.true(body.data.changePassword);
  t.is((await page.ask(VIEWER)).status, 200);
  t.is((await other.ask(VIEWER)).status, 401);
  t.is((await other.signIn(page.email)).status, 401);
  t.is((await other.signIn(page.email, OTHER)).status, 200);
});

test("tokens have no sessions, and sign nobody in", async (t) => {
  const { server, org } = t.context;
  const email = await admin(server, org);
  for (const operation of [
    "query { sessions { id } }",
    "mutation { signOut }",
    'mutation { endSession(id: "x") }',
    'mutation { changePassword(current: "x", new: "y") }',
    `mutation { signIn(email: "${email}", password: "${PASSWORD}") { role } }`,
  ]) {
    const { errors } = await org.ask(operation);
    t.is(errors?.[0]?.extensions.code, "FORBIDDEN", operation);
  }
});

test("no password and no session's token is in the database or the log", async (t) => {
  const { server, org } = t.context;
  const page = await signedIn(server, org);
  await openPage(server).signIn(page.email, OTHER);
  await page.ask(CHANGE, { current: PASSWORD, new: "a third horse battery" });
  await page.ask(`mutation { signIn(email: 1, password: "${OTHER}") { role } }`);
  const token = page.cookie!.split("=")[1]!;
  t.regex(token, /^[\w-]{43}$/);
  const rows = JSON.stringify(await rowsOf(server.services.db, org.id));
  t.regex(rows, /\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const text = rows + JSON.stringify(server.log);
  for (const secret of [PASSWORD, OTHER, "a third horse", token]) t.false(text.includes(secret));
});

test("a password that was hashed with other parameters is hashed anew with the next sign-in", async (t) => {
  const { server, org } = t.context;
  const email = await admin(server, org);
  const mine = () => server.services.db("admins").where("organization_id", org.id);
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
  await mine().update({ password: `$argon2id$v=19$m=64,t=1,p=1$${old.join("$")}` });
  t.is((await openPage(server).signIn(email)).status, 200);
  const [password] = await mine().pluck("password");
  t.regex(password, /\$m=19456,t=2,p=1\$/);
  t.is((await openPage(server).signIn(email)).status, 200);
});
