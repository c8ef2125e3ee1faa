import { write } from "../../db/engine/write.js";
import { findUserByEmail } from "../../db/people/users.js";
import { insertIdentity } from "../../db/sign-in/identities.js";
import { inviteUser, redeemLink, setSignInRole } from "../helpers/sign-in/account-links.js";
import { type ConsoleSession, signInAdmin } from "../helpers/sign-in/console-session.js";
import { createTeam } from "../helpers/sign-in/team.js";
import { test } from "../helpers/own-suite.js";
import type { Tenant, TestServer } from "../helpers/server.js";

const CREATE_LINK =
  "mutation ($email: String!) { createPasswordLink(email: $email) { url isSent } }";
const REVOKE = `mutation ($email: String!) {
  revokeInvitation(email: $email) { email active signInRole invitedUntil }
}`;
const INVITE = "mutation ($input: InviteUserInput!) { inviteUser(input: $input) { url } }";
const UPSERT_TEAM = "mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }";
const USERS = "{ users { email name signInRole invitedUntil } }";
const VIEWERS = `query ($recordingId: ID!) {
  recordingViewers(recordingId: $recordingId) { email signInRole invitedUntil }
}`;
const UNKNOWN = ["USER_NOT_FOUND", "email", "email is not the email of a user"];

const emailIn = (org: Tenant, name = "ron"): string => `${name}@${org.id}.example.com`;

const run = async (page: ConsoleSession, query: string, variables: object) => {
  const { data, errors } = (await page.query(query, variables)).body;
  return { data, error: errors?.[0] };
};

const refusalOf = async (page: ConsoleSession, query: string, variables: object) => {
  const { error } = await run(page, query, variables);
  return error ? [error.extensions.code, error.extensions.field, error.message] : ["accepted"];
};

const inviteByManager = async (page: ConsoleSession, input: object): Promise<{ url: string }> =>
  (await run(page, INVITE, { input: { role: "rep", ...input } })).data.inviteUser;

const addTeam = async (org: Tenant, members: string[], leads: string[]): Promise<string> =>
  (
    await org.graphql(UPSERT_TEAM, {
      input: { name: "South", members: members.map((email) => ({ email })), leads },
    })
  ).upsertTeam.id;

const findUser = async (page: ConsoleSession, email: string) => {
  const { data, error } = await run(page, USERS, {});
  if (error) throw new Error(error.message);
  return data.users.find((user: { email: string }) => user.email === email);
};

const bindIdentity = async ({ services }: TestServer, org: Tenant, email: string) => {
  const { id } = (await findUserByEmail(services.db, org.id, email))!;
  const identity = { issuer: "https://id.example.com", subject: email };
  await write(services.db, org.id, (trx) =>
    insertIdentity(trx, { organizationId: org.id, userId: id, ...identity }, services.now()),
  );
};

/** Creates users whom a lead may not manage, each with the reason. */
const createOthers = async (server: TestServer, org: Tenant) => {
  const { id, emails, lead } = await createTeam(server, org);
  const create = async (name: string, role: string, teamIds: string[] = [id]) => {
    const email = emailIn(org, name);
    const link = await inviteUser(org, { email, role, teamIds });
    return { email, link };
  };
  const south = await addTeam(org, [], [emails.other]);
  const [foreign, manager, admin, joined, bound, left, plain] = [
    await create("foreign", "rep", [south]),
    await create("manager", "manager"),
    await create("admin", "admin"),
    await create("joined", "rep"),
    await create("bound", "rep"),
    await create("left", "rep"),
    await org.createUser(emailIn(org, "plain")),
  ];
  await redeemLink(server, joined.link);
  await bindIdentity(server, org, bound.email);
  await org.graphql(`mutation { deactivateUser(email: "${left.email}") }`);
  const away = await signInAdmin(server, await server.createTenant("Other"));
  return {
    lead,
    refused: {
      "another team's rep": foreign.email,
      "a manager": manager.email,
      "an admin": admin.email,
      "a rep who signed in": joined.email,
      "a rep with an identity": bound.email,
      "a deactivated rep": left.email,
      "a user without an account": plain,
      "another organization's admin": away.email,
      "the lead themself": emails.lead,
      "an unknown e-mail": emailIn(org, "unknown"),
    },
  };
};

for (const [name, mutation] of Object.entries({
  createPasswordLink: CREATE_LINK,
  revokeInvitation: REVOKE,
}))
  test(`for a manager's ${name}, only pending invitations of reps whom they lead exist`, async (t) => {
    const { server, org } = t.context;
    const { lead, refused } = await createOthers(server, org);
    const before = (await org.graphql(USERS)).users;
    for (const [kind, email] of Object.entries(refused))
      for (const spelling of [email, email.toUpperCase()])
        t.deepEqual(await refusalOf(lead, mutation, { email: spelling }), UNKNOWN, kind);
    t.deepEqual((await org.graphql(USERS)).users, before);
  });

