import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const UPSERT = `mutation ($input: TeamInput!) {
  upsertTeam(input: $input) { id name members { email name role } }
}`;
const DELETE = `mutation ($id: ID!) { deleteTeam(id: $id) }`;

const upsert = async (org: Tenant, input: object) =>
  (await org.graphql(UPSERT, { input })).upsertTeam;

const tryUpsert = async (org: Tenant, input: object) =>
  (await org.sendGraphql(UPSERT, { input })).errors?.[0]?.extensions;

const list = async (org: Tenant) => (await org.get("/v1/teams")).body;

const buildMembers = (...emails: string[]) => emails.map((email) => ({ email }));

const robin = { email: "rep@example.com", name: "Robin Rep", role: "member" };

test("teams are listed with their members' e-mails, names and roles only", async (t) => {
  const { org } = t.context;
  t.deepEqual(await list(org), { teams: [] });
  await org.createUser("Lee@example.com", { name: "Lee Lead" });
  const { id } = await upsert(org, {
    name: "North",
    members: [{ email: "rep@example.com" }, { email: "lee@EXAMPLE.com", role: "lead" }],
  });
  const members = [robin, { email: "Lee@example.com", name: "Lee Lead", role: "lead" }];
  t.deepEqual(await list(org), { teams: [{ id, name: "North", members }] });
});

test("a team can be empty, and a user can be in several teams", async (t) => {
  const { org } = t.context;
  for (const [name, ...emails] of [["A"], ["B", robin.email], ["C", robin.email]])
    await upsert(org, { name, members: buildMembers(...emails) });
  const { teams } = await list(org);
  t.deepEqual(
    teams.map((team: { name: string; members: object[] }) => [team.name, team.members]),
    [
      ["A", []],
      ["B", [robin]],
      ["C", [robin]],
    ],
  );
});

test("upserting a team by its id replaces it as a whole", async (t) => {
  const { org } = t.context;
  for (const email of ["a@example.com", "b@example.com"])
    await org.createUser(email, { name: "Ann" });
  const { id } = await upsert(org, {
    name: "North",
    members: buildMembers("a@example.com", robin.email),
  });
  const changed = await upsert(org, { id, name: "South", members: buildMembers("b@example.com") });
  const expected = {
    id,
    name: "South",
    members: [{ email: "b@example.com", name: "Ann", role: "member" }],
  };
  t.deepEqual(changed, expected);
  t.deepEqual(await list(org), { teams: [expected] });
  await upsert(org, { id, name: "South", members: [] });
  t.deepEqual(await list(org), { teams: [{ ...expected, members: [] }] });
});

test("two teams can have the same name", async (t) => {
  const { org } = t.context;
  const first = await upsert(org, { name: "North", members: [] });
  const second = await upsert(org, { name: "North", members: [] });
  const ids = new Set((await list(org)).teams.map((team: { id: string }) => team.id));
  t.deepEqual(ids, new Set([first.id, second.id]));
  t.is(ids.size, 2);
});

test("upserting a team with an unknown id fails and creates nothing", async (t) => {
  const { org } = t.context;
  for (const id of ["00000000-0000-7000-8000-000000000000", "north", ""]) {
    t.deepEqual(
      await tryUpsert(org, { id, name: "North", members: [] }),
      { code: "NOT_FOUND" },
      id,
    );
    const { errors } = await org.sendGraphql(DELETE, { id });
    t.like(errors?.[0], { message: "Not found", extensions: { code: "NOT_FOUND" } });
  }
  t.deepEqual(await list(org), { teams: [] });
});

test("a team refuses duplicate members, ignoring case", async (t) => {
  const { org } = t.context;
  await org.createUser("lee@example.com");
  const team = await upsert(org, { name: "North", members: buildMembers(robin.email) });
  const members = buildMembers("lee@example.com", robin.email, "REP@example.com");
  t.deepEqual(await tryUpsert(org, { id: team.id, name: "South", members }), {
    code: "INVALID_FIELD",
    field: "members.2.email",
  });
  t.deepEqual(await list(org), { teams: [team] });
});

test("a team refuses members who are not users", async (t) => {
  const { org } = t.context;
  const team = await upsert(org, { name: "North", members: buildMembers(robin.email) });
  const members = buildMembers(robin.email, "nobody@example.com");
  t.deepEqual(await tryUpsert(org, { id: team.id, name: "South", members }), {
    code: "USER_NOT_FOUND",
    field: "members.1.email",
  });
  t.deepEqual(await list(org), { teams: [team] });
});

test("deleting a team keeps its users and other teams", async (t) => {
  const { org } = t.context;
  const deleted = await upsert(org, { name: "North", members: buildMembers(robin.email) });
  const other = await upsert(org, { name: "South", members: buildMembers(robin.email) });
  t.true((await org.graphql(DELETE, { id: deleted.id })).deleteTeam);
  t.deepEqual(await list(org), { teams: [other] });
  t.is((await org.get("/v1/users")).body.users.length, 1);
  const { errors } = await org.sendGraphql(DELETE, { id: deleted.id });
  t.is(errors?.[0]?.extensions.code, "NOT_FOUND");
});

test("a team shows its members' current names", async (t) => {
  const { org } = t.context;
  await upsert(org, { name: "North", members: buildMembers(robin.email) });
  await org.createUser(robin.email, { name: "Robin Married" });
  t.is((await list(org)).teams[0].members[0].name, "Robin Married");
});
