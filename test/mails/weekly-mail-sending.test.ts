import type { SMTPServerOptions } from "smtp-server";
import { createSuite } from "../helpers/create-suite.js";
import { createConsoleSession } from "../helpers/sign-in/console-session.js";
import { createTeam } from "../helpers/sign-in/team.js";
import { inviteUser, setSignInRole } from "../helpers/sign-in/account-links.js";
import { startMailServer, type MailServer } from "../helpers/sign-in/mail-server.js";
import { startServer, type Tenant, type TestServer } from "../helpers/server.js";
import {
  acceptTime,
  createMailJob,
  createScorecard,
  createScoredCall,
  LAST_WEEK,
  listMails,
  MONDAY,
} from "../helpers/mails/weekly-mails.js";

const HOUR_MS = 60 * 60_000;
/** Long enough for a busy machine to send a mail's content. */
const HANG_MS = 4_000;

/** A mail server that is set up; the tests send over their own. */
const SET_UP = { host: "127.0.0.1", port: 9, isSecure: false, login: undefined };

const test = createSuite<TestServer>(() => startServer({ smtp: SET_UP }));

/** Creates a team with a call of each rep; then it is Monday. */
const createCalls = async (server: TestServer, org: Tenant) => {
  server.clock.time = Date.parse(LAST_WEEK);
  const team = await createTeam(server, org);
  const scorecard = await createScorecard(org);
  for (const email of [team.emails.rep, team.emails.other])
    await createScoredCall(org, email, scorecard, { score: 100 });
  server.clock.time = Date.parse(MONDAY);
  return team;
};

const start = async (
  t: { teardown: (end: () => Promise<void>) => void },
  options: SMTPServerOptions = {},
): Promise<MailServer> => {
  const mails = await startMailServer(options);
  t.teardown(mails.stop);
  return mails;
};

const listReceivers = (mails: MailServer, org: Tenant): string[] =>
  listMails(mails, org)
    .map(({ to }) => to)
    .toSorted();

const loadStatus = async ({ services: { db } }: TestServer, org: Tenant) =>
  Object.fromEntries(
    (
      await db("weekly_mails as w")
        .join("users as u", (on) =>
          on.on("u.organization_id", "w.organization_id").andOn("u.id", "w.user_id"),
        )
        .where("w.organization_id", org.id)
        .select("u.email", "w.status", "w.attempts", "w.week")
    ).map(({ email, status, attempts, week }) => [email, [week, status, Number(attempts)]]),
  );

test.serial("two servers send each mail once, and again in the next week", async (t) => {
  const { server, org } = t.context;
  const { emails } = await createCalls(server, org);
  const mails = await start(t);
  const jobs = [createMailJob(server, mails), createMailJob(server, mails)];
  const all = [emails.lead, emails.rep, emails.other].toSorted();
  await Promise.all(jobs.map((send) => send()));
  await Promise.all(jobs.map((send) => send()));
  t.deepEqual(listReceivers(mails, org), all);
  server.clock.time += 24 * HOUR_MS;
  await jobs[0]!();
  t.is(listReceivers(mails, org).length, 3);
  server.clock.time += 6 * 24 * HOUR_MS;
  const scorecard = await createScorecard(org);
  server.clock.time -= 48 * HOUR_MS;
  await createScoredCall(org, emails.rep, scorecard, { score: 0 });
  server.clock.time += 48 * HOUR_MS;
  await Promise.all(jobs.map((send) => send()));
  t.deepEqual(listReceivers(mails, org).length, 5, "the other rep made no call");
  t.is(listMails(mails, org).at(-1)!.text.includes("2026-03-02 to 2026-03-08"), true);
  // A clock that goes back sends no week again.
  server.clock.time = Date.parse(MONDAY);
  await jobs[0]!();
  t.is(listReceivers(mails, org).length, 5);
});

test.serial("a refused mail is tried five times within the window", async (t) => {
  const { server, org } = t.context;
  const { emails } = await createCalls(server, org);
  let tries = 0;
  let isRefused = true;
  const mails = await start(t, {
    onRcptTo: ({ address }, _session, done) => {
      const isOther = address === emails.other;
      if (isOther) tries += 1;
      done(isOther && isRefused ? new Error("451 try again later") : null);
    },
  });
  const send = createMailJob(server, mails);
  for (let hour = 0; hour < 7; hour += 1) {
    await send();
    server.clock.time += HOUR_MS;
  }
  t.is(tries, 5);
  t.deepEqual(listReceivers(mails, org), [emails.lead, emails.rep].toSorted());
  t.deepEqual((await loadStatus(server, org))[emails.other], ["2026-02-23", "refused", 5]);
  isRefused = false;
  await server.services
    .db("weekly_mails")
    .where({ organization_id: org.id, status: "refused" })
    .update({ attempts: 1 });
  await send();
  t.is(listReceivers(mails, org).length, 3);
  t.deepEqual((await loadStatus(server, org))[emails.other], ["2026-02-23", "accepted", 2]);
});

test.serial("a mail that the mail server defers is tried until the week is over", async (t) => {
  const { server, org } = t.context;
  const { emails } = await createCalls(server, org);
  let tries = 0;
  const mails = await start(t, {
    onRcptTo: ({ address }, _session, done) => {
      if (address !== emails.other) return done();
      tries += 1;
      return done(tries < 8 ? Object.assign(new Error("later"), { responseCode: 451 }) : null);
    },
  });
  const send = createMailJob(server, mails);
  for (let hour = 0; hour < 7; hour += 1) {
    await send();
    server.clock.time += HOUR_MS;
  }
  t.is(tries, 7);
  t.deepEqual(listReceivers(mails, org), [emails.lead, emails.rep].toSorted());
  t.deepEqual((await loadStatus(server, org))[emails.other], ["2026-02-23", "refused", 0]);
  await send();
  t.deepEqual((await loadStatus(server, org))[emails.other], ["2026-02-23", "accepted", 1]);
});

