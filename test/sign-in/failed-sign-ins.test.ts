import { setTimeout } from "node:timers/promises";
import { createAdmin, createConsoleSession, PASSWORD } from "../helpers/sign-in/console-session.js";
import { test } from "../helpers/own-suite.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Tenant } from "../helpers/server.js";

const WRONG = "wrong horse battery";
const POLL_MS = 10;
const FAILED = `{ auditLog(filter: { action: "session.sign_in_failed" }) {
  nodes { actor userId email ipAddress subject fields }
} }`;

/** Loads the failed sign-ins once there are `count`: entries are written after the answer. */
const waitForFailures = async (org: Tenant, count: number): Promise<object[]> => {
  for (;;) {
    const { nodes } = (await org.graphql(FAILED)).auditLog;
    if (nodes.length >= count) return nodes;
    await setTimeout(POLL_MS);
  }
};

test("the audit log of the account's organization lists a failed sign-in with its address", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  const inactive = await createAdmin(server, org, `left@${org.id}.example.com`);
  await org.createUser(inactive, { active: false });
  t.is((await createConsoleSession(server).signIn(email.toUpperCase(), WRONG)).status, 401);
  const entry = { actor: "visitor", userId: null, email: null, ipAddress: "127.0.0.1", fields: [] };
  t.deepEqual(await waitForFailures(org, 1), [{ ...entry, subject: email }]);
  t.is((await createConsoleSession(server).signIn(inactive)).status, 401);
  t.deepEqual(await waitForFailures(org, 2), [
    { ...entry, subject: inactive },
    { ...entry, subject: email },
  ]);
  t.false(JSON.stringify(await loadRowsByTable(server.services.db, org.id)).includes(WRONG));
});

test("unknown accounts and successful sign-ins add no failed sign-in entry", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  const other = await server.createTenant();
  for (const account of ["nobody@example.com", "rep@example.com"])
    t.is((await createConsoleSession(server).signIn(account, WRONG)).status, 401);
  t.is((await createConsoleSession(server).signIn(email)).status, 200);
  // Written after all others.
  await createConsoleSession(server).signIn(email, WRONG);
  t.is((await waitForFailures(org, 1)).length, 1);
  t.deepEqual(await waitForFailures(other, 0), []);
});

test("a throttled account gets no more failed sign-in entries", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  const answers = await Promise.all(
    Array.from({ length: 13 }, () => createConsoleSession(server).signIn(email, WRONG)),
  );
  t.is(answers.filter(({ status }) => status === 429).length, 3);
  const second = await createAdmin(server, org, `second@${org.id}.example.com`);
  await createConsoleSession(server).signIn(second, WRONG);
  t.is((await waitForFailures(org, 11)).length, 11);
});

test("a wrong password logs a warning with the address, without the input", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  const answers = [
    await createConsoleSession(server).signIn(email, WRONG),
    await createConsoleSession(server).signIn("somebody@example.com", WRONG),
    await createConsoleSession(server).signIn(email),
  ];
  const lines = answers.map(({ headers }) =>
    server.log.filter(
      ({ msg, requestId }) => msg === "wrong password" && requestId === headers.get("x-request-id"),
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
