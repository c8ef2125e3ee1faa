import { signInAs } from "../helpers/sign-in/viewers.js";
import { createTeam } from "../helpers/stats/stats.js";
import type { Tenant } from "../helpers/tenant.js";
import { test } from "../helpers/own-suite.js";

const FIELDS = "{ calls score closeRate talkRatio questions }";
const SET = `mutation ($teamId: ID, $input: TargetsInput!) {
  setTargets(teamId: $teamId, input: $input) ${FIELDS}
}`;
const READ = `{ organization { targets ${FIELDS} } teams { name targets ${FIELDS} } }`;

const none = { calls: null, score: null, closeRate: null, talkRatio: null, questions: null };

const createLedTeam = async (org: Tenant, name: string, lead: string, ...members: string[]) => {
  const id = await createTeam(org, name, ...members);
  await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
    input: { id, name, members: members.map((email) => ({ email })), leads: [lead] },
  });
  return id;
};

const createPeople = async (org: Tenant) => {
  const [lead, rep, other] = ["lead", "rep", "other"].map(
    (name) => `${name}@${org.id}.example.com`,
  ) as [string, string, string];
  for (const email of [lead, rep, other]) await org.createUser(email);
  const north = await createLedTeam(org, "North", lead, rep);
  const south = await createTeam(org, "South", other);
  return { lead, rep, other, north, south };
};

test.serial("targets are set one by one, for the organization and for a team", async (t) => {
  const { org } = t.context;
  const { north } = await createPeople(org);
  const set = async (input: object, teamId?: string) =>
    (await org.graphql(SET, { input, teamId })).setTargets;
  t.deepEqual(await set({ score: 70, talkRatio: 55.5 }), { ...none, score: 70, talkRatio: 55.5 });
  t.deepEqual(await set({ closeRate: 30, talkRatio: null }), { ...none, score: 70, closeRate: 30 });
  t.deepEqual(await set({ score: 80, calls: 12, questions: 9 }, north), {
    ...none,
    score: 80,
    calls: 12,
    questions: 9,
  });
  t.deepEqual(await org.graphql(READ), {
    organization: { targets: { ...none, score: 70, closeRate: 30 } },
    teams: [
      { name: "North", targets: { ...none, score: 80, calls: 12, questions: 9 } },
      { name: "South", targets: none },
    ],
  });
  await org.graphql(
    "mutation ($input: TeamInput!) { upsertTeam(input: $input) { targets { score } } }",
    { input: { id: north, name: "Far North", members: [] } },
  );
  t.is((await org.graphql(READ)).teams[0].targets.score, 80, "a renamed team keeps them");
  const { auditLog } = await org.graphql("{ auditLog { nodes { action subject fields } } }");
  const entries = auditLog.nodes.filter(
    ({ action }: { action: string }) => action === "targets.updated",
  );
  t.deepEqual(entries, [
    { action: "targets.updated", subject: north, fields: ["calls", "score", "questions"] },
    { action: "targets.updated", subject: null, fields: ["closeRate", "talkRatio"] },
    { action: "targets.updated", subject: null, fields: ["score", "talkRatio"] },
  ]);
});

test.serial("what is out of range, and an unknown team, are refused by name", async (t) => {
  const { org } = t.context;
  const refuse = async (variables: object) => {
    const { errors } = await org.sendGraphql(SET, variables);
    return [errors?.[0]?.extensions["code"], errors?.[0]?.extensions["field"]];
  };
  for (const [name, value] of [
    ["calls", 1_001],
    ["score", 100.1],
    ["closeRate", 101],
    ["talkRatio", -1],
    ["questions", -0.5],
  ] as const)
    t.deepEqual(await refuse({ input: { [name]: value } }), ["INVALID_FIELD", name]);
  t.deepEqual(await refuse({ teamId: "none", input: { score: 1 } }), ["INVALID_FIELD", "teamId"]);
  t.deepEqual((await org.graphql(READ)).organization.targets, none);
});

test.serial("a manager sets those of the own teams; a rep reads them, and sets none", async (t) => {
  const { server, org } = t.context;
  const { lead, rep, north, south } = await createPeople(org);
  await org.graphql(SET, { input: { score: 33 }, teamId: south });
  const manager = await signInAs(server, org, lead, "manager");
  const set = async (variables: object) => (await manager.query(SET, variables)).body;
  t.is((await set({ teamId: north, input: { score: 65 } })).data.setTargets.score, 65);
  for (const [teamId, code] of [
    [south, "INVALID_FIELD"],
    [undefined, "MISSING_REQUIRED_FIELD"],
  ] as const) {
    const { errors } = await set({ teamId, input: { score: 1 } });
    t.like(errors[0].extensions, { code, field: "teamId" });
  }
  const member = await signInAs(server, org, rep, "rep");
  t.deepEqual((await member.query(READ)).body.data, {
    organization: { targets: none },
    teams: [{ name: "North", targets: { ...none, score: 65 } }],
  });
  const { errors } = (await member.query(SET, { teamId: north, input: { score: 1 } })).body;
  t.is(errors[0].extensions.code, "FORBIDDEN");
});

const byEmail = (users: { email: string; targets: object }[]) =>
  Object.fromEntries(users.map(({ email, targets }) => [email, targets]));

test.serial("a user's targets are those of the first team by name, before all teams", async (t) => {
  const { server, org } = t.context;
  const { lead, rep, other, north, south } = await createPeople(org);
  const far = await createLedTeam(org, "A far one", lead, rep);
  await org.graphql(SET, { input: { score: 70, calls: 4 } });
  await org.graphql(SET, { input: { score: 50, closeRate: 20 }, teamId: north });
  await org.graphql(SET, { input: { score: 60 }, teamId: far });
  await org.graphql(SET, { input: { score: 90 }, teamId: south });
  const READ_USERS = `{ users { email targets ${FIELDS} } }`;
  const all = byEmail((await org.graphql(READ_USERS)).users);
  t.deepEqual(all[rep], { ...none, score: 60, calls: 4 });
  t.deepEqual(all[other], { ...none, score: 90, calls: 4 });
  t.deepEqual(all[lead], { ...none, score: 70, calls: 4 }, "a lead who is in no team");
  for (const [email, role] of [
    [lead, "manager"],
    [rep, "rep"],
  ] as const) {
    const page = await signInAs(server, org, email, role);
    const seen = byEmail((await page.query(READ_USERS)).body.data.users);
    t.deepEqual(seen[rep], all[rep], "the same for all who see the user");
    t.is(seen[other], undefined);
  }
});