test("a manager replaces the link of a rep whom they lead, also of an admin's invitation", async (t) => {
  const { server, org } = t.context;
  const { id, lead } = await createTeam(server, org);
  for (const name of ["ron", "rita"]) {
    const email = emailIn(org, name);
    const first =
      name === "ron"
        ? await inviteByManager(lead, { email, teamIds: [id] })
        : await inviteUser(org, { email, role: "rep", teamIds: [id] });
    const { data } = await run(lead, CREATE_LINK, { email: email.toUpperCase() });
    const second = data.createPasswordLink;
    t.is((await redeemLink(server, first)).answer.status, 401);
    t.is((await redeemLink(server, second)).answer.status, 200);
    t.deepEqual(await refusalOf(lead, CREATE_LINK, { email }), UNKNOWN, "accepted meanwhile");
  }
});

test("a revoked invitation lets no one in, and the user stays", async (t) => {
  const { server, org } = t.context;
  const { id, lead } = await createTeam(server, org);
  const email = emailIn(org);
  const link = await inviteByManager(lead, { email, name: "Ron", teamIds: [id] });
  const call = await org.ingestCall({ user_email: email });
  const { data } = await run(lead, REVOKE, { email });
  const revoked = { email, active: true, signInRole: null, invitedUntil: null };
  t.deepEqual(data.revokeInvitation, revoked);
  t.is((await redeemLink(server, link)).answer.status, 401);
  t.deepEqual(await refusalOf(lead, REVOKE, { email }), UNKNOWN);
  t.deepEqual(await refusalOf(lead, CREATE_LINK, { email }), UNKNOWN);
  const { recordings } = (
    await lead.query("{ recordings(filter: { status: received }) { nodes { id } } }")
  ).body.data;
  t.deepEqual(recordings.nodes, [{ id: call }]);
});

test("an admin revokes any invitation that wasn't accepted", async (t) => {
  const { server, org } = t.context;
  const { emails, admin } = await createTeam(server, org);
  for (const role of ["rep", "manager", "admin"]) {
    const email = emailIn(org, role);
    const link = await inviteUser(org, { email, role });
    t.deepEqual(await refusalOf(admin, REVOKE, { email }), ["accepted"]);
    t.is((await redeemLink(server, link)).answer.status, 401);
    const none = ["CONFLICT", "email", "email can't sign in; there is no invitation to revoke"];
    t.deepEqual(await refusalOf(admin, REVOKE, { email }), none);
  }
  t.deepEqual(await refusalOf(admin, REVOKE, { email: emailIn(org, "x") }), UNKNOWN);
  const bound = emailIn(org, "bound");
  await inviteUser(org, { email: bound, role: "rep" });
  await bindIdentity(server, org, bound);
  for (const email of [emails.rep, bound])
    t.deepEqual(await refusalOf(admin, REVOKE, { email }), [
      "CONFLICT",
      "email",
      "email has accepted the invitation; end the user's sign-in instead",
    ]);
});

test("of an acceptance and a revocation at the same time, one succeeds", async (t) => {
  const { server, org } = t.context;
  const { id, lead, admin } = await createTeam(server, org);
  for (const [page, refusal] of [
    [lead, "USER_NOT_FOUND"],
    [admin, "CONFLICT"],
  ] as const) {
    const email = emailIn(org, refusal.toLowerCase());
    const link = await inviteUser(org, { email, role: "rep", teamIds: [id] });
    const [{ answer, page: rep }, [outcome]] = await Promise.all([
      redeemLink(server, link),
      refusalOf(page, REVOKE, { email }),
    ]);
    const isRevoked = outcome === "accepted";
    t.deepEqual([answer.status, outcome], isRevoked ? [401, "accepted"] : [200, refusal]);
    t.is((await findUser(admin, email)).signInRole, isRevoked ? null : "rep");
    t.is((await rep.query("{ viewer { role } }")).status, isRevoked ? 401 : 200);
  }
});

test("a link that a manager made doesn't sign in with a role that an admin gives later", async (t) => {
  const { server, org } = t.context;
  const { id, lead } = await createTeam(server, org);
  const email = emailIn(org);
  await inviteUser(org, { email, role: "rep", teamIds: [id] });
  const link = (await run(lead, CREATE_LINK, { email })).data.createPasswordLink;
  await setSignInRole(org, email, "manager");
  t.is((await redeemLink(server, link)).answer.status, 401);
  const { createPasswordLink } = await org.graphql(CREATE_LINK, { email });
  t.is((await redeemLink(server, createPasswordLink)).answer.status, 200);
});

