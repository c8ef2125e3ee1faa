import { write } from "../../db/engine/write.js";
import { upsertTeam } from "../../db/people/teams.js";
import { upsertUser } from "../../db/people/users.js";
import { inviteUser, redeemLink } from "../helpers/sign-in/account-links.js";
import { type ConsoleSession, signInAdmin } from "../helpers/sign-in/console-session.js";
import { createTeam } from "../helpers/sign-in/team.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { test } from "../helpers/own-suite.js";
import type { Tenant, TestServer } from "../helpers/server.js";

const INVITE = `mutation ($input: InviteUserInput!) {
  inviteUser(input: $input) { url isSent mailProblem }
}`;
const UPSERT_TEAM = "mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }";
const TEAMS = "{ teams { id members { email role } } }";
const RECORDINGS = "{ recordings(filter: { status: received }) { nodes { id } } }";

const emailIn = (org: Tenant, name = "ron"): string => `${name}@${org.id}.example.com`;

const addTeam = async (org: Tenant, input: object): Promise<string> =>
  (await org.graphql(UPSERT_TEAM, { input: { name: "South", members: [], ...input } })).upsertTeam
    .id;

const listMembers = async (org: Tenant, teamId: string): Promise<string[]> =>
  (await org.graphql(TEAMS)).teams
    .find(({ id }: { id: string }) => id === teamId)
    .members.map(({ email }: { email: string }) => email);

const invite = async (page: ConsoleSession, input: object) => {
  const { data, errors } = (await page.query(INVITE, { input: { role: "rep", ...input } })).body;
  return { link: data?.inviteUser as { url: string }, error: errors?.[0] };
};

/** Returns the code and the message of the refusal. */
const refusalOf = async (page: ConsoleSession, input: object): Promise<unknown[]> => {
  const { error } = await invite(page, input);
  return error ? [error.extensions.code, error.extensions.field, error.message] : ["accepted"];
};

const listRecordings = async (page: ConsoleSession): Promise<string[]> =>
  (await page.query(RECORDINGS)).body.data.recordings.nodes.map(({ id }: { id: string }) => id);

/** Creates a team with as many members as a team can have. */
const fillTeam = async ({ services }: TestServer, org: Tenant): Promise<string> => {
  const [id, now] = [services.newId(), services.now()];
  const userIds = Array.from({ length: 1000 }, () => services.newId());
  const user = { name: "Rep", role: "rep", active: true, now };
  const members = userIds.map((userId) => ({ userId, role: "member" }));
  await write(services.db, org.id, async (trx) => {
    for (const userId of userIds)
      await upsertUser(trx, org.id, { ...user, id: userId, email: emailIn(org, userId) });
    await upsertTeam(trx, org.id, { id, name: "Full", now, members });
  });
  return id;
};

const hasUser = async (org: Tenant, email: string): Promise<boolean> =>
  (await org.graphql("{ users(active: null) { email } }")).users.some(
    (user: { email: string }) => user.email === email,
  );

