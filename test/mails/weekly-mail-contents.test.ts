import { addComment } from "../helpers/comments/comments.js";
import { closeWindowsAt } from "../helpers/appointments/close-windows.js";
import { createSuite } from "../helpers/create-suite.js";
import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import { createTeam } from "../helpers/sign-in/team.js";
import { type MailServer, startMailServer } from "../helpers/sign-in/mail-server.js";
import { startServer, type Tenant, type TestServer } from "../helpers/server.js";
import {
  createMailJob,
  createScorecard,
  createScoredCall,
  LAST_WEEK,
  listMails,
  MONDAY,
} from "../helpers/mails/weekly-mails.js";

let mails: MailServer;

const test = createSuite<TestServer>(async () => {
  mails = await startMailServer();
  const server = await startServer();
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await mails.stop();
    },
  };
});

const UPSERT_TEAM = "mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }";
const RENAME = "mutation ($input: UserInput!) { upsertUser(input: $input) { email } }";

const send = async (server: TestServer, org: Tenant) => {
  server.clock.time = Date.parse(MONDAY);
  await createMailJob(server, mails)();
  return Object.fromEntries(listMails(mails, org).map((mail) => [mail.to, mail]));
};

/** Creates a call, a missed visit, an action item and a comment, each with the word in all its texts. */
const createWork = async (
  org: Tenant,
  email: string,
  word: string,
  scorecard: Awaited<ReturnType<typeof createScorecard>>,
): Promise<string> => {
  await org.graphql(RENAME, { input: { email, name: `${word}name` } });
  const call = await createScoredCall(org, email, scorecard, {
    score: 50,
    call: { duration_ms: 60_000, customer: { id: word, name: `${word}client` } },
    analysis: {
      name: `${word}call`,
      coaching: `Try ${word}try.`,
      actionItems: [{ text: `${word}step` }],
    },
  });
  await pushAppointment(org, {
    event_id: `${word}visit`,
    user_email: email,
    title: `${word}title`,
    start_time: "2026-02-24T10:00:00Z",
  });
  await addComment(org, call, { authorEmail: email, text: `${word}note` });
  await addComment(org, call, {
    authorEmail: `admin-${org.id}@example.com`,
    text: `${word}comment`,
  });
  return call;
};

test.serial("a manager's mail has only their teams, and a rep's only the rep's own", async (t) => {
  const { server, org } = t.context;
  server.clock.time = Date.parse(LAST_WEEK);
  const { emails } = await createTeam(server, org);
  const admin = `admin-${org.id}@example.com`;
  // The lead is a member of a team that another user leads.
  await org.graphql(UPSERT_TEAM, {
    input: {
      name: "South",
      members: [{ email: emails.other }, { email: emails.lead }],
      leads: [admin],
    },
  });
  const scorecard = await createScorecard(org);
  const words = { rep: "qqrep", other: "qqother", lead: "qqlead", admin: "qqadmin" };
  const calls: Record<string, string> = {};
  for (const [who, word] of Object.entries(words)) {
    const email = who === "admin" ? admin : emails[who as keyof typeof emails];
    calls[who] = await createWork(org, email, word, scorecard);
  }
  await closeWindowsAt(server, org, "2026-02-28T10:00:00Z");
  const sent = await send(server, org);
  const expected = {
    [emails.rep]: ["rep"],
    [emails.other]: ["other"],
    // Not the lead's own calls: their team is led by the admin.
    [emails.lead]: ["rep"],
    [admin]: ["other", "lead"],
  };
  t.deepEqual(Object.keys(sent).toSorted(), Object.keys(expected).toSorted());
  for (const [email, visible] of Object.entries(expected)) {
    const { subject, text, html } = sent[email]!;
    for (const part of [text, html])
      for (const [who, word] of Object.entries(words)) {
        const isVisible = visible.includes(who);
        t.is(part.includes(word), isVisible, `${who} in the mail to ${email}`);
        t.is(part.includes(calls[who]!), isVisible, `${who}'s call to ${email}`);
      }
    const count = visible.length;
    t.regex(subject, new RegExp(`: ${count} calls?, score 50$`));
    const isLead = email === emails.lead || email === admin;
    t.regex(
      text,
      isLead ? new RegExp(`- ${2 * count} open comments?\n`) : /- 1 comment to answer\n/,
    );
    if (isLead) t.regex(text, new RegExp(`- ${count} visits? of the week without`));
  }
});

