import "reflect-metadata";
import { randomUUID } from "node:crypto";
import { runAttempt } from "../helpers/analysis/run-attempt.js";
import { say } from "../helpers/recordings/say.js";
import { createTeam as createPeople } from "../helpers/sign-in/team.js";
import type { ConsoleSession } from "../helpers/sign-in/console-session.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const TEMPLATE = "id name version isForTeams isRetired mayChange teams { id name }";
const UPSERT = `mutation ($input: TemplateInput!) { template: upsertTemplate(input: $input) { ${TEMPLATE} } }`;
const LIST = `{ templates { ${TEMPLATE} } }`;
const TEAM = `mutation ($input: TeamInput!) { team: upsertTeam(input: $input) { id } }`;
const DELETE_TEAM = `mutation ($id: ID!) { deleteTeam(id: $id) }`;
const INGEST = `mutation ($input: CallInput!) { call: ingestCall(input: $input) { id } }`;
const AUDIT = `{ auditLog { nodes { action subject fields email } } }`;

const FOLLOWED = [{ question: "Is there a warranty of ten years?" }];
const NOT_FOLLOWED = [{ question: "Did it rain?" }];

const CALL = [
  say("rep", "Good morning, this is Robin. You have a warranty of ten years on it.", 0),
  say("client", "Thank you.", 5_000),
];

/** Creates a manager who leads the rep's team North, and the team South of another rep. */
const createTeams = async (server: SharedServer, org: Tenant) => {
  const people = await createPeople(server, org);
  const input = { name: "South", members: [{ email: people.emails.other }] };
  return { ...people, south: (await org.graphql(TEAM, { input })).team.id as string };
};

const save = async (page: ConsoleSession, input: object) => {
  const { data, errors } = (await page.query(UPSERT, { input })).body;
  if (!errors) return data.template;
  const [{ message, extensions }] = errors;
  return { refused: [extensions.code, extensions.field, message] };
};

const list = async (page: ConsoleSession) => (await page.query(LIST)).body.data.templates;

/** Analyses a call of the user. Returns the name of the template that was chosen; null without one. */
const analyze = async (
  server: SharedServer,
  org: Tenant,
  userEmail: string,
): Promise<string | null> => {
  const startedAt = "2026-03-02T10:00:00Z";
  const input = { callId: randomUUID(), userEmail, startedAt, transcript: CALL };
  const { id } = (await org.graphql(INGEST, { input })).call;
  await runAttempt(server, org, id);
  const query = "query ($id: ID!) { recording(id: $id) { template { name } } }";
  return (await org.graphql(query, { id })).recording.template?.name ?? null;
};

test("a template for teams analyses the calls of their members, and no others", async (t) => {
  const { server, org } = t.context;
  const { emails, id, south, admin } = await createTeams(server, org);
  await save(admin, { name: "North's", questions: NOT_FOLLOWED, teamIds: [id] });
  t.is(await analyze(server, org, emails.rep), "North's");
  t.is(await analyze(server, org, emails.other), null);
  await save(admin, { name: "South's", questions: FOLLOWED, teamIds: [south] });
  // The manager leads North, and is no member of it.
  t.is(await analyze(server, org, emails.lead), null);
  t.is(await analyze(server, org, emails.other), "South's");
  t.is(await analyze(server, org, emails.rep), "North's");
});

test("the templates of a team take the place of those for all teams", async (t) => {
  const { server, org } = t.context;
  const { emails, id, admin } = await createTeams(server, org);
  await save(admin, { name: "All", questions: FOLLOWED });
  t.is(await analyze(server, org, emails.rep), "All");
  await save(admin, {
    name: "North's",
    questions: NOT_FOLLOWED,
    teamIds: [id],
    sources: ["upload"],
  });
  // Of another source than the call.
  t.is(await analyze(server, org, emails.rep), "All");
  await save(admin, { name: "North's visits", questions: NOT_FOLLOWED, teamIds: [id] });
  t.is(await analyze(server, org, emails.rep), "North's visits");
  t.is(await analyze(server, org, emails.other), "All");
});