test("a manager invites a rep, who signs in by the link, and the manager sees their calls", async (t) => {
  const { server, org } = t.context;
  const { id, emails, lead, other } = await createTeam(server, org);
  const email = emailIn(org);
  const { link } = await invite(lead, { email, name: "Ron", teamIds: [id] });
  t.like(link, {
    isSent: false,
    mailProblem: "this server sends no e-mail; see DEBRIEF_SMTP_URL",
  });
  t.regex(link.url, /^https:\/\/debrief\.example\.com\/join#[\w-]{43}$/);
  t.deepEqual(await listMembers(org, id), [emails.rep, email]);
  const { page, answer } = await redeemLink(server, link);
  t.deepEqual(answer.body.data.redeemAccountLink, { role: "member", user: { email, name: "Ron" } });
  const call = await org.ingestCall({ user_email: email });
  await org.ingestCall({ user_email: emails.other });
  t.deepEqual(await listRecordings(page), [call]);
  t.deepEqual(await listRecordings(lead), [call]);
  t.false((await listRecordings(other)).includes(call));
  t.is((await redeemLink(server, link)).answer.status, 401, "the link works once");
});

test("the audit log names the manager, the rep and the team", async (t) => {
  const { server, org } = t.context;
  const { id, emails, lead } = await createTeam(server, org);
  const email = emailIn(org);
  await invite(lead, { email, teamIds: [id] });
  const { auditLog } = await org.graphql(
    "{ auditLog(first: 3) { nodes { action actor email subject fields } } }",
  );
  const byLead = { actor: "member", email: emails.lead };
  t.deepEqual(auditLog.nodes, [
    { action: "account.invited", ...byLead, subject: email, fields: [] },
    { action: "team.updated", ...byLead, subject: id, fields: ["members"] },
    { action: "user.created", ...byLead, subject: email, fields: [] },
  ]);
});

test("a manager invites reps only", async (t) => {
  const { server, org } = t.context;
  const { id, lead } = await createTeam(server, org);
  const email = emailIn(org);
  for (const role of ["manager", "admin"])
    t.deepEqual(await refusalOf(lead, { email, role, teamIds: [id] }), [
      "FORBIDDEN",
      "role",
      "role must be rep; only an admin can invite managers and admins",
    ]);
  t.false(await hasUser(org, email));
});

test("a manager names at least one team", async (t) => {
  const { server, org } = t.context;
  const { lead } = await createTeam(server, org);
  const missing = ["MISSING_REQUIRED_FIELD", "teamIds", "teamIds is required"];
  const email = emailIn(org);
  t.deepEqual(await refusalOf(lead, { email }), missing);
  t.deepEqual(await refusalOf(lead, { email, teamIds: null }), missing);
  t.deepEqual(await refusalOf(lead, { email, teamIds: [] }), missing);
  t.false(await hasUser(org, email));
});

test("for a manager, only the teams that they lead exist", async (t) => {
  const { server, org } = t.context;
  const { id, emails, lead } = await createTeam(server, org);
  const joined = await addTeam(org, { members: [{ email: emails.lead }] });
  const foreign = await addTeam(org, { leads: [emails.other] });
  const otherOrg = await addTeam(await server.createTenant("Other"), {});
  const email = emailIn(org);
  for (const teamId of [joined, foreign, otherOrg, "unknown", ""])
    t.deepEqual(
      await refusalOf(lead, { email, teamIds: [id, teamId] }),
      ["INVALID_FIELD", "teamIds.1", "teamIds.1 is not the id of a team"],
      teamId,
    );
  t.false(await hasUser(org, email), "nothing of a refused invitation stays");
  t.deepEqual(await listMembers(org, id), [emails.rep]);
  await org.graphql(UPSERT_TEAM, { input: { id, name: "North", members: [], leads: [] } });
  // Leading no team, a manager doesn't learn whose e-mail belongs to a user.
  for (const tried of [email, emails.other])
    t.is((await refusalOf(lead, { email: tried, teamIds: [id] }))[1], "teamIds.0", tried);
});

test("a manager pulls no existing user into a team", async (t) => {
  const { server, org } = t.context;
  const { id, emails, lead } = await createTeam(server, org);
  const away = await signInAdmin(server, await server.createTenant("Other"));
  const [inactive, plain, invited] = [
    await org.createUser(emailIn(org, "left"), { active: false }),
    await org.createUser(emailIn(org, "plain"), { name: "Plain" }),
    emailIn(org, "invited"),
  ];
  await inviteUser(org, { email: invited, role: "rep" });
  const callOfOther = await org.ingestCall({ user_email: emails.other });
  for (const email of [emails.other, emails.rep, emails.lead, inactive, plain, invited, away.email])
    for (const spelling of [email, email.toUpperCase()])
      t.deepEqual(
        await refusalOf(lead, { email: spelling, name: "Mine", teamIds: [id] }),
        ["CONFLICT", "email", "email can't be invited by a manager; ask an admin"],
        spelling,
      );
  t.deepEqual(await listMembers(org, id), [emails.rep]);
  t.false((await listRecordings(lead)).includes(callOfOther));
  t.false(await hasUser(org, away.email));
  const { users } = await org.graphql("{ users(active: null) { name } }");
  t.false(users.some(({ name }: { name: string }) => name === "Mine"));
});

test("a manager can't replace the link of a rep whom they invited", async (t) => {
  const { server, org } = t.context;
  const { id, lead } = await createTeam(server, org);
  const email = emailIn(org);
  const { link } = await invite(lead, { email, teamIds: [id] });
  t.is((await refusalOf(lead, { email, teamIds: [id] }))[0], "CONFLICT");
  t.is((await redeemLink(server, link)).answer.status, 200);
  t.is((await refusalOf(lead, { email, teamIds: [id] }))[0], "CONFLICT");
});

test("of two concurrent invitations by managers, one succeeds", async (t) => {
  const { server, org } = t.context;
  const { id, lead } = await createTeam(server, org);
  const email = emailIn(org);
  const codes = await Promise.all(
    [1, 2].map(async () => String((await refusalOf(lead, { email, teamIds: [id] }))[0])),
  );
  t.deepEqual(codes.toSorted(), ["CONFLICT", "accepted"]);
});

test("a rep may not invite, even one who leads a team", async (t) => {
  const { server, org } = t.context;
  const { emails, rep } = await createTeam(server, org);
  const led = await addTeam(org, { leads: [emails.rep] });
  const { error } = await invite(rep, { email: emailIn(org), teamIds: [led] });
  t.is(error.extensions.code, "FORBIDDEN");
});

test("an admin invites into any teams, also a user who exists", async (t) => {
  const { server, org } = t.context;
  const { id, emails, admin } = await createTeam(server, org);
  const south = await addTeam(org, {});
  const email = emailIn(org);
  await invite(admin, { email, role: "manager", teamIds: [id, south, id] });
  t.deepEqual(await listMembers(org, id), [emails.rep, email]);
  t.deepEqual(await listMembers(org, south), [email]);
  // Inviting again changes no membership.
  await inviteUser(org, { email, role: "rep", teamIds: [south] });
  t.deepEqual(await listMembers(org, south), [email]);
  const plain = await org.createUser(emailIn(org, "plain"));
  await inviteUser(org, { email: plain, role: "rep", teamIds: [south] });
  t.deepEqual(await listMembers(org, south), [email, plain]);
  t.deepEqual(await refusalOf(admin, { email: emailIn(org, "new"), teamIds: [id, "unknown"] }), [
    "INVALID_FIELD",
    "teamIds.1",
    "teamIds.1 is not the id of a team",
  ]);
  t.false(await hasUser(org, emailIn(org, "new")));
  t.deepEqual(await refusalOf(admin, { email: emailIn(org, "free"), teamIds: [] }), ["accepted"]);
});

test("an invitation into a full team is refused", async (t) => {
  const { server, org } = t.context;
  const { admin } = await createTeam(server, org);
  const full = await fillTeam(server, org);
  t.deepEqual(await refusalOf(admin, { email: emailIn(org), teamIds: [full] }), [
    "CONFLICT",
    "teamIds",
    "teamIds has a team with 1000 members, which is full",
  ]);
  t.false(await hasUser(org, emailIn(org)));
});

test("a manager who has become a rep invites no more", async (t) => {
  const { server, org } = t.context;
  const email = await org.createUser(emailIn(org, "mia"));
  const page = await signInAs(server, org, email, "manager");
  const id = await addTeam(org, { leads: [email] });
  await org.graphql(`mutation { setSignInRole(email: "${email}", role: rep) { email } }`);
  const { error } = await invite(page, { email: emailIn(org), teamIds: [id] });
  t.is(error.extensions.code, "FORBIDDEN");
});