test("the audit log names the manager of a new link and of a revocation", async (t) => {
  const { server, org } = t.context;
  const { id, emails, lead } = await createTeam(server, org);
  const email = emailIn(org);
  await inviteUser(org, { email, role: "rep", teamIds: [id] });
  await run(lead, CREATE_LINK, { email });
  await run(lead, REVOKE, { email });
  const { auditLog } = await org.graphql(
    "{ auditLog(first: 2) { nodes { action actor email subject } } }",
  );
  const byLead = { actor: "member", email: emails.lead, subject: email };
  t.deepEqual(auditLog.nodes, [
    { action: "account.invitation_revoked", ...byLead },
    { action: "account.invited", ...byLead },
  ]);
});

test("a lead who leads no more, and a manager who has become a rep, manage no invitations", async (t) => {
  const { server, org } = t.context;
  const { id, emails, lead } = await createTeam(server, org);
  const email = emailIn(org);
  await inviteUser(org, { email, role: "rep", teamIds: [id] });
  const members = [{ email: emails.rep }, { email }];
  await org.graphql(UPSERT_TEAM, { input: { id, name: "North", members, leads: [] } });
  for (const mutation of [CREATE_LINK, REVOKE])
    t.deepEqual(await refusalOf(lead, mutation, { email }), UNKNOWN);
  await org.graphql(UPSERT_TEAM, { input: { id, name: "North", members, leads: [emails.lead] } });
  await setSignInRole(org, emails.lead, "rep");
  for (const mutation of [CREATE_LINK, REVOKE])
    t.is((await refusalOf(lead, mutation, { email }))[0], "FORBIDDEN");
});

test("a manager sees who of their reps is invited, and no one else's sign-in role", async (t) => {
  const { server, org } = t.context;
  const { id, emails, lead, rep, other } = await createTeam(server, org);
  const email = emailIn(org);
  const { expiresAt } = await inviteUser(org, { email, role: "rep", teamIds: [id] });
  t.like(await findUser(lead, email), { signInRole: "rep", invitedUntil: expiresAt });
  t.like(await findUser(lead, emails.rep), { signInRole: "rep", invitedUntil: null });
  t.is(await findUser(lead, emails.other), undefined);
  // An admin sees the rep's calls, so the manager reads the admin's name there.
  const recordingId = await org.ingestCall({ user_email: emails.rep });
  const { data } = await run(lead, VIEWERS, { recordingId });
  const viewers: { email: string }[] = data.recordingViewers;
  t.deepEqual(
    viewers.find((viewer) => viewer.email.startsWith("admin")),
    { email: `admin-${org.id}@example.com`, signInRole: null, invitedUntil: null },
  );
  for (const page of [rep, other])
    for (const field of ["signInRole", "invitedUntil"])
      t.is((await refusalOf(page, `{ users { ${field} } }`, {}))[0], "FORBIDDEN");
});

test("a manager invites a rep again whose invitation they revoked", async (t) => {
  const { server, org } = t.context;
  const { id, lead } = await createTeam(server, org);
  const email = emailIn(org);
  await inviteByManager(lead, { email, name: "Ron", teamIds: [id] });
  await run(lead, REVOKE, { email });
  const link = await inviteByManager(lead, { email, name: "Mine", teamIds: [id] });
  t.like(await findUser(lead, email), { name: "Ron", signInRole: "rep" });
  t.is((await redeemLink(server, link)).answer.status, 200);
});

test("a manager doesn't let a user in again whom an admin locked out", async (t) => {
  const { server, org } = t.context;
  const { id, emails, lead, admin } = await createTeam(server, org);
  const refused = ["CONFLICT", "email", "email can't be invited by a manager; ask an admin"];
  const invite = (email: string, teamId = id) =>
    refusalOf(lead, INVITE, { input: { email, role: "rep", teamIds: [teamId] } });
  const [ended, revoked, foreign, left] = ["ended", "revoked", "foreign", "left"].map((name) =>
    emailIn(org, name),
  ) as [string, string, string, string];
  for (const email of [ended, revoked])
    await inviteUser(org, { email, role: "rep", teamIds: [id] });
  await setSignInRole(org, ended, null);
  await run(admin, REVOKE, { email: revoked });
  for (const email of [foreign, left]) await org.createUser(email);
  await addTeam(org, [foreign], [emails.other]);
  const south = await addTeam(org, [left], [emails.lead]);
  await org.graphql(`mutation { deactivateUser(email: "${left}") }`);
  for (const email of [ended, revoked, foreign]) t.deepEqual(await invite(email), refused, email);
  t.deepEqual(await invite(left, south), refused);
});