test.serial("a rep who leads a team gets their own week only", async (t) => {
  const { server, org } = t.context;
  server.clock.time = Date.parse(LAST_WEEK);
  const { emails } = await createTeam(server, org);
  await org.graphql(UPSERT_TEAM, {
    input: { name: "South", members: [{ email: emails.rep }], leads: [emails.other] },
  });
  const scorecard = await createScorecard(org);
  await createWork(org, emails.rep, "qqrep", scorecard);
  await createWork(org, emails.other, "qqother", scorecard);
  const { text } = (await send(server, org))[emails.other]!;
  t.regex(text, /^Your week,/);
  t.true(text.includes("qqother"));
  t.false(text.includes("qqrep"));
});

const HOSTILE =
  '<img src=x onerror=alert(1)>"\'&\r\nBcc: victim@example.com\r\n\r\n<a href="https://evil.example.com">Sign in</a>\u2028\u202e\u0007https://evil.example.com/';

test.serial("hostile names stay on their line, as text", async (t) => {
  const { server, org } = t.context;
  server.clock.time = Date.parse(LAST_WEEK);
  const { emails } = await createTeam(server, org);
  const scorecard = await createScorecard(org);
  await org.graphql(RENAME, { input: { email: emails.rep, name: HOSTILE } });
  const hostile = {
    analysis: {
      name: HOSTILE,
      coaching: `Try [this](https://evil.example.com) ${HOSTILE}`,
      actionItems: [{ text: HOSTILE, due: "2026-03-06" }],
    },
  };
  await createScoredCall(org, emails.rep, scorecard, {
    score: 100,
    call: { duration_ms: 60_000, customer: { id: "c1", name: HOSTILE } },
    ...hostile,
  });
  await createScoredCall(org, emails.rep, scorecard, { score: 0, ...hostile });
  const sent = await send(server, org);
  t.deepEqual(Object.keys(sent).toSorted(), [emails.lead, emails.rep].toSorted());
  for (const { from, to, raw } of mails.received.filter((mail) => mail.to[0]!.includes(org.id))) {
    t.deepEqual([from, to.length], ["calls@debrief.example.com", 1]);
    const [headers] = raw.split("\r\n\r\n");
    t.notRegex(headers!, /^bcc:|victim|evil/im);
  }
  for (const { text, html } of Object.values(sent)) {
    t.true(text.includes("<img src=x onerror=alert(1)>\"'& Bcc: victim@example.com"));
    // Each line is one of ours: a title, an entry, a link, or empty.
    for (const line of text.trim().split("\n"))
      t.regex(
        line,
        /^(?:Your (?:week|team), 2026-\S+ to .*|Reps|Worth hearing|One thing to try|Next steps|Open|Comments|- .*|  https:\/\/debrief\.example\.com\/.*|https:\/\/debrief\.example\.com\/settings|To get no more .*|)$/,
      );
    t.notRegex(text, /[^\n\P{C}]|\u2028/u);
    t.deepEqual(
      [...html.matchAll(/<([^>\s]+)[^>]*>/g)]
        .map(([, tag]) => tag)
        .filter((tag) => !/^(?:!doctype|\/?(?:html|body|p|strong|ul|li|a))$/.test(tag!)),
      [],
    );
    for (const [, url] of html.matchAll(/href="([^"]*)"/g))
      t.true(url!.startsWith("https://debrief.example.com/"), url);
    t.true(
      html.includes("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp; Bcc: victim@example.com"),
    );
  }
});

test.serial(
  "the mail of a large team has its first reps, and the number of the others",
  async (t) => {
    const { server, org } = t.context;
    server.clock.time = Date.parse(LAST_WEEK);
    const { emails, id } = await createTeam(server, org);
    const scorecard = await createScorecard(org);
    const members: { email: string }[] = [];
    for (let n = 10; n < 60; n += 1)
      members.push({
        email: await org.createUser(`${"&".repeat(n < 30 ? 900 : 40)}${n}@${org.id}.example.com`, {
          name: `rep ${n} ${'"'.repeat(900)}`,
        }),
      });
    await org.graphql(UPSERT_TEAM, {
      input: { id, name: "North", members: [...members, { email: emails.rep }] },
    });
    await createScoredCall(org, members[0]!.email, scorecard, { score: 100 });
    const { text } = (await send(server, org))[emails.lead]!;
    t.is(text.match(/^- rep/gm)?.length, 40);
    t.regex(text, /^- 11 more reps$/m);
  },
);
