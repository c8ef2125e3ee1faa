import { write } from "../../db/engine/write.js";
import { deleteExpiredAccess } from "../../graph/sign-in/sessions.js";
import {
  createPasswordLink,
  inviteUser,
  redeemLink,
  setSignInRole,
  tokenOf,
} from "../helpers/sign-in/account-links.js";
import {
  createConsoleSession,
  PASSWORD,
  signInAdmin,
  VIEWER,
} from "../helpers/sign-in/console-session.js";
import { test } from "../helpers/own-suite.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Answer, Tenant } from "../helpers/server.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

const DAY_MS = 24 * 60 * 60_000;
const ENDED = "The link was used, expired or replaced; ask an admin for another";
const STATE = "{ users(active: null) { email signInRole invitedUntil } }";

const summarize = ({ status, body }: Answer): unknown[] => [status, body.errors?.[0].message];

const emailIn = (org: Tenant, name = "ben"): string => `${name}@${org.id}.example.com`;

const listStates = async (org: Tenant): Promise<Record<string, unknown[]>> =>
  Object.fromEntries(
    (await org.graphql(STATE)).users.map(
      ({ email, signInRole, invitedUntil }: Record<string, string | null>) => [
        email,
        [signInRole, invitedUntil],
      ],
    ),
  );

const refusalOf = async (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "accepted",
    (error: Error) => JSON.parse(error.message).errors[0].message,
  );

test("an invited manager and a rep set their passwords and see exactly what is theirs", async (t) => {
  const { server, org } = t.context;
  const [manager, rep] = [emailIn(org, "mia"), emailIn(org, "ron")];
  const links = [
    await inviteUser(org, { email: manager, name: "Mia", role: "manager" }),
    await inviteUser(org, { email: rep, name: "Ron", role: "rep" }),
  ];
  await org.graphql(`mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`, {
    input: { name: "North", members: [{ email: rep }], leads: [manager] },
  });
  const calls = [
    await org.ingestCall({ user_email: manager }),
    await org.ingestCall({ user_email: rep }),
    await org.ingestCall(),
  ];
  const listOwn = async (link: { url: string }): Promise<string[]> => {
    const { page, answer } = await redeemLink(server, link);
    t.is(answer.body.data.redeemAccountLink.role, "member");
    const list = await page.query("{ recordings(filter: { status: received }) { nodes { id } } }");
    return list.body.data.recordings.nodes.map(({ id }: { id: string }) => id).toSorted();
  };
  t.deepEqual(await listOwn(links[0]!), calls.slice(0, 2).toSorted());
  t.deepEqual(await listOwn(links[1]!), [calls[1]!]);
});

test("an invitation is a link of PUBLIC_URL, valid for 7 days, and works once", async (t) => {
  const { server, org } = t.context;
  const email = emailIn(org);
  const link = await inviteUser(org, { email, name: "Ben", role: "rep" });
  t.regex(link.url, /^https:\/\/debrief\.example\.com\/join#[\w-]{43}$/);
  t.deepEqual(
    [link.isSent, link.mailProblem],
    [false, "this server sends no e-mail; see DEBRIEF_SMTP_URL"],
  );
  const validMs = Date.parse(link.expiresAt) - server.clock.time;
  t.true(validMs > 6.9 * DAY_MS && validMs <= 7 * DAY_MS);
  t.deepEqual((await listStates(org))[email], ["rep", link.expiresAt]);
  const { page, answer } = await redeemLink(server, link);
  t.deepEqual(answer.body.data.redeemAccountLink, { role: "member", user: { email, name: "Ben" } });
  t.is((await page.query(VIEWER)).body.data.viewer.user.email, email);
  t.deepEqual((await listStates(org))[email], ["rep", null]);
  t.deepEqual(summarize((await redeemLink(server, link)).answer), [401, ENDED]);
  t.is((await createConsoleSession(server).signIn(email)).status, 200);
});

test("of concurrent redemptions of a link, one succeeds", async (t) => {
  const { server, org } = t.context;
  const link = await inviteUser(org, { email: emailIn(org), role: "rep" });
  const results = await Promise.all(
    ["a", "b", "c"].map((name) => redeemLink(server, link, `${name} horse battery staple`)),
  );
  const statuses = results.map(({ answer }) => answer.status);
  t.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 401, 401],
  );
});

test("inviting again replaces the link, and changes name and role", async (t) => {
  const { server, org } = t.context;
  const email = emailIn(org);
  const first = await inviteUser(org, { email, role: "rep" });
  const second = await inviteUser(org, {
    email: email.toUpperCase(),
    name: "Ben",
    role: "manager",
  });
  t.deepEqual(summarize((await redeemLink(server, first)).answer), [401, ENDED]);
  t.is((await listStates(org))[email]![0], "manager");
  t.is((await redeemLink(server, second)).answer.body.data.redeemAccountLink.user.name, "Ben");
  t.is(
    await refusalOf(inviteUser(org, { email, role: "rep" })),
    "email has a password already; create a password link instead",
  );
});