test("a template whose teams were deleted is for no calls", async (t) => {
  const { server, org } = t.context;
  const { emails, id, south, admin } = await createTeams(server, org);
  const both = await save(admin, { name: "Visit", questions: FOLLOWED, teamIds: [id, south] });
  await org.graphql(DELETE_TEAM, { id });
  t.is(await analyze(server, org, emails.other), "Visit");
  await org.graphql(DELETE_TEAM, { id: south });
  t.is(await analyze(server, org, emails.other), null);
  t.deepEqual(await list(admin), [{ ...both, teams: [] }]);
});

test("a manager creates and changes templates of the teams that they lead, and no others", async (t) => {
  const { server, org } = t.context;
  const { id, south, lead, admin, emails } = await createTeams(server, org);
  const created = await save(lead, { name: "Visit", questions: FOLLOWED, teamIds: [id, id] });
  const north = { id, name: "North" };
  t.deepEqual(created, {
    ...created,
    name: "Visit",
    version: 1,
    isForTeams: true,
    mayChange: true,
    teams: [north],
  });
  const own = { id: created.id, name: "Visit" };
  // Teams that aren't sent stay.
  t.like(await save(lead, { ...own, questions: NOT_FOLLOWED }), { version: 2, teams: [north] });
  t.deepEqual(
    (await org.graphql(AUDIT)).auditLog.nodes
      .filter(({ action }: { action: string }) => action.startsWith("template."))
      .map(({ action, fields, email }: Record<string, unknown>) => [action, fields, email]),
    [
      ["template.updated", ["questions"], emails.lead],
      ["template.created", [], emails.lead],
    ],
  );

  const refusals = [
    [{ name: "All", questions: [] }, "MISSING_REQUIRED_FIELD", "teamIds"],
    [{ name: "All", questions: [], teamIds: [] }, "MISSING_REQUIRED_FIELD", "teamIds"],
    [{ ...own, questions: [], teamIds: null }, "MISSING_REQUIRED_FIELD", "teamIds"],
    [{ name: "South's", questions: [], teamIds: [id, south] }, "INVALID_FIELD", "teamIds.1"],
    [{ ...own, questions: [], teamIds: [south] }, "INVALID_FIELD", "teamIds.0"],
    [{ ...own, questions: [], teamIds: ["unknown"] }, "INVALID_FIELD", "teamIds.0"],
  ] as const;
  for (const [input, code, field] of refusals)
    t.deepEqual((await save(lead, input)).refused?.slice(0, 2), [code, field], field);

  const shared = await save(admin, { name: "Both", questions: [], teamIds: [id, south] });
  const ofAll = await save(admin, { name: "Other", questions: [] });
  for (const { id: templateId } of [shared, ofAll])
    t.deepEqual((await save(lead, { id: templateId, name: "X", questions: [] })).refused, [
      "CONFLICT",
      "id",
      "id isn't only for teams that you lead; ask an admin to change it",
    ]);
  t.deepEqual(
    (await list(lead)).map(({ name, ...rest }: Record<string, unknown>) => ({
      name,
      isForTeams: rest["isForTeams"],
      mayChange: rest["mayChange"],
      teams: rest["teams"],
    })),
    [
      // The team South doesn't exist for the manager.
      { name: "Both", isForTeams: true, mayChange: false, teams: [north] },
      { name: "Other", isForTeams: false, mayChange: false, teams: [] },
      { name: "Visit", isForTeams: true, mayChange: true, teams: [north] },
    ],
  );
});

