import { setTimeout } from "node:timers/promises";
import { admin, openPage, PASSWORD } from "./helpers/console.js";
import { test } from "./helpers/own.js";
import { rowsOf } from "./helpers/rows.js";
import type { Tenant } from "./helpers/server.js";

const WRONG = "wrong horse battery";
const LOOK_MS = 10;
const FAILED = `{ auditLog(filter: { action: "session.sign_in_failed" }) {
  nodes { actor userId email address subject fields }
} }`;

/** What is written down of failed sign-ins, once there are so many: no answer waits for it. */
const failures = async (org: Tenant, count: number): Promise<object[]> => {
  for (;;) {
    const { nodes } = (await org.graph(FAILED)).auditLog;
    if (nodes.length >= count) return nodes;
    await setTimeout(LOOK_MS);
  }
};

test("a failed sign-in is in the log of the account's organization, with where it came from", async (t) => {
  const { server, org } = t.context;
  const email = await admin(server, org);
  const left = await admin(server, org, `left@${org.id}.example.com`);
  await org.user(left, { active: false });
  t.is((await openPage(server).signIn(email.toUpperCase(), WRONG)).status, 401);
  const entry = { actor: "visitor", userId: null, email: null, address: "127.0.0.1", fields: [] };
  t.deepEqual(await failures(org, 1), [{ ...entry, subject: email }]);
  t.is((await openPage(server).signIn(left)).status, 401);
  t.deepEqual(await failures(org, 2), [
    { ...entry, subject: left },
    { ...entry, subject: email },
  ]);
  t.false(JSON.stringify(await rowsOf(server.services.db, org.id)).includes(WRONG));
});

test("a sign-in at no account, and one that is right, are no failed sign-ins of anybody", async (t) => {
  const { server, org } = t.context;
  const email = await admin(server, org);
  const other = await server.tenant();
  for (const nobody of ["nobody@example.com", "rep@example.com"])
    t.is((await openPage(server).signIn(nobody, WRONG)).status, 401);
  t.is((await openPage(server).signIn(email)).status, 200);
  // Written after all of these.
  await openPage(server).signIn(email, WRONG);
  t.is((await failures(org, 1)).length, 1);
  t.deepEqual(await failures(other, 0), []);
});

test("a throttled account gets no more entries of failed sign-ins", async (t) => {
  const { server, org } = t.context;
  const email = await admin(server, org);
  const answers = await Promise.all(
    Array.from({ length: 13 }, () => openPage(server).signIn(email, WRONG)),
  );
  t.is(answers.filter(({ status }) => status === 429).length, 3);
  const second = await admin(server, org, `second@${org.id}.example.com`);
  await openPage(server).signIn(second, WRONG);
  t.is((await failures(org, 11)).length, 11);
});

test("a wrong password is a warning in the server's log, with the address and without what was typed", async (t) => {
  const { server, org } = t.context;
  const email = await admin(server, org);
  const answers = [
    await openPage(server).signIn(email, WRONG),
    await openPage(server).signIn("somebody@example.com", WRONG),
    await openPage(server).signIn(email),
  ];
  const lines = answers.map(({ headers }) =>
    server.log.filter(
      ({ msg, requestId }) =>
        msg === "a wrong password" && requestId === headers.get("x-request-id"),
    ),
  );
  t.deepEqual(
    lines.map(({ length }) => length),
    [1, 1, 0],
  );
  for (const [line] of lines.slice(0, 2)) t.like(line, { level: 40, ip: "127.0.0.1" });
  const text = JSON.stringify(server.log);
  for (const secret of [WRONG, PASSWORD, email, "somebody@"]) t.false(text.includes(secret));
});
