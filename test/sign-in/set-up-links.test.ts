import { write } from "../../db/engine/write.js";
import { issueSetupLink } from "../../graph/sign-in/setup-links.js";
import {
  createAdmin,
  createConsoleSession,
  PASSWORD,
  signInAdmin,
  VIEWER,
} from "../helpers/sign-in/console-session.js";
import { test } from "../helpers/own-suite.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Answer, Tenant, TestServer } from "../helpers/server.js";

const MINUTE_MS = 60_000;
const SET_UP = `mutation ($token: String!, $name: String!, $email: String!, $password: String!) {
  redeemSetupLink(token: $token, name: $name, email: $email, password: $password) {
    role organization { id } user { email name role }
  }
}`;
const ENDED =
  "The set-up link was used, expired or replaced; create another with: debrief admin setup-link";

const issueLink = async ({ services }: TestServer, org: Tenant): Promise<string> => {
  const { url } = await write(services.db, org.id, (trx) => issueSetupLink(trx, services, org.id));
  return new URL(url).hash.slice(1);
};

const buildInput = (org: Tenant, fields: object = {}): object => ({
  name: "Ada",
  email: `ada@${org.id}.example.com`,
  password: PASSWORD,
  ...fields,
});

const summarize = ({ status, body }: Answer): unknown[] => [status, body.errors?.[0].message];

test("a set-up link creates an admin and signs in", async (t) => {
  const { server, org } = t.context;
  const token = await issueLink(server, org);
  const page = createConsoleSession(server);
  const answer = await page.query(SET_UP, { token, ...buildInput(org) });
  t.is(answer.status, 200);
  const email = `ada@${org.id}.example.com`;
  t.deepEqual(answer.body.data.redeemSetupLink, {
    role: "internal",
    organization: { id: org.id },
    user: { email, name: "Ada", role: "admin" },
  });
  t.is((await page.query(VIEWER)).body.data.viewer.user.email, email);
  t.is((await createConsoleSession(server).signIn(email)).status, 200);
});

test("creating an admin another way ends the set-up link", async (t) => {
  const { server, org } = t.context;
  const token = await issueLink(server, org);
  await createAdmin(server, org);
  const late = buildInput(org, { email: `late@${org.id}.example.com` });
  t.deepEqual(summarize(await createConsoleSession(server).query(SET_UP, { token, ...late })), [
    401,
    ENDED,
  ]);
});

test("a set-up link works with an open session", async (t) => {
  const { server, org } = t.context;
  const page = await signInAdmin(server, await server.createTenant("Other"));
  const answer = await page.query(SET_UP, {
    token: await issueLink(server, org),
    ...buildInput(org),
  });
  t.is(answer.body.data?.redeemSetupLink.organization.id, org.id);
  t.is((await page.query(VIEWER)).body.data.viewer.user.name, "Ada");
});

test("a set-up link works once", async (t) => {
  const { server, org } = t.context;
  const token = await issueLink(server, org);
  const answers = await Promise.all(
    ["one", "two", "three"].map((name) =>
      createConsoleSession(server).query(SET_UP, {
        token,
        ...buildInput(org, { email: `${name}@${org.id}.example.com` }),
      }),
    ),
  );
  t.is(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    t.deepEqual(summarize(answer), [401, ENDED]);
  t.deepEqual(
    summarize(await createConsoleSession(server).query(SET_UP, { token, ...buildInput(org) })),
    [401, ENDED],
  );
});

test.serial("a set-up link expires after 30 minutes, or with the next one", async (t) => {
  const { server, org } = t.context;
  const redeem = async (token: string): Promise<unknown[]> =>
    summarize(await createConsoleSession(server).query(SET_UP, { token, ...buildInput(org) }));
  const late = await issueLink(server, org);
  server.clock.time += 30 * MINUTE_MS;
  t.deepEqual(await redeem(late), [401, ENDED]);
  const replaced = await issueLink(server, org);
  const token = await issueLink(server, org);
  t.deepEqual(await redeem(replaced), [401, ENDED]);
  t.deepEqual(await redeem("x"), [401, ENDED]);
  server.clock.time += 29 * MINUTE_MS;
  t.deepEqual(await redeem(token), [200, undefined]);
});

test("invalid input for the new admin is refused by field, and the link stays valid", async (t) => {
  const { server, org } = t.context;
  const other = await signInAdmin(server, await server.createTenant("Other"));
  const own = await createAdmin(server, org);
  await org.createUser("left@example.com", { active: false });
  const token = await issueLink(server, org);
  const redeem = async (fields: object): Promise<unknown[]> =>
    summarize(
      await createConsoleSession(server).query(SET_UP, { token, ...buildInput(org, fields) }),
    );
  const taken = "email can sign in already; an e-mail can belong to one account only";
  t.deepEqual(await redeem({ email: "nobody" }), [400, "email must be an e-mail address"]);
  t.deepEqual(await redeem({ name: " " }), [400, "name must not be empty"]);
  const length = "password must have 12 to 1024 characters";
  t.deepEqual(await redeem({ password: "🙂".repeat(11) }), [400, length]);
  t.deepEqual(await redeem({ email: "ada@example.com", password: "ADA@example.com" }), [
    400,
    "password must not be the e-mail address",
  ]);
  t.deepEqual(await redeem({ email: other.email.toUpperCase() }), [409, taken]);
  t.deepEqual(await redeem({ email: own }), [409, taken]);
  t.deepEqual(await redeem({ email: "left@example.com" }), [
    409,
    "email belongs to an inactive user",
  ]);
  t.is((await other.query(VIEWER)).status, 200);
  // An existing user keeps the role and address.
  const page = createConsoleSession(server);
  await page.query(SET_UP, { token, ...buildInput(org, { email: "Rep@example.com" }) });
  const { user } = (await page.query(VIEWER)).body.data.viewer;
  t.deepEqual(user, { email: "rep@example.com", name: "Ada", role: "rep" });
});

test("neither the database nor the log contains a set-up token", async (t) => {
  const { server, org } = t.context;
  const token = await issueLink(server, org);
  const rows = await loadRowsByTable(server.services.db, org.id);
  await createConsoleSession(server).query(SET_UP, { token, ...buildInput(org, { name: " " }) });
  t.is(rows["setup_links"]!.length, 1);
  t.false((JSON.stringify(rows) + JSON.stringify(server.log)).includes(token));
});
