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
  WEEK_BEFORE,
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

const HOME = "https://debrief.example.com";

const setTime = ({ clock }: TestServer, time: string): void => {
  clock.time = Date.parse(time);
};

/** Creates the team and its calls: of two weeks for the rep, and of one for the other rep. */
const createWeeks = async (server: TestServer, org: Tenant) => {
  setTime(server, WEEK_BEFORE);
  const { emails, id } = await createTeam(server, org);
  const scorecard = await createScorecard(org);
  await createScoredCall(org, emails.rep, scorecard, { score: 0 });
  setTime(server, LAST_WEEK);
  const call = await createScoredCall(org, emails.rep, scorecard, {
    score: 50,
    call: { duration_ms: 754_000, customer: { id: "c1", name: "Anna Adler" } },
    analysis: {
      coaching: "**What went well**\n- A warm start.\n\n**To try**\n- [1:05] Ask for the budget.",
      actionItems: [{ text: "Send the offer", due: "2026-03-06" }],
      closed: true,
    },
  });
  await createScoredCall(org, emails.other, scorecard, { score: 100 });
  return { emails, teamId: id, call };
};

test.serial("a manager gets the week of the team, and a rep their own", async (t) => {
  const { server, org } = t.context;
  const { emails, call } = await createWeeks(server, org);
  await pushAppointment(org, {
    event_id: "missed",
    user_email: emails.rep,
    start_time: "2026-02-24T10:00:00Z",
  });
  await closeWindowsAt(server, org, "2026-02-28T10:00:00Z");
  await addComment(org, call, { authorEmail: emails.lead, text: "Nice." });
  setTime(server, MONDAY);
  await createMailJob(server, mails)();
  const sent = Object.fromEntries(listMails(mails, org).map((mail) => [mail.to, mail]));
  t.deepEqual(Object.keys(sent).toSorted(), [emails.lead, emails.rep, emails.other].toSorted());
  const settings = `To get no more of these mails, turn them off under “Your account”:\n${HOME}/settings`;
  t.is(sent[emails.lead]!.subject, "Your team’s week: 1 call, score 50 (+50)");
  t.is(
    sent[emails.lead]!.text.trim(),
    `Your team, 2026-02-23 to 2026-03-01, against the week before
- Calls: 1 (unchanged)
  ${HOME}/team?week=2026-02-23
- Score: 50 (+50)
- Closed: 100 % (+100)

Reps
- rep: 1 call, score 50 (+50)
  ${HOME}/reps/${encodeURIComponent(emails.rep)}

Worth hearing
- Anna Adler · rep · best score: 50
  ${HOME}/recordings/${call}

Open
- 1 visit of the week without a recording
  ${HOME}/appointments?matchStatus=missed&from=2026-02-23&to=2026-03-01
- 1 open comment
  ${HOME}/comments

${settings}`,
  );
  t.is(sent[emails.rep]!.subject, "Your week: 1 call, score 50 (+50)");
  t.is(
    sent[emails.rep]!.text.trim(),
    `Your week, 2026-02-23 to 2026-03-01
- Calls: 1
  ${HOME}/my-week
- Score, against the four weeks before: 50 (+50)

One thing to try
- 1:05 Ask for the budget. (Anna Adler)
  ${HOME}/recordings/${call}#t=65

Next steps
- Send the offer (Anna Adler, due 2026-03-06)
  ${HOME}/recordings/${call}

Comments
- 1 comment to answer
  ${HOME}/comments

${settings}`,
  );
  t.is(sent[emails.other]!.subject, "Your week: 1 call, score 100");
  for (const { html } of Object.values(sent)) {
    t.notRegex(html, /<(?!\/?(?:html|body|p|strong|ul|li|a)\b|!doctype)/);
    t.deepEqual(
      [...html.matchAll(/\s(?:src|href|style)="([^"]*)"/g)].filter(
        ([, url]) => !url!.startsWith(`${HOME}/`),
      ),
      [],
    );
  }
});

test.serial("without calls and open work, there is no mail", async (t) => {
  const { server, org } = t.context;
  setTime(server, LAST_WEEK);
  await createTeam(server, org);
  setTime(server, MONDAY);
  await createMailJob(server, mails)();
  t.deepEqual(listMails(mails, org), []);
  t.deepEqual(
    await server.services.db("weekly_mails").where("organization_id", org.id).pluck("status"),
    ["nothing", "nothing", "nothing"],
  );
});

const WINDOW = [
  // Monday at six in the morning, until Tuesday at six in the evening, in the zone.
  ["UTC", "2026-03-02T05:59:59Z", 0],
  ["UTC", "2026-03-02T06:00:00Z", 3],
  ["UTC", "2026-03-03T17:59:00Z", 3],
  ["UTC", "2026-03-03T18:00:00Z", 0],
  ["UTC", "2026-03-01T12:00:00Z", 0],
  ["Europe/Berlin", "2026-03-02T04:59:00Z", 0],
  ["Europe/Berlin", "2026-03-02T05:00:00Z", 3],
  ["America/Los_Angeles", "2026-03-02T13:59:00Z", 0],
  ["America/Los_Angeles", "2026-03-02T14:00:00Z", 3],
  ["Pacific/Auckland", "2026-03-01T17:00:00Z", 3],
] as const;

for (const [timeZone, time, count] of WINDOW)
  test.serial(`at ${time}, ${count} mails go out in ${timeZone}`, async (t) => {
    const { server, org } = t.context;
    await createWeeks(server, org);
    setTime(server, time);
    await createMailJob(server, mails, { timeZone })();
    t.is(listMails(mails, org).length, count);
  });

test.serial("a call belongs to the week of the zone", async (t) => {
  const { server, org } = t.context;
  setTime(server, WEEK_BEFORE);
  const { emails } = await createTeam(server, org);
  const scorecard = await createScorecard(org);
  // Monday in Auckland, Sunday in UTC.
  setTime(server, "2026-03-01T16:00:00Z");
  await createScoredCall(org, emails.rep, scorecard, { score: 100 });
  setTime(server, "2026-03-02T06:00:00Z");
  await createMailJob(server, mails, { timeZone: "Pacific/Auckland" })();
  t.deepEqual(listMails(mails, org), []);
});
