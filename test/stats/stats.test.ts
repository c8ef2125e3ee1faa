import { fetchStats, fetchCounts, type StatEntry, createTeam } from "../helpers/stats/stats.js";
import { test } from "../helpers/suite.js";
import { createTemplate } from "../helpers/analysis/templates.js";

const ann = "ann@example.com";
const rep = "rep@example.com";

const buildUtterance = (role: string, text: string, start: number, end: number) => ({
  speaker: role,
  role,
  text,
  start,
  end,
});

test("a recording's metrics, reviews and counts match a manual computation", async (t) => {
  const { org } = t.context;
  const template = await createTemplate(org, "Greeted?", "Thanked?");
  const id = await org.createProcessed(
    {
      duration_ms: 120_000,
      transcript: [
        buildUtterance("client", "Hello", 0, 10_000),
        buildUtterance("rep", "How are you? Well?", 15_000, 45_000),
      ],
    },
    {
      closed: true,
      coaching: "Ask more.",
      tags: ["roof"],
      actionItems: [{ text: "Call" }, { text: "Write" }],
      templateId: template.id,
      process: { answers: [{ questionId: template.questions[1]!.id, yes: true }] },
    },
  );
  for (const durationMs of [1000, 2000])
    await org.graphql(
      `mutation ($id: ID!, $durationMs: Int!) {
        addReview(recordingId: $id, reviewerEmail: "rep@example.com", durationMs: $durationMs) { id }
      }`,
      { id, durationMs },
    );
  // Without a transcript, a recording counts in the average duration only.
  await org.createProcessed({ duration_ms: 0 }, { coaching: " \n\u00a0" });
  await org.createProcessed({ duration_ms: 0, transcript: [] });
  // Nor does what a transcript can't show: the rep's talk without the rep, and the switches with one speaker.
  const others = [
    buildUtterance("client", "Well", 0, 30_000),
    buildUtterance("other", "Why?", 30_000, 60_000),
  ];
  await org.createProcessed({ transcript: others });
  await org.createProcessed({ transcript: others.slice(0, 1) });
  const { stats, errors } = await fetchStats(org);
  t.deepEqual(errors, []);
  t.deepEqual(stats, [
    {
      email: rep,
      name: "Robin Rep",
      totalRecordings: 5,
      recordingsClosed: 1,
      avgRecordingDuration: 42_000,
      avgTalkTime: 30_000,
      avgTalkRatio: 0.75,
      avgWaitedToTalkAvg: 5000,
      avgTalkSpeed: 8,
      avgConversationSwitches: 1,
      avgSwitchesPerMinute: 0.75,
      avgQuestionsAsked: 2,
      avgProcessScore: 50,
      recordingsWithTranscript: 3,
      recordingsWithRep: 1,
      recordingsWithSwitches: 2,
      recordingsWithProcess: 1,
      recordingsWithCoaching: 1,
      recordingsWithActions: 1,
      totalActionItems: 2,
      reviewedCount: 1,
      totalReviews: 2,
      totalReviewMs: 3000,
      avgReviewMs: 1500,
      recordingsByTag: { roof: 1 },
      total: {
        recordingDuration: 210_000,
        talkTime: 30_000,
        talkRatio: 0.75,
        waitedToTalkAvg: 5000,
        talkSpeed: 8,
        conversationSwitches: 2,
        switchesPerMinute: 1.5,
        questionsAsked: 2,
        processScore: 50,
      },
      processQuestionBreakdown: template.questions.map(({ id: questionId, question }, index) => ({
        questionId,
        question,
        percentage: 100 * index,
        yesCount: index,
        totalCount: 1,
      })),
    },
  ]);
});

test("a call counts only once it is processed", async (t) => {
  const { org } = t.context;
  await org.ingestCall();
  t.deepEqual(await fetchCounts(org), [[rep, 0]]);
});