test("invitations that can't be are refused by field", async (t) => {
  const { server, org } = t.context;
  const other = await signInAdmin(server, await server.createTenant("Other"));
  await org.createUser(emailIn(org, "left"), { active: false });
  const refuse = (input: object): Promise<string> =>
    refusalOf(inviteUser(org, { role: "rep", ...input }));
  t.is(await refuse({ email: "nobody" }), "email must be an e-mail address");
  t.is(
    await refuse({ email: "a@example.com\r\nBcc: b@example.com" }),
    "email must be an e-mail address",
  );
  t.is(await refuse({ email: emailIn(org), name: " " }), "name must not be empty");
  t.is(await refuse({ email: emailIn(org, "left") }), "email belongs to an inactive user");
  t.is(
    await refuse({ email: other.email }),
    "email can sign in already; an e-mail can belong to one account only",
  );
  t.is((await listStates(org))[other.email], undefined);
});

test("a weak password keeps the link valid", async (t) => {
  const { server, org } = t.context;
  const email = emailIn(org);
  const link = await inviteUser(org, { email, role: "rep" });
  t.deepEqual(summarize((await redeemLink(server, link, "short")).answer), [
    400,
    "password must have 12 to 1024 characters",
  ]);
  t.deepEqual(summarize((await redeemLink(server, link, email)).answer), [
    400,
    "password must not be the e-mail address",
  ]);
  t.is((await redeemLink(server, link)).answer.status, 200);
});

test("a password link replaces the password and ends all sessions", async (t) => {
  const { server, org } = t.context;
  const email = emailIn(org);
  await org.createUser(email);
  const page = await signInAs(server, org, email, "rep");
  const link = await createPasswordLink(org, email);
  t.is((await page.query(VIEWER)).status, 200, "until it is redeemed, nothing changes");
  const newPassword = "another horse battery";
  t.is((await redeemLink(server, link, newPassword)).answer.status, 200);
  t.is((await page.query(VIEWER)).status, 401);
  t.is((await createConsoleSession(server).signIn(email, PASSWORD)).status, 401);
  t.is((await createConsoleSession(server).signIn(email, newPassword)).status, 200);
});

test("a password link of a user without a password is an invitation", async (t) => {
  const { server, org } = t.context;
  const email = emailIn(org);
  const invitation = await inviteUser(org, { email, role: "rep" });
  const link = await createPasswordLink(org, email);
  t.deepEqual(summarize((await redeemLink(server, invitation)).answer), [401, ENDED]);
  t.is((await redeemLink(server, link)).answer.status, 200);
  t.is(
    await refusalOf(createPasswordLink(org, "rep@example.com")),
    "email can't sign in yet; invite the user",
  );
  t.is(
    await refusalOf(createPasswordLink(org, "x@example.com")),
    "email is not the email of a user",
  );
});

test("deactivating a user ends links and sessions, and the recordings stay", async (t) => {
  const { server, org } = t.context;
  const email = emailIn(org);
  const { page } = await redeemLink(server, await inviteUser(org, { email, role: "rep" }));
  const recording = await org.ingestCall({ user_email: email });
  const link = await createPasswordLink(org, email);
  await org.createUser(email, { active: false });
  t.is((await page.query(VIEWER)).status, 401);
  t.deepEqual(summarize((await redeemLink(server, link)).answer), [401, ENDED]);
  t.is(await refusalOf(createPasswordLink(org, email)), "email belongs to an inactive user");
  await org.createUser(email, { active: true });
  t.deepEqual(summarize((await redeemLink(server, link)).answer), [401, ENDED]);
  const found = await org.graphql(`{ recording(id: "${recording}") { user { email } } }`);
  t.is(found.recording.user.email, email);
});

test("a changed role counts from the next request on", async (t) => {
  const { server, org } = t.context;
  const email = emailIn(org);
  await signInAdmin(server, org);
  const { page } = await redeemLink(server, await inviteUser(org, { email, role: "rep" }));
  const roleOf = async (): Promise<string> => (await page.query(VIEWER)).body.data.viewer.role;
  t.is(await roleOf(), "member");
  t.deepEqual(await setSignInRole(org, email, "admin"), {
    email,
    signInRole: "admin",
    invitedUntil: null,
  });
  t.is(await roleOf(), "internal");
  await setSignInRole(org, email, "manager");
  t.is(await roleOf(), "member");
});

