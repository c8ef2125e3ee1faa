import { write } from "../db/write.js";
import { issueSetupLink } from "../graph/setup-links.js";
import { admin, openPage, PASSWORD, signedIn, VIEWER } from "./helpers/console.js";
import { test } from "./helpers/own.js";
import { rowsOf } from "./helpers/rows.js";
import type { Answer, Tenant, TestServer } from "./helpers/server.js";

const MINUTE_MS = 60_000;
const SET_UP = `mutation ($token: String!, $name: String!, $email: String!, $password: String!) {
  setUp(token: $token, name: $name, email: $email, password: $password) {
    role organization { id } user { email name role }
  }
}`;
const ENDED =
  "The set-up link is used, too old or replaced; another one is made by: debrief admin link";

const link = async ({ services }: TestServer, org: Tenant): Promise<string> => {
  const { url } = await write(services.db, org.id, (trx) => issueSetupLink(trx, services, org.id));
  return new URL(url).hash.slice(1);
};

const person = (org: Tenant, fields: object = {}): object => ({
  name: "Ada",
  email: `ada@${org.id}.example.com`,
  password: PASSWORD,
  ...fields,
});

const told = ({ status, body }: Answer): unknown[] => [status, body.errors?.[0].message];

test("a set-up link makes an admin, and signs in", async (t) => {
  const { server, org } = t.context;
  const token = await link(server, org);
  const page = openPage(server);
  const answer = await page.ask(SET_UP, { token, ...person(org) });
  t.is(answer.status, 200);
  const email = `ada@${org.id}.example.com`;
  t.deepEqual(answer.body.data.setUp, {
    role: "internal",
    organization: { id: org.id },
    user: { email, name: "Ada", role: "admin" },
  });
  t.is((await page.ask(VIEWER)).body.data.viewer.user.email, email);
  t.is((await openPage(server).signIn(email)).status, 200);
});

test("a set-up link ends when somebody becomes an admin in another way", async (t) => {
  const { server, org } = t.context;
  const token = await link(server, org);
  await admin(server, org);
  const late = person(org, { email: `late@${org.id}.example.com` });
  t.deepEqual(told(await openPage(server).ask(SET_UP, { token, ...late })), [401, ENDED]);
});

test("whoever has a session may use a set-up link all the same", async (t) => {
  const { server, org } = t.context;
  const page = await signedIn(server, await server.tenant("Other"));
  const answer = await page.ask(SET_UP, { token: await link(server, org), ...person(org) });
  t.is(answer.body.data?.setUp.organization.id, org.id);
  t.is((await page.ask(VIEWER)).body.data.viewer.user.name, "Ada");
});

test("a set-up link is of use once", async (t) => {
  const { server, org } = t.context;
  const token = await link(server, org);
  const answers = await Promise.all(
    ["one", "two", "three"].map((name) =>
      openPage(server).ask(SET_UP, {
        token,
        ...person(org, { email: `${name}@${org.id}.example.com` }),
      }),
    ),
  );
  t.is(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    t.deepEqual(told(answer), [401, ENDED]);
  t.deepEqual(told(await openPage(server).ask(SET_UP, { token, ...person(org) })), [401, ENDED]);
});

test.serial("a set-up link holds for 30 minutes, and until another one is made", async (t) => {
  const { server, org } = t.context;
  const use = async (token: string): Promise<unknown[]> =>
    told(await openPage(server).ask(SET_UP, { token, ...person(org) }));
  const late = await link(server, org);
  server.clock.time += 30 * MINUTE_MS;
  t.deepEqual(await use(late), [401, ENDED]);
  const replaced = await link(server, org);
  const token = await link(server, org);
  t.deepEqual(await use(replaced), [401, ENDED]);
  t.deepEqual(await use("x"), [401, ENDED]);
  server.clock.time += 29 * MINUTE_MS;
  t.deepEqual(await use(token), [200, undefined]);
});

test("what is wrong about the new admin is told, and the link stays", async (t) => {
  const { server, org } = t.context;
  const other = await signedIn(server, await server.tenant("Other"));
  const own = await admin(server, org);
  await org.user("left@example.com", { active: false });
  const token = await link(server, org);
  const use = async (fields: object): Promise<unknown[]> =>
    told(await openPage(server).ask(SET_UP, { token, ...person(org, fields) }));
  const taken = "email is an admin's already, and no two organizations can share an admin";
  t.deepEqual(await use({ email: "nobody" }), [400, "email must be an e-mail address"]);
  t.deepEqual(await use({ name: " " }), [400, "name must not be empty"]);
  const length = "password must be of 12 to 1024 characters";
  t.deepEqual(await use({ password: "🙂".repeat(11) }), [400, length]);
  t.deepEqual(await use({ email: "ada@example.com", password: "ADA@example.com" }), [
    400,
    "password must not be the e-mail address",
  ]);
  t.deepEqual(await use({ email: other.email.toUpperCase() }), [409, taken]);
  t.deepEqual(await use({ email: own }), [409, taken]);
  t.deepEqual(await use({ email: "left@example.com" }), [
    409,
    "email is that of a user who is not active",
  ]);
  t.is((await other.ask(VIEWER)).status, 200);
  // A user who is known keeps role and address.
  const page = openPage(server);
  await page.ask(SET_UP, { token, ...person(org, { email: "Rep@example.com" }) });
  const { user } = (await page.ask(VIEWER)).body.data.viewer;
  t.deepEqual(user, { email: "rep@example.com", name: "Ada", role: "rep" });
});

test("no set-up token is in the database or the log", async (t) => {
  const { server, org } = t.context;
  const token = await link(server, org);
  const rows = await rowsOf(server.services.db, org.id);
  await openPage(server).ask(SET_UP, { token, ...person(org, { name: " " }) });
  t.is(rows["setup_links"]!.length, 1);
  t.false((JSON.stringify(rows) + JSON.stringify(server.log)).includes(token));
});
