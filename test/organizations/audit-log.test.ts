import { auditActions } from "../../graph/access/audit.js";
import { issueOperatorToken } from "../helpers/sign-in/operator-token.js";
import { createConsoleSession, PASSWORD, signInAdmin } from "../helpers/sign-in/console-session.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

interface Entry {
  id: string;
  at: string;
  action: string;
  actor: string;
  userId: string | null;
  email: string | null;
  ipAddress: string | null;
  subject: string | null;
  fields: string[];
}

const LOG = `query ($first: Int, $after: String, $filter: AuditFilter) {
  auditLog(first: $first, after: $after, filter: $filter) {
    nodes { id at action actor userId email ipAddress subject fields } nextCursor hasMore
  }
}`;

const loadEntries = async (org: Tenant, variables: object = {}): Promise<Entry[]> =>
  (await org.graphql(LOG, { first: 100, ...variables })).auditLog.nodes;

/** Loads the newest entries, oldest first, as action, subject and fields. */
const loadNewest = async (org: Tenant, count: number): Promise<unknown[]> =>
  (await loadEntries(org, { first: count }))
    .toReversed()
    .map(({ action, subject, fields }) => [action, subject, ...fields]);

const CREATE = `mutation { createWebhook(input: { url: "https://hooks.example.com/" }) { webhook { id } signingSecret } }`;

test("the audit log lists webhook changes with field names, without values", async (t) => {
  const { org } = t.context;
  const { webhook, signingSecret } = (await org.graphql(CREATE)).createWebhook;
  const { id } = webhook;
  const update = (input: string): Promise<unknown> =>
    org.graphql(`mutation { updateWebhook(id: "${id}", input: { ${input} }) { id } }`);
  await update('url: "https://hooks.example.com/other", active: false');
  await update("active: false");
  const rotated = await org.graphql(
    `mutation { rotateWebhookSecret(id: "${id}") { signingSecret } }`,
  );
  await org.graphql(`mutation { deleteWebhook(id: "${id}") }`);
  t.deepEqual(await loadNewest(org, 4), [
    ["webhook.created", id],
    ["webhook.updated", id, "url", "active"],
    ["webhook.secret_rotated", id],
    ["webhook.deleted", id],
  ]);
  const text = JSON.stringify(await loadEntries(org));
  for (const value of [
    signingSecret,
    rotated.rotateWebhookSecret.signingSecret,
    "hooks.example.com",
  ])
    t.false(text.includes(value));
});

test("the audit log lists users, teams and templates only if they changed", async (t) => {
  const { org } = t.context;
  for (const name of ["Robin Rep", "Robin Other", "Robin Other"])
    await org.createUser("REP@example.com", { name });
  const team = async (id: string, name: string): Promise<string> =>
    (
      await org.graphql(
        `mutation { upsertTeam(input: { ${id} name: "${name}", members: [{ email: "rep@example.com" }] }) { id } }`,
      )
    ).upsertTeam.id;
  const teamId = await team("", "North");
  await team(`id: "${teamId}"`, "North");
  await team(`id: "${teamId}"`, "South");
  const template = async (id: string, question: string): Promise<string> =>
    (
      await org.graphql(
        `mutation { upsertTemplate(input: { ${id} name: "Visit", questions: [${question}] }) { id } }`,
      )
    ).upsertTemplate.id;
  const templateId = await template("", "");
  await template(`id: "${templateId}"`, "");
  await template(`id: "${templateId}"`, '{ question: "Why?" }');
  await org.graphql(`mutation { deleteTeam(id: "${teamId}") }`);
  t.deepEqual(
    (await loadEntries(org))
      .toReversed()
      .map(({ action, subject, fields }) => [action, subject, ...fields]),
    [
      ["organization.created", null],
      ["user.created", "rep@example.com"],
      ["user.updated", "rep@example.com", "name"],
      ["team.created", teamId],
      ["team.updated", teamId, "name"],
      ["template.created", templateId],
      ["template.updated", templateId, "questions"],
      ["team.deleted", teamId],
    ],
  );
});

