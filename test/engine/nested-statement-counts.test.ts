import { createFullRecordings, sendMutations } from "../helpers/recordings/bulk-recordings.js";
import { dialect } from "../helpers/engine/database.js";
import { countStatements } from "../helpers/engine/count-statements.js";
import { test } from "../helpers/own-paused-suite.js";
import { createTemplate } from "../helpers/analysis/templates.js";
import { createTeam } from "../helpers/stats/stats.js";
import { createTracker, searchTrackers } from "../helpers/trackers/trackers.js";

const RECORDINGS = `query ($first: Int) {
  page: recordings(first: $first) {
    nodes {
      id userEmail eventId tags
      user { name } client { name } match { method }
      appointment { id customer { id } client { name } }
      template { name questions { question } }
      actionItems { text }
      process { total answers { question yes } }
      transcript { speaker text }
      metrics { talkTime }
    }
  }
}`;

// The token, the page, and one each for users, clients, appointments, templates, their questions,
// action items, answers, tags and transcripts.
const RECORDINGS_COST = 11;

test.serial("a page of 1 or 100 complete recordings costs 11 statements", async (t) => {
  const { org, server } = t.context;
  await createFullRecordings(org, { from: 0, to: 100 }, await createTemplate(org, "One?", "Two?"));
  for (const first of [1, 25, 100]) {
    const { count, result } = await countStatements(server, () =>
      org.graphql(RECORDINGS, { first }),
    );
    t.is(result.page.nodes.length, first);
    t.is(count, RECORDINGS_COST);
  }
  const { page } = await org.graphql(RECORDINGS, { first: 100 });
  // Loaders must assign each row its own values.
  for (const [index, node] of page.nodes.entries()) {
    const number = 99 - index;
    t.like(node, {
      userEmail: `u${number}@example.com`,
      eventId: `e-${number}`,
      tags: ["a", "b"],
      user: { name: `U${number}` },
      client: { name: `C${number}` },
      appointment: { customer: { id: `c-${number}` }, client: { name: `C${number}` } },
      template: { name: "Visit", questions: [{ question: "One?" }, { question: "Two?" }] },
      process: { total: 2 },
      transcript: [{ speaker: `U${number}` }, { speaker: `C${number}` }],
    });
    t.is(node.actionItems.length, 2);
  }
});

const APPOINTMENTS = `query ($first: Int) {
  page: appointments(first: $first) {
    nodes { id userEmail matchStatus client { name } recording { id tags user { name } } }
  }
}`;

test.serial("a page of appointments with their recordings costs 6 statements", async (t) => {
  const { org, server } = t.context;
  await createFullRecordings(org, { from: 0, to: 60 }, await createTemplate(org, "One?"));
  for (const first of [1, 60]) {
    const { count, result } = await countStatements(server, () =>
      org.graphql(APPOINTMENTS, { first }),
    );
    t.is(result.page.nodes.length, first);
    // The token, the page, clients, recordings, tags and users.
    t.is(count, 6);
  }
});

const CLIENTS = `query ($first: Int) {
  page: clients(first: $first) { nodes { name recordings(first: 2) { nodes { id tags } hasMore } } }
}`;

test.serial("a page of clients with their recordings costs 4 statements", async (t) => {
  const { org, server } = t.context;
  const calls = (await sendMutations(
    org,
    Array.from(
      { length: 180 },
      (_, n) => `ingestCall(input: {
        callId: "n-${n}", userEmail: "rep@example.com", startedAt: "2026-03-02T10:00:00Z"
        customer: { id: "c-${n % 60}" }
      }) { id }`,
    ),
  )) as { id: string }[];
  await sendMutations(
    org,
    calls.map(
      ({ id }) =>
        `completeAnalysis(recordingId: "${id}", input: { summary: "S", tags: ["t"] }) { id }`,
    ),
  );
  for (const first of [1, 40, 60]) {
    const { count, result } = await countStatements(server, () => org.graphql(CLIENTS, { first }));
    t.is(result.page.nodes.length, first);
    for (const { recordings } of result.page.nodes) {
      t.is(recordings.nodes.length, 2);
      t.true(recordings.hasMore);
      t.deepEqual(recordings.nodes[0].tags, ["t"]);
    }
    // The token, the page, the recordings of all clients, and their tags.
    t.is(count, 4, `for ${first} clients`);
  }
});

for (const [list, buildMutation, query, lengths] of [
  [
    "teams with their members",
    (n: number) => `upsertTeam(input: {
      name: "Team ${n}", members: [{ email: "rep@example.com" }]
    }) { id }`,
    "{ list: teams { name members { email } } }",
    [1, 100, 120],
  ],
  [
    "templates with their questions",
    (n: number) => `upsertTemplate(input: {
      name: "Template ${n}", questions: [{ question: "Is it?" }]
    }) { id }`,
    "{ list: templates { name questions { question } } }",
    [1, 40, 50],
  ],
] as const)
  test.serial(`a list of ${list} costs 3 statements`, async (t) => {
    const { org, server } = t.context;
    for (const length of lengths) {
      const existing = (await org.graphql(query)).list.length;
      await sendMutations(
        org,
        Array.from({ length: length - existing }, (_, n) => buildMutation(existing + n)),
      );
      const { count, result } = await countStatements(server, () => org.graphql(query));
      t.is(result.list.length, length);
      t.is(count, 3, `for ${length}`);
    }
  });

const TRACKED_CALLS = `{
  list: trackedCalls(from: "2026-01-01", to: "2026-12-31", groupBy: team) {
    calls weeks { calls } tracker { name } team { name members { email } leads { email } }
  }
}`;

test.serial(
  "the calls of any number of trackers and teams cost a fixed number of statements",
  async (t) => {
    const { org, server } = t.context;
    const transcript = [{ speaker: "A", role: "client", text: "The price?", start: 0, end: 2_000 }];
    // The token, the trackers, members and leads. SQLite's long read has its own connection; PostgreSQL's snapshot costs
    // three statements, and the teams, their members' ids and the counts one each.
    const cost = dialect === "postgres" ? 10 : 4;
    let created = 0;
    for (const teams of [1, 12]) {
      for (; created < teams; created += 1) {
        const email = await org.createUser(`u${created}@example.com`);
        await org.createProcessed({ call_id: `c-${created}`, user_email: email, transcript });
        await createTeam(org, `Team ${created}`, email);
        await createTracker(org, ["price"], { name: `Price ${created}` });
      }
      await searchTrackers(server, org);
      const { count, result } = await countStatements(server, () => org.graphql(TRACKED_CALLS));
      t.is(result.list.length, teams ** 2);
      t.is(count, cost, `for ${teams} teams`);
    }
  },
);