test.serial("no mail is sent while the clock may be wrong", async (t) => {
  const { server, org } = t.context;
  await createCalls(server, org);
  const mails = await start(t);
  await acceptTime(server.services, server.clock.time - 96 * HOUR_MS);
  await createMailJob(server, mails, { isClockRight: false })();
  t.deepEqual(listReceivers(mails, org), []);
  t.deepEqual(await loadStatus(server, org), {});
  await createMailJob(server, mails)();
  t.is(listReceivers(mails, org).length, 3);
});

test.serial("a time zone without an IANA name is UTC", async (t) => {
  const { server, org } = t.context;
  await createCalls(server, org);
  const mails = await start(t);
  await createMailJob(server, mails, { timeZone: "Etc/Unknown" })();
  t.is(listReceivers(mails, org).length, 3);
});

test.serial("a mail that the mail server may have accepted isn't sent again", async (t) => {
  const { server, org } = t.context;
  const { emails } = await createCalls(server, org);
  let arrived = 0;
  const mails = await start(t, {
    onData: (stream, session) => {
      stream.resume();
      stream.on("end", () => {
        if (session.envelope.rcptTo[0]!.address.includes(org.id)) arrived += 1;
        // It never answers.
      });
    },
  });
  const send = createMailJob(server, mails, { maxMs: HANG_MS });
  await send();
  t.is(arrived, 1, "the others wait for the next hour");
  for (let hour = 0; hour < 4; hour += 1) await send();
  t.is(arrived, 3);
  const status = ["2026-02-23", "unknown", 1];
  t.deepEqual(await loadStatus(server, org), {
    [emails.lead]: status,
    [emails.rep]: status,
    [emails.other]: status,
  });
});

test.serial("while the mail server can't be reached, no attempt counts", async (t) => {
  const { server, org } = t.context;
  const { emails } = await createCalls(server, org);
  const closed = await startMailServer();
  await closed.stop();
  const send = createMailJob(server, closed);
  for (let hour = 0; hour < 7; hour += 1) await send();
  t.deepEqual(Object.values(await loadStatus(server, org)), [["2026-02-23", "refused", 0]]);
  const mails = await start(t);
  await createMailJob(server, mails)();
  t.deepEqual(listReceivers(mails, org), [emails.lead, emails.rep, emails.other].toSorted());
});

test.serial("only users who can sign in get mails", async (t) => {
  const { server, org } = t.context;
  const { emails } = await createCalls(server, org);
  await inviteUser(org, { email: `invited@${org.id}.example.com`, role: "rep" });
  await org.createUser(emails.other, { active: false });
  await setSignInRole(org, emails.rep, null);
  const mails = await start(t);
  await createMailJob(server, mails)();
  t.deepEqual(listReceivers(mails, org), [emails.lead]);
});

const VIEWER = "{ viewer { weeklyMail } }";
const SET = "mutation ($wanted: Boolean!) { setWeeklyMail(wanted: $wanted) }";

test.serial("a user turns the mail off and on", async (t) => {
  const { server, org } = t.context;
  const { emails } = await createCalls(server, org);
  const [rep, lead] = [createConsoleSession(server), createConsoleSession(server)];
  await rep.signIn(emails.rep);
  await lead.signIn(emails.lead);
  const ask = async (query: string, variables = {}) =>
    (await rep.query(query, variables)).body.data;
  t.deepEqual(await ask(VIEWER), { viewer: { weeklyMail: true } });
  t.deepEqual(await ask(SET, { wanted: false }), { setWeeklyMail: false });
  t.deepEqual(await ask(VIEWER), { viewer: { weeklyMail: false } });
  t.deepEqual((await lead.query(VIEWER)).body.data, { viewer: { weeklyMail: true } });
  const mails = await start(t);
  const send = createMailJob(server, mails);
  await send();
  t.deepEqual(listReceivers(mails, org), [emails.lead, emails.other].toSorted());
  t.deepEqual(await ask(SET, { wanted: true }), { setWeeklyMail: true });
  await send();
  t.is(listReceivers(mails, org).length, 3);
  const { auditLog } = await org.graphql("{ auditLog(first: 2) { nodes { action email } } }");
  t.deepEqual(auditLog.nodes[0], { action: "account.weekly_mail_set", email: emails.rep });
});

test.serial("a server that sends no weekly mails shows no choice", async (t) => {
  const { server, org } = t.context;
  const { emails } = await createCalls(server, org);
  const rep = createConsoleSession(server);
  await rep.signIn(emails.rep);
  server.services.sendsWeeklyMails = false;
  t.deepEqual((await rep.query(VIEWER)).body.data, { viewer: { weeklyMail: null } });
  server.services.sendsWeeklyMails = true;
  t.deepEqual((await rep.query(VIEWER)).body.data, { viewer: { weeklyMail: true } });
});

test.serial("keys and tokens have no weekly mail", async (t) => {
  const { org } = t.context;
  t.deepEqual(await org.graphql(VIEWER), { viewer: { weeklyMail: null } });
  const { errors } = await org.sendGraphql(SET, { wanted: false });
  t.is(errors?.[0]?.extensions.code, "FORBIDDEN");
});