test("reps, and managers whose team was given to another, change no template", async (t) => {
  const { server, org } = t.context;
  const { id, lead, rep, other, emails } = await createTeams(server, org);
  const { id: templateId } = await save(lead, { name: "Visit", questions: [], teamIds: [id] });
  const input = { id: templateId, name: "Changed", questions: [] };
  for (const page of [rep, other]) {
    t.is((await save(page, input)).refused?.[0], "FORBIDDEN");
    t.like((await list(page))[0], { mayChange: false });
  }
  const team = { id, name: "North", members: [{ email: emails.rep }], leads: [emails.other] };
  await org.graphql(TEAM, { input: team });
  t.deepEqual((await save(lead, input)).refused?.slice(0, 2), ["CONFLICT", "id"]);
  t.like((await list(lead))[0], { name: "Visit", mayChange: false, teams: [] });
});

test("an admin gives a template to teams, and to all again", async (t) => {
  const { server, org } = t.context;
  const { id, south, admin } = await createTeams(server, org);
  const { id: templateId } = await save(admin, { name: "Visit", questions: [] });
  const change = async (teamIds?: string[] | null): Promise<string[]> => {
    const input = {
      id: templateId,
      name: "Visit",
      questions: [],
      ...(teamIds !== undefined && { teamIds }),
    };
    return (await save(admin, input)).teams.map(({ name }: { name: string }) => name);
  };
  t.deepEqual(await change([south, id]), ["North", "South"]);
  t.deepEqual(await change(), ["North", "South"]);
  t.deepEqual(await change([]), []);
  t.deepEqual(await change([id]), ["North"]);
  t.deepEqual(await change(null), []);
});

test("a retired template analyses no call, and can be used again", async (t) => {
  const { server, org } = t.context;
  const { emails, id, admin, lead } = await createTeams(server, org);
  await save(admin, { name: "All", questions: FOLLOWED });
  const own = { name: "North's", questions: FOLLOWED };
  const { id: templateId } = await save(lead, { ...own, teamIds: [id] });
  t.is(await analyze(server, org, emails.rep), "North's");
  t.like(await save(lead, { ...own, id: templateId, retired: true }), { isRetired: true });
  t.is(await analyze(server, org, emails.rep), "All");
  // Not sent, it stays.
  t.like(await save(lead, { ...own, id: templateId }), { isRetired: true });
  t.like(await save(lead, { ...own, id: templateId, retired: null }), { isRetired: false });
  t.is(await analyze(server, org, emails.rep), "North's");
});

test("a manager keeps a template of two teams, of which one was deleted", async (t) => {
  const { server, org } = t.context;
  const { id, south, lead, emails } = await createTeams(server, org);
  const input = { id: south, name: "South", members: [], leads: [emails.lead] };
  await org.graphql(TEAM, { input });
  const both = await save(lead, { name: "Visit", questions: [], teamIds: [id, south] });
  await org.graphql(DELETE_TEAM, { id: south });
  const north = [{ id, name: "North" }];
  t.deepEqual(await list(lead), [{ ...both, teams: north }]);
  t.like(await save(lead, { id: both.id, name: "Visits", questions: [] }), { teams: north });
});

test("a team has up to ten templates in use, and leaves the room of those for all", async (t) => {
  const { server, org } = t.context;
  const { id, south, lead, admin } = await createTeams(server, org);
  const questions: object[] = [];
  const created = [];
  for (let n = 1; n <= 10; n += 1)
    created.push(await save(lead, { name: `Visit ${n}`, questions, teamIds: [id] }));
  const one = { name: "One more", questions, teamIds: [south, id] };
  t.deepEqual((await save(admin, one)).refused, [
    "INVALID_FIELD",
    "teamIds.1",
    "teamIds.1 has 10 templates; retire one first",
  ]);
  t.is((await save(admin, { name: "All", questions })).isForTeams, false);
  await save(lead, { ...one, id: created[0].id, name: "Old", teamIds: [id], retired: true });
  const { id: added } = await save(admin, one);
  t.truthy(added);
  t.like(
    (await save(lead, { id: created[0].id, name: "Old", questions, retired: false })).refused,
    ["INVALID_FIELD", "teamIds.0"],
  );
});
