import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const list = async (org: Tenant) => (await org.get("/v1/users")).body.users;

const loadRobin = async (org: Tenant) => (await list(org))[0];

const ACTIVITY = `mutation ($email: String!, $input: UserActivityInput!) {
  recordUserActivity(email: $email, input: $input) { email }
}`;

const recordActivity = async (org: Tenant, input: object, email = "REP@example.com") =>
  org.sendGraphql(ACTIVITY, { email, input });

test("a listed user has exactly the documented fields", async (t) => {
  const { org } = t.context;
  const [{ createdAt, updatedAt, ...rest }] = await list(org);
  t.regex(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.is(updatedAt, createdAt);
  t.deepEqual(rest, {
    name: "Robin Rep",
    email: "rep@example.com",
    lastProcessAIAction: null,
    lastProcessAIAt: null,
    lastCoachAssistantAction: null,
    lastCoachAssistantAt: null,
    lastRecordedAt: null,
    accessedAt: null,
  });
  t.deepEqual(Object.keys((await org.get("/v1/users")).body), ["users"]);
});

test("an e-mail in another case updates the same user", async (t) => {
  const { org } = t.context;
  const before = await loadRobin(org);
  await org.createUser("REP@Example.COM", { name: "Robin Married" });
  const users = await list(org);
  t.is(users.length, 1);
  t.like(users[0], { name: "Robin Married", createdAt: before.createdAt });
  t.true(users[0].updatedAt > before.updatedAt);
});

test("only active users are listed; a reactivated user keeps the account", async (t) => {
  const { org } = t.context;
  await org.createUser("lee@example.com", { name: "Lee" });
  const before = await list(org);
  await org.createUser("lee@example.com", { name: "Lee", active: false });
  t.deepEqual(
    (await list(org)).map((user: { email: string }) => user.email),
    ["rep@example.com"],
  );
  await org.createUser("lee@example.com", { name: "Lee", active: true });
  t.deepEqual(
    (await list(org)).map((user: { createdAt: string }) => user.createdAt),
    before.map((user: { createdAt: string }) => user.createdAt),
  );
});

test("fields that an upsert doesn't send stay", async (t) => {
  const { org } = t.context;
  const upsert = `mutation ($input: UserInput!) {
    upsertUser(input: $input) { role active phones extensions } }`;
  const key = { email: "kim@example.com", name: "Kim" };
  const nulls = { role: null, active: null };
  for (const stored of [
    { role: "closer", active: true, phones: ["+4930123456"], extensions: ["204"] },
    { role: "opener", active: false, phones: ["+4930123457"], extensions: ["205"] },
  ]) {
    await org.graphql(upsert, { input: { ...key, ...stored } });
    t.deepEqual((await org.graphql(upsert, { input: key })).upsertUser, stored);
    t.deepEqual((await org.graphql(upsert, { input: { ...key, ...nulls } })).upsertUser, stored);
  }
});

test("listing inactive users requires an internal token", async (t) => {
  const { org } = t.context;
  await org.createUser("gone@example.com", { name: "Alex", active: false });
  const query = `query ($active: Boolean) { users(active: $active) { email active role } }`;
  t.deepEqual((await org.graphql(query, { active: null })).users, [
    { email: "gone@example.com", active: false, role: "rep" },
    { email: "rep@example.com", active: true, role: "rep" },
  ]);
  t.is((await org.graphql(query)).users.length, 1);
  const { errors } = await org.sendGraphql(query, { active: null }, org.apiKey);
  t.is(errors?.[0]?.extensions.code, "FORBIDDEN");
  t.is((await org.sendGraphql(query, { active: true }, org.apiKey)).data.users.length, 1);
});

const kinds: [string, string, string | undefined][] = [
  ["process_ai", "lastProcessAIAt", "lastProcessAIAction"],
  ["coach_assistant", "lastCoachAssistantAt", "lastCoachAssistantAction"],
  ["recorded", "lastRecordedAt", undefined],
  ["accessed", "accessedAt", undefined],
];

for (const [kind, time, action] of kinds)
  test(`${kind} sets ${time}, unless a newer one is stored`, async (t) => {
    const { org } = t.context;
    const before = await loadRobin(org);
    const recordOn = async (day: string, text: string) =>
      t.falsy(
        (await recordActivity(org, { kind, action: text, at: `2026-02-${day}T00:00:00Z` })).errors,
      );
    const assertShows = async (day: string, text: string) => {
      const { updatedAt, ...user } = await loadRobin(org);
      t.true(updatedAt >= before.updatedAt);
      t.deepEqual(
        { ...user, updatedAt },
        {
          ...before,
          updatedAt,
          [time]: `2026-02-${day}T00:00:00.000Z`,
          ...(action !== undefined && { [action]: text }),
        },
      );
    };
    await recordOn("10", "first");
    await assertShows("10", "first");
    await recordOn("12", "second");
    await assertShows("12", "second");
    await recordOn("11", "late");
    await assertShows("12", "second");
  });

test("a call dated in the future doesn't pin lastRecordedAt", async (t) => {
  const { org, server } = t.context;
  await org.ingestCall({ started_at: "9999-01-01T00:00:00Z" });
  const first = Date.parse((await loadRobin(org)).lastRecordedAt);
  t.true(first <= server.clock.time);
  server.clock.time += 60_000;
  const startedAt = new Date(server.clock.time).toISOString();
  await org.ingestCall({ started_at: startedAt });
  t.is((await loadRobin(org)).lastRecordedAt, startedAt);
  await org.ingestCall({ started_at: "2026-01-01T00:00:00Z" });
  t.is((await loadRobin(org)).lastRecordedAt, startedAt, "an older call changes nothing");
});

test("the next call corrects a time in the future that an earlier version stored", async (t) => {
  const { org, server } = t.context;
  await server.services
    .db("users")
    .where("organization_id", org.id)
    .update({ last_recorded_at: Date.parse("9999-01-01T00:00:00Z") });
  await org.ingestCall({ started_at: "2026-03-02T10:00:00Z" });
  t.is((await loadRobin(org)).lastRecordedAt, "2026-03-02T10:00:00.000Z");
});

test("an activity without a time has the current time", async (t) => {
  const { org, server } = t.context;
  const before = server.clock.time;
  await recordActivity(org, { kind: "accessed" });
  const at = Date.parse((await loadRobin(org)).accessedAt);
  t.true(at > before && at <= server.clock.time);
});

test("an unknown user's activity is refused", async (t) => {
  const { org } = t.context;
  const { errors } = await recordActivity(org, { kind: "accessed" }, "nobody@example.com");
  t.is(errors?.[0]?.extensions.code, "USER_NOT_FOUND");
});

test("a call's start sets the user's last recording time, unless a newer one is stored", async (t) => {
  const { org } = t.context;
  await org.createUser("two@example.com", { name: "Zoe" });
  const listLastRecorded = async () =>
    (await list(org)).map((user: { lastRecordedAt: string }) => user.lastRecordedAt);
  await org.ingestCall({ call_id: "1", started_at: "2026-02-10T10:00:00Z" });
  t.deepEqual(await listLastRecorded(), ["2026-02-10T10:00:00.000Z", null]);
  await org.ingestCall({ call_id: "2", started_at: "2026-02-09T10:00:00Z" });
  t.deepEqual(await listLastRecorded(), ["2026-02-10T10:00:00.000Z", null]);
  await org.ingestCall({ call_id: "2", started_at: "2026-02-11T10:00:00Z" });
  await org.ingestCall({
    call_id: "3",
    started_at: "2026-02-01T10:00:00Z",
    user_email: "TWO@example.com",
  });
  t.deepEqual(await listLastRecorded(), ["2026-02-11T10:00:00.000Z", "2026-02-01T10:00:00.000Z"]);
});
