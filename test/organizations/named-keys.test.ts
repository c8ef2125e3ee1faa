import { test } from "../helpers/own-suite.js";
import { createRequester, type TestResponse } from "../helpers/tenant.js";
import type { TestServer } from "../helpers/server.js";
import {
  CREATE_NAMED_KEY as CREATE,
  createNamedKey,
  type CreatedKey,
} from "../helpers/sign-in/named-keys.js";
import { connectEventStream } from "../helpers/webhooks/event-stream.js";
import { PASSWORD } from "../helpers/sign-in/console-session.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

const LIST = `{ namedKeys { id name lastUsedAt lastUsedAddress } }`;

const request = async (
  server: TestServer,
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<TestResponse> =>
  server.fetch(path, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const CALL = {
  call_id: "c-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
};
const APPOINTMENT = {
  event_id: "e-1",
  user_email: "rep@example.com",
  start_time: "2026-03-02T10:00:00Z",
};

const requests: Record<string, [method: string, path: string, body?: unknown][]> = {
  read: [
    ["GET", "/v1/recordings"],
    ["GET", "/v1/users"],
    ["GET", "/v1/stats?groupBy=user"],
    ["GET", "/v1/events"],
  ],
  ingest: [
    ["POST", "/v1/dialer", CALL],
    ["POST", "/v1/scheduled-tasks", APPOINTMENT],
    ["PUT", "/v1/scheduled-tasks/e-1", { title: "Roof" }],
    ["DELETE", "/v1/scheduled-tasks/e-1"],
  ],
  webhooks: [["GET", "/v1/webhooks"]],
  export: [["GET", "/export"]],
};

test.serial("a named key may do what its scopes say, and nothing else", async (t) => {
  const { server, org } = t.context;
  for (const scope of ["read", "ingest", "webhooks", "export", "mcp", "people"]) {
    const { key } = await createNamedKey(org, { scopes: [scope] });
    for (const [needed, list] of Object.entries(requests))
      for (const [method, path, body] of list) {
        const answer = await request(server, key, method, path, body);
        if (needed === scope) t.is(answer.status, 200, `${scope}: ${path} ${answer.text}`);
        else
          t.deepEqual(
            [answer.status, answer.body],
            [403, { message: `The key lacks the scope ${needed}`, code: "FORBIDDEN" }],
            `${scope}: ${path}`,
          );
      }
  }
  const { inboundCalls } = await org.graphql("{ inboundCalls { nodes { outcome } } }");
  t.is(inboundCalls.nodes.length, 1, "a refused key leaves no entry");
});

test.serial("the organization's key is told which key may change users", async (t) => {
  const { server, org } = t.context;
  const answer = await request(server, org.apiKey, "DELETE", "/v1/users/rep@example.com");
  t.is(answer.status, 403);
  t.regex(answer.body.message, /named key \(dbs_…\) with the scope people/);
});

test.serial("the scopes hold over GraphQL too, and a named key is never internal", async (t) => {
  const { server, org } = t.context;
  const { key } = await createNamedKey(org, { scopes: ["read"] });
  const codeOf = async (query: string): Promise<unknown> =>
    (await org.sendGraphql(query, {}, key)).errors?.[0]!.extensions.code;
  t.is(await codeOf("{ recordings { hasMore } }"), undefined);
  t.is(await codeOf("{ webhooks { id } }"), "FORBIDDEN");
  t.is(await codeOf('mutation { deleteAppointment(eventId: "e") }'), "FORBIDDEN");
  t.is(await codeOf("{ namedKeys { id } }"), "FORBIDDEN");
  t.is(await codeOf("{ deliveries { hasMore } }"), "FORBIDDEN");
  t.truthy(server);
});

test.serial("a key of a team sees and sends what belongs to its members", async (t) => {
  const { server, org } = t.context;
  const north = await org.createUser("north@example.com");
  const { upsertTeam } = await org.graphql(
    `mutation { upsertTeam(input: { name: "North", members: [{ email: "${north}" }] }) { id } }`,
  );
  const { key, namedKey } = await createNamedKey(org, {
    scopes: ["read", "ingest", "export"],
    teamIds: [upsertTeam.id],
  });
  t.like(namedKey, { teams: [{ name: "North" }], user: null });
  const own = await org.createProcessed({ user_email: north }, { summary: "northern" });
  const other = await org.createProcessed({}, { summary: "foreign" });
  const send = async (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    request(server, key, method, path, body);
  const listed = (await send("GET", "/v1/recordings")).body.recordings;
  t.deepEqual(
    listed.map(({ id }: { id: string }) => id),
    [own],
  );
  const absent = await send("GET", "/v1/recordings/00000000-0000-7000-8000-000000000000");
  t.deepEqual((await send("GET", `/v1/recordings/${other}`)).body, absent.body);
  const { events } = (await send("GET", "/v1/events")).body;
  t.deepEqual(
    events.map((event: { recordingId: string }) => event.recordingId),
    [own],
  );
  const lines = await send("GET", "/export");
  t.true(lines.text.includes("northern"));
  t.false(lines.text.includes("foreign"));
  t.false(lines.text.includes(other));
  t.is((await send("POST", "/v1/dialer", { ...CALL, user_email: north })).status, 200);
  t.like((await send("POST", "/v1/dialer", { ...CALL, call_id: "c-2" })).body, {
    code: "USER_NOT_FOUND",
    field: "user_email",
  });
  await org.ingestCall({ call_id: "taken" });
  t.like(
    (await send("POST", "/v1/dialer", { ...CALL, call_id: "taken", user_email: north })).body,
    {
      code: "CONFLICT",
      field: "call_id",
    },
  );
  await org.send("POST", "/v1/scheduled-tasks", APPOINTMENT);
  t.is((await send("DELETE", "/v1/scheduled-tasks/e-1")).status, 404);
  t.is((await send("PUT", "/v1/scheduled-tasks/e-1", { title: "X" })).status, 404);
  t.is(
    (await send("POST", "/v1/scheduled-tasks", { ...APPOINTMENT, user_email: north })).status,
    409,
  );
  await org.graphql(`mutation { deleteTeam(id: "${upsertTeam.id}") }`);
  t.deepEqual((await send("GET", "/v1/recordings")).body.recordings, [], "no team, nothing");
});

test.serial("a key ends when it is revoked or expires, and several work at once", async (t) => {
  const { server, org } = t.context;
  const expiresAt = new Date(server.clock.time + 60_000).toISOString();
  const old = await createNamedKey(org, { scopes: ["read"], expiresAt });
  const next = await createNamedKey(org, { scopes: ["read"] });
  const statusOf = async ({ key }: CreatedKey): Promise<number> =>
    (await request(server, key, "GET", "/v1/recordings")).status;
  t.deepEqual([await statusOf(old), await statusOf(next)], [200, 200]);
  server.clock.time += 60_000;
  t.deepEqual([await statusOf(old), await statusOf(next)], [401, 200]);
  await org.graphql(`mutation { revokeNamedKey(id: "${next.namedKey.id}") }`);
  t.is(await statusOf(next), 401);
});

test.serial(
  "the last use of a key is shown with its address, and never the key itself",
  async (t) => {
    const { server, org } = t.context;
    const { key, namedKey } = await createNamedKey(org, { scopes: ["read"] });
    await createRequester(server.url)("/v1/users", { headers: { authorization: `Bearer ${key}` } });
    await server.keyUses.flush();
    const [shown] = (await org.graphql(LIST)).namedKeys;
    t.is(shown.id, namedKey.id);
    t.true(Math.abs(Date.parse(shown.lastUsedAt) - server.clock.time) < 60_000);
    t.regex(shown.lastUsedAddress, /127\.0\.0\.1|::1/);
    t.true(key.startsWith(namedKey.prefix));
    t.is(namedKey.prefix.length, 8);
  },
);

test.serial("the address of a key's last use stays while it follows the stream", async (t) => {
  const { server, org } = t.context;
  const { key } = await createNamedKey(org, { scopes: ["read"] });
  const stream = await connectEventStream(t, server.url, key);
  await org.createProcessed();
  await stream.next();
  await server.keyUses.flush();
  const [shown] = (await org.graphql(LIST)).namedKeys;
  t.regex(shown.lastUsedAddress ?? "none", /127\.0\.0\.1|::1/);
});

test.serial("a person's key sees what the person sees, and ends with them", async (t) => {
  const { server, org } = t.context;
  const email = await org.createUser("north@example.com");
  const own = await org.createProcessed({ user_email: email });
  const other = await org.createProcessed();
  const page = await signInAs(server, org, email, "rep");
  const input = { name: "Assistant", scopes: ["mcp", "read"], currentPassword: PASSWORD };
  const created: CreatedKey = (await page.query(CREATE, { input })).body.data.createNamedKey;
  t.like(created.namedKey, { user: { email }, teams: null });
  const list = async (): Promise<TestResponse> =>
    request(server, created.key, "GET", "/v1/recordings");
  t.deepEqual(
    (await list()).body.recordings.map(({ id }: { id: string }) => id),
    [own],
  );
  const tool = { name: "get_recording", arguments: { id: other } };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: tool };
  const answer = await server.fetch("/mcp", {
    method: "POST",
    headers: {
      "x-api-key": created.key,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(call),
  });
  t.regex(answer.text, /NOT_FOUND|not found/);
  const refused = await page.query(CREATE, { input: { ...input, scopes: ["ingest"] } });
  t.is(refused.body.errors[0].extensions.field, "scopes");
  const foreign = await page.query(CREATE, { input: { ...input, userEmail: "rep@example.com" } });
  t.is(foreign.body.errors[0].extensions.code, "FORBIDDEN");
  await createNamedKey(org, { scopes: ["read"] });
  t.is((await page.query(LIST)).body.data.namedKeys.length, 1, "a rep sees their own keys");
  await org.createUser(email, { active: false });
  t.is((await list()).status, 401);
  await org.createUser(email, { active: true });
  t.is((await list()).status, 401, "an ended key stays ended");
});

test.serial("a session creates a person's key with the person's password only", async (t) => {
  const { server, org } = t.context;
  const email = await org.createUser("careful@example.com");
  const [rep, admin] = [
    await signInAs(server, org, email, "rep"),
    await signInAs(server, org, await org.createUser("ada@example.com"), "admin"),
  ];
  const input = { name: "Assistant", scopes: ["read"], userEmail: email };
  for (const page of [rep, admin]) {
    const create = async (more: object): Promise<TestResponse["body"]> =>
      (await page.query(CREATE, { input: { ...input, ...more } })).body;
    t.like((await create({})).errors[0], {
      extensions: { code: "MISSING_REQUIRED_FIELD", field: "currentPassword" },
    });
    t.like((await create({ currentPassword: "another horse battery" })).errors[0], {
      extensions: { code: "INVALID_FIELD", field: "currentPassword" },
    });
    t.falsy((await create({ currentPassword: PASSWORD })).errors);
  }
  const program = { name: "CRM", scopes: ["read"] };
  t.falsy((await admin.query(CREATE, { input: program })).body.errors);
  // Somebody who signs in at a provider has no password.
  await server.services.db("accounts").where("organization_id", org.id).update({ password: null });
  t.falsy((await rep.query(CREATE, { input })).body.errors);
});

test.serial("a person has at most 10 keys, which are not the organization's", async (t) => {
  const { server, org } = t.context;
  const email = await org.createUser("many@example.com");
  const page = await signInAs(server, org, email, "rep");
  const create = async () =>
    page.query(CREATE, {
      input: {
        name: "Assistant",
        scopes: ["read"],
        userEmail: email,
        currentPassword: PASSWORD,
      },
    });
  for (let n = 0; n < 10; n += 1) t.falsy((await create()).body.errors);
  t.like((await create()).body.errors[0], {
    message: "the person has 10 keys already; revoke one first",
    extensions: { code: "CONFLICT" },
  });
  t.truthy((await createNamedKey(org, { scopes: ["read"] })).key);
});

test.serial(
  "a person's keys end with their password, and when they sign out everywhere",
  async (t) => {
    const { server, org } = t.context;
    const email = await org.createUser("ends@example.com");
    const page = await signInAs(server, org, email, "manager");
    const createKey = async (currentPassword: string): Promise<string> => {
      const input = { name: "A", scopes: ["read"], currentPassword };
      const { body } = await page.query(CREATE, { input });
      return body.data.createNamedKey.key;
    };
    const use = async (key: string) => (await request(server, key, "GET", "/v1/users")).status;
    const first = await createKey(PASSWORD);
    t.is(await use(first), 200);
    const newPassword = "another long password of mine";
    const changed = await page.query(
      `mutation ($old: String!, $new: String!) {
      changePassword(current: $old, new: $new) }`,
      { old: PASSWORD, new: newPassword },
    );
    t.falsy(changed.body.errors, changed.text);
    t.is(await use(first), 401);
    const second = await createKey(newPassword);
    t.is(await use(second), 200);
    const ended = await page.query("mutation { signOut(everywhere: true) }");
    t.falsy(ended.body.errors, ended.text);
    t.is(await use(second), 401);
  },
);

test.serial("bad input is refused by field", async (t) => {
  const { server, org } = t.context;
  const fieldOf = async (input: object): Promise<unknown> =>
    (await org.sendGraphql(CREATE, { input: { name: "CRM", scopes: ["read"], ...input } }))
      .errors?.[0]!.extensions.field;
  t.is(await fieldOf({ name: " " }), "name");
  t.is(await fieldOf({ scopes: [] }), "scopes");
  t.is(await fieldOf({ scopes: ["read", "read"] }), "scopes");
  t.is(await fieldOf({ teamIds: ["x"] }), "teamIds.0");
  t.is(await fieldOf({ teamIds: [] }), "teamIds");
  t.is(await fieldOf({ teamIds: ["x"], scopes: ["people"] }), "scopes");
  t.is(await fieldOf({ userEmail: "nobody@example.com" }), "userEmail");
  t.is(await fieldOf({ userEmail: "rep@example.com", teamIds: ["x"] }), "teamIds");
  t.is(await fieldOf({ expiresAt: new Date(server.clock.time).toISOString() }), "expiresAt");
});
