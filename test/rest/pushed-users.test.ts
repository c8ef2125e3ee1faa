import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import type { Tenant } from "../helpers/tenant.js";
import { test } from "../helpers/suite.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

const CALL = {
  call_id: "call-1",
  user_email: "new@example.com",
  started_at: "2026-03-02T10:00:00Z",
};

/** Returns a function that pushes a call by a new key with these scopes. */
const createPusher = async (org: Tenant, scopes: string[]) => {
  const { key } = await createNamedKey(org, { scopes });
  return async (body: object) => org.send("POST", "/v1/dialer", body, { "x-api-key": key });
};

const listUsers = async (org: Tenant) =>
  (await org.graphql("{ users { email name extensions } }")).users;

test("a call pushed by a key with people brings its user along", async (t) => {
  const { org } = t.context;
  const push = await createPusher(org, ["ingest", "people"]);
  const upsert_user = { name: "Nora New", extensions: ["204"] };
  t.is((await push({ ...CALL, upsert_user })).status, 200);
  const nora = { email: "new@example.com", name: "Nora New", extensions: ["204"] };
  t.true(
    (await listUsers(org)).some((user: object) => JSON.stringify(user) === JSON.stringify(nora)),
  );
  const next = { ...CALL, call_id: "call-2", upsert_user: { name: "Nora Newer" } };
  t.is((await push(next)).status, 200);
  t.like(
    (await listUsers(org)).find(({ email }: { email: string }) => email === nora.email),
    {
      name: "Nora Newer",
      extensions: ["204"],
    },
  );
  const { auditLog } = await org.graphql(
    `{ auditLog(filter: { subject: "new@example.com" }) { nodes { action actor } } }`,
  );
  t.deepEqual(auditLog.nodes, [
    { action: "user.updated", actor: "api_key" },
    { action: "user.created", actor: "api_key" },
  ]);
});

test("a key without people, the organization's key and its dialer URL bring no user along", async (t) => {
  const { org } = t.context;
  const body = { ...CALL, upsert_user: { name: "Nora New" } };
  const push = await createPusher(org, ["ingest"]);
  const refused = { status: 403, body: { code: "FORBIDDEN" } };
  t.like(await push(body), refused);
  t.like(await org.send("POST", "/v1/dialer", body), refused);
  t.like(
    await org.send("POST", new URL(org.dialerUrl).pathname, body, { "x-api-key": "" }),
    refused,
  );
  t.false(JSON.stringify(await listUsers(org)).includes("new@example.com"));
});

test("a pushed user is refused with the call, and changes no admin", async (t) => {
  const { server, org } = t.context;
  const push = await createPusher(org, ["ingest", "people"]);
  const upsert_user = { name: "Nora New" };
  const bad = await push({ ...CALL, upsert_user, event_id: 7 });
  t.is(bad.status, 400);
  t.false(JSON.stringify(await listUsers(org)).includes("new@example.com"));
  const byNumber = { ...CALL, user_email: undefined, extension: "204", upsert_user };
  t.like((await push(byNumber)).body, { code: "MISSING_REQUIRED_FIELD", field: "user_email" });
  const wrong = await push({ ...CALL, upsert_user: { extensions: ["not a number!"] } });
  t.is(wrong.status, 400);
  t.true(String(wrong.body.field).startsWith("upsert_user.extensions"), wrong.text);
  const admin = await org.createUser(`admin@${org.id}.example.com`);
  await signInAs(server, org, admin, "admin");
  t.like(await push({ ...CALL, user_email: admin, upsert_user }), { status: 403 });
});

test("a pushed call doesn't bring an inactive user back", async (t) => {
  const { org } = t.context;
  const push = await createPusher(org, ["ingest", "people"]);
  await org.createUser("new@example.com", { active: false });
  const answer = await push({ ...CALL, upsert_user: { name: "Nora New" } });
  t.like(answer.body, { code: "USER_NOT_FOUND", field: "user_email" });
});
