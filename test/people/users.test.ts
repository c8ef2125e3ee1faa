import type { Tenant } from "./helpers/server.js";
import { test } from "./helpers/own.js";

const list = async (org: Tenant) => (await org.get("/v1/users")).body.users;

const robin = async (org: Tenant) => (await list(org))[0];

const ACTIVITY = `mutation ($email: String!, $input: UserActivityInput!) {
  recordUserActivity(email: $email, input: $input) { email }
}`;

const record = async (org: Tenant, input: object, email = "REP@example.com") =>
  org.ask(ACTIVITY, { email, input });

test("a user is listed with these fields and no others", async (t) => {
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

test("a user who is saved again in another case is the same user", async (t) => {
  const { org } = t.context;
  const before = await robin(org);
  await org.user("REP@Example.COM", { name: "Robin Married" });
  const users = await list(org);
  t.is(users.length, 1);
  t.like(users[0], { name: "Robin Married", createdAt: before.createdAt });
  t.true(users[0].updatedAt > before.updatedAt);
});

test("only active users are listed, and who comes back is the same user", async (t) => {
  const { org } = t.context;
  await org.user("lee@example.com", { name: "Lee" });
  const before = await list(org);
  await org.user("lee@example.com", { name: "Lee", active: false });
  t.deepEqual(
    (await list(org)).map((user: { email: string }) => user.email),
    ["rep@example.com"],
  );
  await org.user("lee@example.com", { name: "Lee", active: true });
  t.deepEqual(
    (await list(org)).map((user: { createdAt: string }) => user.createdAt),
    before.map((user: { createdAt: string }) => user.createdAt),
  );
});

test("users who are not active are for internal tokens", async (t) => {
  const { org } = t.context;
  await org.user("gone@example.com", { name: "Alex", active: false });
  const query = `query ($active: Boolean) { users(active: $active) { email active role } }`;
  t.deepEqual((await org.graph(query, { active: null })).users, [
    { email: "gone@example.com", active: false, role: "rep" },
    { email: "rep@example.com", active: true, role: "rep" },
  ]);
  t.is((await org.graph(query)).users.length, 1);
  const { errors } = await org.ask(query, { active: null }, org.apiKey);
  t.is(errors?.[0]?.extensions.code, "FORBIDDEN");
  t.is((await org.ask(query, { active: true }, org.apiKey)).data.users.length, 1);
});

const kinds: [string, string, string | undefined][] = [
  ["process_ai", "lastProcessAIAt", "lastProcessAIAction"],
  ["coach_assistant", "lastCoachAssistantAt", "lastCoachAssistantAction"],
  ["recorded", "lastRecordedAt", undefined],
  ["accessed", "accessedAt", undefined],
];

for (const [kind, time, action] of kinds)
  test(`${kind} is shown as ${time}, and a late one does not undo a newer`, async (t) => {
    const { org } = t.context;
    const before = await robin(org);
    const note = async (day: string, text: string) =>
      t.falsy((await record(org, { kind, action: text, at: `2026-02-${day}T00:00:00Z` })).errors);
    const shows = async (day: string, text: string) => {
      const { updatedAt, ...user } = await robin(org);
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
    await note("10", "first");
    await shows("10", "first");
    await note("12", "second");
    await shows("12", "second");
    await note("11", "late");
    await shows("12", "second");
  });

test("an activity without a time is one of now", async (t) => {
  const { org, server } = t.context;
  const before = server.clock.time;
  await record(org, { kind: "accessed" });
  const at = Date.parse((await robin(org)).accessedAt);
  t.true(at > before && at <= server.clock.time);
});

test("the activity of an unknown user is refused", async (t) => {
  const { org } = t.context;
  const { errors } = await record(org, { kind: "accessed" }, "nobody@example.com");
  t.is(errors?.[0]?.extensions.code, "USER_NOT_FOUND");
});

test("a call is the user's last recording by its start, unless a newer one is known", async (t) => {
  const { org } = t.context;
  await org.user("two@example.com", { name: "Zoe" });
  const last = async () =>
    (await list(org)).map((user: { lastRecordedAt: string }) => user.lastRecordedAt);
  await org.call({ call_id: "1", started_at: "2026-02-10T10:00:00Z" });
  t.deepEqual(await last(), ["2026-02-10T10:00:00.000Z", null]);
  await org.call({ call_id: "2", started_at: "2026-02-09T10:00:00Z" });
  t.deepEqual(await last(), ["2026-02-10T10:00:00.000Z", null]);
  await org.call({ call_id: "2", started_at: "2026-02-11T10:00:00Z" });
  await org.call({
    call_id: "3",
    started_at: "2026-02-01T10:00:00Z",
    user_email: "TWO@example.com",
  });
  t.deepEqual(await last(), ["2026-02-11T10:00:00.000Z", "2026-02-01T10:00:00.000Z"]);
});