test("an audit entry has the admin, the credential's kind and the IP address", async (t) => {
  const { org, server } = t.context;
  const page = await signInAdmin(server, org);
  await page.query(CREATE);
  await org.graphql("mutation { refreshApiKey { apiKey } }");
  const [byToken, byAdmin, signIn] = await loadEntries(org);
  t.like(byToken, { action: "key.refreshed", actor: "internal_token", userId: null, email: null });
  t.like(byAdmin, { action: "webhook.created", actor: "admin", email: page.email });
  t.like(signIn, { action: "session.signed_in", actor: "admin", email: page.email });
  t.is(byAdmin!.userId, signIn!.userId);
  for (const { ipAddress } of [byToken!, byAdmin!, signIn!]) t.is(ipAddress, "127.0.0.1");
  const operator = await issueOperatorToken(server);
  const name = 'mutation { createOrganization(name: "Other") { internalToken } }';
  const { data } = await org.sendGraphql(name, {}, operator);
  const other = await org.sendGraphql(LOG, {}, data.createOrganization.internalToken);
  t.like(other.data.auditLog.nodes[0], { action: "organization.created", actor: "operator_token" });
});

test("the audit log lists sessions and password changes", async (t) => {
  const { org, server } = t.context;
  const page = await signInAdmin(server, org);
  const again = createConsoleSession(server);
  await again.signIn(page.email);
  const { sessions } = (await page.query("{ sessions { id current } }")).body.data;
  const other = sessions.find(({ current }: { current: boolean }) => !current).id;
  await page.query(`mutation { endSession(id: "${other}") }`);
  const newPassword = "another horse battery";
  await page.query("mutation ($a: String!, $b: String!) { changePassword(current: $a, new: $b) }", {
    a: PASSWORD,
    b: newPassword,
  });
  await page.query("mutation { signOut(everywhere: true) }");
  t.deepEqual(await loadNewest(org, 5), [
    ["session.signed_in", null],
    ["session.signed_in", null],
    ["session.ended", other],
    ["admin.password_changed", page.email],
    ["session.ended", null],
  ]);
});

test("a refused change leaves no audit entry", async (t) => {
  const { org } = t.context;
  const before = await loadEntries(org);
  const unknownId = "00000000-0000-7000-8000-000000000000";
  for (const mutation of [
    `rotateWebhookSecret(id: "${unknownId}") { signingSecret }`,
    `deleteTeam(id: "${unknownId}")`,
    'createWebhook(input: { url: "no URL" }) { signingSecret }',
    'upsertTeam(input: { name: "X", members: [{ email: "nobody@example.com" }] }) { id }',
  ])
    t.truthy((await org.sendGraphql(`mutation { ${mutation} }`)).errors);
  t.deepEqual(await loadEntries(org), before);
});

test("the audit log has pages, newest first, and filters", async (t) => {
  const { org } = t.context;
  for (const name of ["A", "B", "C"]) await org.createUser("rep@example.com", { name });
  const all = await loadEntries(org);
  const seen: Entry[] = [];
  for (let after: string | null = null; ;) {
    const { auditLog } = await org.graphql(LOG, { first: 2, after });
    seen.push(...auditLog.nodes);
    after = auditLog.nextCursor;
    t.is(after !== null, auditLog.hasMore);
    if (after === null) break;
  }
  t.deepEqual(seen, all);
  t.is((await loadEntries(org, { filter: { action: "user.updated" } })).length, 3);
  t.is((await loadEntries(org, { filter: { subject: "rep@example.com" } })).length, 4);
  t.deepEqual(await loadEntries(org, { filter: { email: "nobody@example.com" } }), []);
  const { at } = all[1]!;
  t.deepEqual(await loadEntries(org, { filter: { from: at } }), all.slice(0, 2));
  t.deepEqual(await loadEntries(org, { filter: { to: at } }), all.slice(1));
  const { errors } = await org.sendGraphql(LOG, { filter: { action: "user.danced" } });
  t.like(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "action" });
});

test("the audit log requires an internal credential and shows one organization", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  await other.createUser("foreign@example.com");
  t.false(JSON.stringify(await loadEntries(org)).includes("foreign"));
  const { nextCursor } = (await other.graphql(LOG, { first: 1 })).auditLog;
  t.is(
    (await org.sendGraphql(LOG, { after: nextCursor })).errors?.[0]?.extensions.code,
    "INVALID_CURSOR",
  );
  t.is((await org.sendGraphql(LOG, {}, org.apiKey)).errors?.[0]?.extensions.code, "FORBIDDEN");
});

test("the audit log holds only actions of the closed set", async (t) => {
  const { org, server } = t.context;
  const rows = (await loadRowsByTable(server.services.db, org.id))["audit_log"]!;
  t.true(rows.length > 0);
  for (const row of rows) t.true(auditActions.includes(JSON.parse(row).action));
});