test("users are ordered by name, then e-mail; inactive ones need a recording to appear", async (t) => {
  const { org } = t.context;
  const names = { "z@example.com": "A", "b@example.com": "ｆ", "a@example.com": "𝒳", [ann]: "A" };
  for (const [email, name] of Object.entries(names)) await org.createUser(email, { name });
  await org.createUser("left@example.com", { name: "Left" });
  await org.createUser("silent@example.com", { name: "Left" });
  await org.createProcessed({ user_email: "left@example.com" });
  await org.createUser("left@example.com", { name: "Left", active: false });
  await org.createUser("silent@example.com", { name: "Left", active: false });
  t.deepEqual(await fetchCounts(org), [
    [ann, 0],
    ["z@example.com", 0],
    ["left@example.com", 1],
    [rep, 0],
    ["b@example.com", 0],
    ["a@example.com", 0],
  ]);
  t.deepEqual(await fetchCounts(org, { tag: "none", emails: "LEFT@example.com" }), []);
  t.deepEqual((await fetchStats(org, { emails: "silent@example.com" })).errors, []);
});

test("a team counts the recordings of its current members, active or not", async (t) => {
  const { org } = t.context;
  await org.createUser(ann, { name: "Ann" });
  for (const user_email of [ann, rep, rep]) await org.createProcessed({ user_email });
  const west = await createTeam(org, "West", ann, rep);
  const east = await createTeam(org, "East", rep);
  const empty = await createTeam(org, "Empty");
  await org.createUser(ann, { name: "Ann", active: false });
  const { stats } = await fetchStats(org, { groupBy: "team", teamIds: east });
  t.like(stats[0], { name: "East", teamId: east, email: null, totalRecordings: 2 });
  const byTeam = (more: Record<string, string> = {}) =>
    fetchCounts(org, { groupBy: "team", ...more });
  t.deepEqual(await byTeam(), [
    ["East", 2],
    ["Empty", 0],
    ["West", 3],
  ]);
  t.deepEqual(await byTeam({ teamIds: `${west},unknown,${empty}` }), [
    ["Empty", 0],
    ["West", 3],
  ]);
  t.deepEqual(await byTeam({ emails: ann }), [["West", 1]]);
  t.deepEqual(await byTeam({ emails: "nobody" }), []);
  t.deepEqual(await byTeam({ teamIds: "unknown" }), []);
  t.deepEqual(await fetchCounts(org, { teamIds: west }), [
    [ann, 1],
    [rep, 2],
  ]);
  t.deepEqual(await fetchCounts(org, { teamIds: east, emails: `${ann},${rep}` }), [[rep, 2]]);
  t.deepEqual(await fetchCounts(org, { teamIds: empty }), []);
});

test("unknown e-mails are reported once each, in the order sent", async (t) => {
  const { org } = t.context;
  const emails = "Nobody@x,REP@EXAMPLE.COM,else@x,NOBODY@X,rep@example.com,Else@x";
  const { stats, errors } = await fetchStats(org, { emails });
  t.deepEqual(
    stats.map(({ email }: StatEntry) => email),
    [rep],
  );
  t.deepEqual(errors, [
    { type: "email_not_found", value: "Nobody@x" },
    { type: "email_not_found", value: "else@x" },
  ]);
  t.deepEqual((await fetchStats(org, { emails: "nobody@x" })).stats, []);
});

test("another organization's users, teams, templates and recordings don't count", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant("Another organization");
  await other.createUser("theirs@example.com");
  const { id } = await createTemplate(other, "Greeted?");
  await other.createProcessed(
    { user_email: "theirs@example.com" },
    { templateId: id, tags: ["a"] },
  );
  const theirs = await createTeam(other, "Theirs", "theirs@example.com");
  t.deepEqual(await fetchCounts(org), [[rep, 0]]);
  t.deepEqual(await fetchCounts(org, { tag: "a", aiTemplate: id }), [[rep, 0]]);
  t.deepEqual(await fetchCounts(org, { groupBy: "team", teamIds: theirs }), []);
  t.like(await fetchStats(org, { emails: "theirs@example.com" }), {
    stats: [],
    errors: { length: 1 },
  });
});
