import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import type { Tenant, TestResponse } from "../helpers/tenant.js";
import { test } from "../helpers/own-suite.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

type Send = (method: string, path: string, body?: unknown) => Promise<TestResponse>;

const sendWithKey = async (org: Tenant, scope: string): Promise<Send> => {
  const { key } = await createNamedKey(org, { scopes: [scope] });
  return async (method, path, body) => org.send(method, path, body, { "x-api-key": key });
};

const USER = { email: "new@example.com", name: "Nora New", extensions: ["204"] };
const FORBIDDEN = { code: "FORBIDDEN" };

test.serial("a key with people creates, updates and deactivates users", async (t) => {
  const { org } = t.context;
  const send = await sendWithKey(org, "people");
  const created = await send("POST", "/v1/users", USER);
  t.is(created.status, 200);
  t.like(created.body.user, { ...USER, role: "rep", active: true, phones: [] });
  const again = await send("POST", "/v1/users", { email: "NEW@example.com", name: "Nora Newer" });
  t.like(again.body.user, { email: "new@example.com", name: "Nora Newer", extensions: ["204"] });
  const changed = await send("PUT", "/v1/users/new%40example.com", { extensions: ["205"] });
  t.like(changed.body.user, { name: "Nora Newer", extensions: ["205"] });
  t.is((await send("PUT", "/v1/users/nobody%40example.com", { name: "X" })).status, 404);
  t.is((await send("DELETE", "/v1/users/nobody%40example.com")).status, 404);
  t.like(await send("PUT", "/v1/users/new%40example.com", { name: null }), { status: 400 });
  t.like((await send("POST", "/v1/users", { email: "x", name: "X" })).body, { field: "email" });
  t.deepEqual((await send("DELETE", "/v1/users/new%40example.com")).body, {
    message: "User deactivated",
  });
  const { users } = await org.graphql("{ users { email } }");
  t.false(JSON.stringify(users).includes("new@example.com"));
});

test.serial(
  "a push of a deactivated user changes neither their state nor their label",
  async (t) => {
    const { org } = t.context;
    const send = await sendWithKey(org, "people");
    const email = "gone@example.com";
    await send("POST", "/v1/users", { email, name: "Gil", role: "closer" });
    await send("DELETE", `/v1/users/${encodeURIComponent(email)}`);
    const pushed = await send("POST", "/v1/users", { email, name: "Gil Gone" });
    t.like(pushed.body.user, { name: "Gil Gone", role: "closer", active: false });
    const back = await send("POST", "/v1/users", { email, name: "Gil", active: true });
    t.like(back.body.user, { role: "closer", active: true });
  },
);

test.serial("a key with people never changes those who see more than their own", async (t) => {
  const { server, org } = t.context;
  const send = await sendWithKey(org, "people");
  const admin = await org.createUser(`admin@${org.id}.example.com`);
  const manager = await org.createUser(`manager@${org.id}.example.com`);
  const lead = await org.createUser(`lead@${org.id}.example.com`);
  await signInAs(server, org, admin, "admin");
  await signInAs(server, org, manager, "manager");
  await org.graphql(
    `mutation { upsertTeam(input: { name: "N", members: [], leads: ["${lead}"] }) { id } }`,
  );
  for (const email of [admin, manager, lead]) {
    const path = `/v1/users/${encodeURIComponent(email)}`;
    t.like(await send("DELETE", path), { status: 403, body: FORBIDDEN });
    t.like(await send("PUT", path, { name: "X" }), { status: 403, body: FORBIDDEN });
    t.like(await send("POST", "/v1/users", { email, name: "X" }), { status: 403, body: FORBIDDEN });
  }
  const role = await send("POST", "/v1/users", { ...USER, role: "admin" });
  t.is(role.body.user.role, "admin", "a label, which grants nothing");
});

test.serial("a key with webhooks creates, updates and deletes webhooks", async (t) => {
  const { org } = t.context;
  const send = await sendWithKey(org, "webhooks");
  const url = "https://hooks.example.com/a";
  const created = await send("POST", "/v1/webhooks", { url, trigger: "dialer" });
  t.is(created.status, 200, created.text);
  t.regex(created.body.signingSecret, /^whsec_/);
  const { id } = created.body.webhook;
  const again = await send("POST", "/v1/webhooks", { url, events: ["client.created"] });
  t.deepEqual(again.body, {
    webhook: {
      id,
      url,
      active: true,
      trigger: "dialer",
      events: ["client.created"],
      retry: "none",
    },
    signingSecret: null,
  });
  const changed = await send("PUT", `/v1/webhooks/${id}`, { active: false });
  t.like(changed.body.webhook, { active: false, events: ["client.created"] });
  const retrying = await send("PUT", `/v1/webhooks/${id}`, { retry: "standard" });
  t.is(retrying.body.webhook.retry, "standard");
  const kept = await send("POST", "/v1/webhooks", { url, active: true });
  t.is(kept.body.webhook.retry, "standard");
  t.like(await send("PUT", `/v1/webhooks/${id}`, { retry: "often" }), {
    status: 400,
    body: { code: "INVALID_FIELD", field: "retry" },
  });
  const [listed] = (await send("GET", "/v1/webhooks")).body.webhooks;
  t.deepEqual(Object.keys(listed), ["id", "url", "active", "trigger", "events"]);
  t.like((await send("POST", "/v1/webhooks", { url: "https://10.0.0.1/x" })).body, {
    code: "DESTINATION_NOT_ALLOWED",
    field: "url",
  });
  t.is((await send("PUT", `/v1/webhooks/${org.id}`, {})).status, 404);
  t.deepEqual((await send("DELETE", `/v1/webhooks/${id}`)).body, { message: "Webhook deleted" });
  t.is((await send("DELETE", `/v1/webhooks/${id}`)).status, 404);
});

test.serial("the organization's key and other scopes may not", async (t) => {
  const { org } = t.context;
  const reader = await sendWithKey(org, "read");
  const people = await sendWithKey(org, "people");
  const url = "https://hooks.example.com/a";
  for (const send of [org.send, reader]) {
    t.like(await send("POST", "/v1/users", USER), { status: 403, body: FORBIDDEN });
    t.like(await send("DELETE", "/v1/users/x"), { status: 403, body: FORBIDDEN });
    t.like(await send("POST", "/v1/webhooks", { url }), { status: 403, body: FORBIDDEN });
  }
  t.like(await people("POST", "/v1/webhooks", { url }), { status: 403, body: FORBIDDEN });
});