test("without a role, a user can't sign in: sessions and links end", async (t) => {
  const { server, org } = t.context;
  const email = emailIn(org);
  const { page } = await redeemLink(server, await inviteUser(org, { email, role: "rep" }));
  const link = await createPasswordLink(org, email);
  t.deepEqual(await setSignInRole(org, email, null), {
    email,
    signInRole: null,
    invitedUntil: null,
  });
  t.is((await page.query(VIEWER)).status, 401);
  t.is((await redeemLink(server, link)).answer.status, 401);
  t.is((await createConsoleSession(server).signIn(email)).status, 401);
  await setSignInRole(org, email, null);
  t.is(
    await refusalOf(setSignInRole(org, email, "rep")),
    "email can't sign in yet; invite the user",
  );
});

test("nobody takes the last admin's role, or changes their own", async (t) => {
  const { server, org } = t.context;
  const admin = await signInAdmin(server, org);
  const last = "email is the last admin with a password";
  t.is(await refusalOf(setSignInRole(org, admin.email, "rep")), last);
  t.is(await refusalOf(setSignInRole(org, admin.email, null)), last);
  const second = emailIn(org);
  const invitation = await inviteUser(org, { email: second, role: "admin" });
  // An invited admin has no password yet.
  t.is(await refusalOf(setSignInRole(org, admin.email, null)), last);
  await redeemLink(server, invitation);
  const own = await admin.query(
    `mutation { setSignInRole(email: "${admin.email}", role: rep) { email } }`,
  );
  t.deepEqual(summarize(own), [200, "email is your own; another admin can change your role"]);
  await setSignInRole(org, admin.email, "rep");
  t.is(await refusalOf(setSignInRole(org, second, "manager")), last);
});

test.serial("links expire, and an expired invitation still shows its end", async (t) => {
  const { server, org } = t.context;
  const { clock, services } = server;
  const [invited, reset] = [emailIn(org, "invited"), emailIn(org, "reset")];
  await redeemLink(server, await inviteUser(org, { email: reset, role: "rep" }));
  const resetLink = await createPasswordLink(org, reset);
  const invitation = await inviteUser(org, { email: invited, role: "rep" });
  clock.time += DAY_MS;
  t.is((await redeemLink(server, resetLink)).answer.status, 401);
  t.is((await redeemLink(server, await createPasswordLink(org, reset))).answer.status, 200);
  clock.time += 6 * DAY_MS;
  t.deepEqual(summarize((await redeemLink(server, invitation)).answer), [401, ENDED]);
  await write(services.db, org.id, (trx) => deleteExpiredAccess(trx, org.id, clock.time));
  t.deepEqual((await listStates(org))[invited], ["rep", invitation.expiresAt]);
  t.is((await loadRowsByTable(services.db, org.id))["account_links"]!.length, 1);
});

test("the audit log names each step, and neither it nor the log contains a token", async (t) => {
  const { server, org } = t.context;
  const email = emailIn(org);
  const link = await inviteUser(org, { email, role: "rep" });
  await redeemLink(server, link);
  const reset = await createPasswordLink(org, email);
  await setSignInRole(org, email, "manager");
  await setSignInRole(org, email, null);
  const { auditLog } = await org.graphql(
    "{ auditLog(first: 20) { nodes { action actor subject } } }",
  );
  const own = auditLog.nodes.filter(({ subject }: { subject: string }) => subject === email);
  t.deepEqual(
    own.map(({ action, actor }: Record<string, string>) => `${action} ${actor}`).toReversed(),
    [
      "user.created internal_token",
      "account.invited internal_token",
      "account.password_set password_link",
      "account.password_link_created internal_token",
      "account.role_changed internal_token",
      "account.deleted internal_token",
    ],
  );
  const all = JSON.stringify([await loadRowsByTable(server.services.db, org.id), server.log]);
  for (const shown of [link, reset]) t.false(all.includes(tokenOf(shown)));
});

test("reps can't invite, see states or change roles; managers can't change roles", async (t) => {
  const { server, org } = t.context;
  const email = await org.createUser(emailIn(org));
  const setRole = `mutation { setSignInRole(email: "${email}", role: admin) { email } }`;
  const page = await signInAs(server, org, email, "rep");
  for (const query of [
    'mutation { inviteUser(input: { email: "x@example.com", role: admin }) { url } }',
    `mutation { createPasswordLink(email: "${email}") { url } }`,
    `mutation { revokeInvitation(email: "${email}") { email } }`,
    setRole,
    "{ users { signInRole } }",
    "{ users { invitedUntil } }",
  ])
    t.is((await page.query(query)).body.errors?.[0].extensions.code, "FORBIDDEN", query);
  await setSignInRole(org, email, "manager");
  t.is((await page.query(setRole)).body.errors?.[0].extensions.code, "FORBIDDEN");
});
