import { createTeam } from "../helpers/stats/stats.js";
import { createWebhook, listDeliveries } from "../helpers/webhooks/deliveries.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { redactTranscripts } from "../../db/recordings/transcript.js";
import { test } from "../helpers/suite.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import {
  createTracker,
  loadHits,
  searchTrackers,
  upsertTracker,
} from "../helpers/trackers/trackers.js";

const line = (role: string, text: string, start: number) => ({
  speaker: role,
  role,
  text,
  start,
  end: start + 2_000,
});

const CALL = [
  line("rep", "The price is nine thousand.", 0),
  line("client", "That is far too expensive.", 60_000),
  line("rep", "Our prices include the warranty. Shall we look at the price again?", 120_000),
  line("client", "No price will do.", 600_000),
];

const createCall = (org: Tenant, call: object = {}): Promise<string> =>
  org.createProcessed({ transcript: CALL, ...call });

test("a tracker is found in earlier and later calls, with its quote and time", async (t) => {
  const { server, org } = t.context;
  const earlier = await createCall(org, { call_id: "earlier" });
  const tracker = await createTracker(org, ["price"]);
  const later = await createCall(org, { call_id: "later" });
  await searchTrackers(server, org);
  const expected = [
    [0, "rep", "The price is nine thousand."],
    [120_000, "rep", "Our prices include the warranty."],
    [121_394, "rep", "Shall we look at the price again?"],
    [600_000, "client", "No price will do."],
  ] as const;
  for (const id of [earlier, later]) {
    const hits = await loadHits(org, id);
    t.deepEqual(
      hits.map(({ role, quote }) => [role, quote]),
      expected.map(([, role, quote]) => [role, quote]),
    );
    for (const [index, hit] of hits.entries()) {
      const [start] = expected[index]!;
      t.true(hit.start >= start && hit.start < start + 2_000, `${hit.start} is not near ${start}`);
      t.like(hit, { tracker: { id: tracker }, phrase: "price", score: 100 });
    }
  }
});

test("a call names each tracker that was found once, by its first place", async (t) => {
  const { server, org } = t.context;
  const id = await createCall(org);
  const second = await createTracker(org, ["no price will"], { name: "A" });
  const first = await createTracker(org, ["price"], { name: "B" });
  await createTracker(org, ["helicopter"], { name: "C" });
  await searchTrackers(server, org);
  const load = async () =>
    (await org.graphql(`{ recordings { nodes { id trackers { id } } } }`)).recordings.nodes;
  t.deepEqual(await load(), [{ id, trackers: [{ id: first }, { id: second }] }]);
  await org.graphql(`mutation { deleteTracker(id: "${first}") }`);
  t.deepEqual(await load(), [{ id, trackers: [{ id: second }] }]);
});

const counts: [what: string, input: object, starts: number[]][] = [
  ["the rep's words", { saidBy: "rep" }, [0, 120_000, 121_000]],
  ["the client's words", { saidBy: "client" }, [600_000]],
  ["the first minutes", { part: "start", minutes: 1 }, [0]],
  ["the last minutes", { part: "end", minutes: 5 }, [600_000]],
];

for (const [what, input, starts] of counts)
  test(`a tracker can look at ${what} only`, async (t) => {
    const { server, org } = t.context;
    const id = await createCall(org);
    await createTracker(org, ["price"], input);
    await searchTrackers(server, org);
    const hits = await loadHits(org, id);
    t.deepEqual(
      hits.map(({ start }) => Math.floor(start / 1_000) * 1_000),
      starts,
    );
  });

test("a changed tracker is looked for again, and a deleted one is gone with its hits", async (t) => {
  const { server, org } = t.context;
  const id = await createCall(org);
  const tracker = await createTracker(org, ["warranty"]);
  await searchTrackers(server, org);
  t.is((await loadHits(org, id)).length, 1);
  const renamed = await upsertTracker(org, { id: tracker, name: "Guarantee" });
  t.like(renamed, { phrases: ["warranty"], progress: null }, "another name finds the same");
  const changed = await upsertTracker(org, { id: tracker, phrases: ["expensive", "nine"] });
  t.like(changed, { name: "Guarantee", progress: { done: 0, total: 0 } });
  await searchTrackers(server, org);
  t.deepEqual(
    (await loadHits(org, id)).map(({ phrase }) => phrase),
    ["nine", "expensive"],
  );
  await org.graphql(`mutation { deleteTracker(id: "${tracker}") }`);
  t.deepEqual(await loadHits(org, id), []);
  await searchTrackers(server, org);
  const { db } = server.services;
  t.deepEqual(await db("trackers").where("organization_id", org.id), []);
  t.deepEqual(await db("tracker_hits").where("organization_id", org.id), []);
});

const CORRECT = `mutation ($id: ID!, $expectedText: String!, $text: String!) {
  correctUtterance(recordingId: $id, index: 0, expectedText: $expectedText, text: $text) { id } }`;

test("a correction takes away what is no longer said, at once", async (t) => {
  const { server, org } = t.context;
  const id = await createCall(org);
  await createTracker(org, ["price", "prize"]);
  await searchTrackers(server, org);
  const texts = { expectedText: CALL[0]!.text, text: "The prize is nine thousand." };
  await org.graphql(CORRECT, { id, ...texts });
  t.deepEqual(await loadHits(org, id), []);
  await searchTrackers(server, org);
  const [first, ...others] = await loadHits(org, id);
  t.like(first, { quote: texts.text, phrase: "prize" });
  t.is(others.length, 3);
  await org.graphql(`mutation { undoTranscriptCorrections(recordingId: "${id}") { id } }`);
  await searchTrackers(server, org);
  t.like((await loadHits(org, id))[0], { quote: texts.expectedText, phrase: "price" });
});

const loadEvents = async (org: Tenant) => {
  const { body } = await org.get("/v1/events?type=tracker.hit");
  return body.events.map(({ payload }: { payload: string }) => JSON.parse(payload).data);
};

test("a new call sends tracker.hit once for each tracker, an earlier one never", async (t) => {
  const { server, org } = t.context;
  await createWebhook(org, "http://127.0.0.1:9/", { events: ["tracker.hit"] });
  await createCall(org, { call_id: "earlier" });
  const price = await createTracker(org, ["price"], { name: "Price" });
  await createTracker(org, ["financing"], { name: "Financing" });
  await searchTrackers(server, org);
  t.deepEqual(await loadEvents(org), []);
  const id = await createCall(org, { call_id: "new" });
  await searchTrackers(server, org);
  const [event, ...others] = await loadEvents(org);
  t.deepEqual(others, []);
  t.like(event, {
    trackerId: price,
    trackerName: "Price",
    hits: 4,
    recordingId: id,
    userEmail: "rep@example.com",
  });
  t.notRegex(JSON.stringify(event), /nine thousand/, "the words stay in the call");
  await org.graphql(
    `mutation { completeAnalysis(recordingId: "${id}", input: { summary: "" }) { id } }`,
  );
  await searchTrackers(server, org);
  t.is((await loadEvents(org)).length, 1, "another analysis sends none");
  t.is((await loadHits(org, id)).length, 4);
});

test("recordings are filtered by a tracker, alone and with other filters", async (t) => {
  const { server, org } = t.context;
  await org.createUser("other@example.com");
  const ids = [];
  for (const number of [1, 2, 3]) ids.push(await createCall(org, { call_id: `${number}` }));
  const theirs = await createCall(org, { call_id: "theirs", user_email: "other@example.com" });
  const transcript = [line("rep", "Good morning.", 0)];
  await org.createProcessed({ call_id: "without", transcript }, { tags: ["hot"] });
  const tagged = await org.createProcessed(
    { call_id: "tagged", transcript: CALL },
    { tags: ["hot"] },
  );
  const tracker = await createTracker(org, ["price"]);
  await searchTrackers(server, org);
  const query = `query ($filter: RecordingFilter, $since: RecordingSince, $after: String, $first: Int) {
    recordings(filter: $filter, since: $since, after: $after, first: $first) { nodes { id } nextCursor } }`;
  const list = async (filter: object, more: object = {}) => {
    const { recordings } = await org.graphql(query, {
      filter: { trackerId: tracker, ...filter },
      ...more,
    });
    return recordings as { nodes: { id: string }[]; nextCursor: string | null };
  };
  const idsOf = async (filter: object, more?: object) =>
    (await list(filter, more)).nodes.map(({ id }) => id);
  const newest = [tagged, theirs, ...ids.toReversed()];
  t.deepEqual(await idsOf({}), newest);
  const page = await list({}, { first: 2 });
  t.deepEqual(
    page.nodes.map(({ id }) => id),
    newest.slice(0, 2),
  );
  t.deepEqual(await idsOf({}, { after: page.nextCursor }), newest.slice(2));
  t.deepEqual(await idsOf({ userEmail: "other@example.com" }), [theirs]);
  t.deepEqual(await idsOf({ tag: "hot" }), [tagged]);
  t.deepEqual(
    await idsOf({ search: "warranty" }, {}).then((found) => found.toSorted()),
    newest.toSorted(),
  );
  t.deepEqual(await idsOf({}, { since: { updated: "2020-01-01" } }), newest.toReversed());
  t.deepEqual(await idsOf({ trackerId: server.services.newId() }), []);
});

const count = (calls: number, email: string) => ({
  calls,
  tracker: { name: "Price" },
  user: { email },
});

test("calls are counted by tracker and rep, within what the caller sees", async (t) => {
  const { server, org } = t.context;
  const own = await org.createUser("own@example.com");
  for (const number of [1, 2]) await createCall(org, { call_id: `${number}` });
  const seen = await createCall(org, { call_id: "own", user_email: own });
  await createTracker(org, ["price"], { name: "Price" });
  await searchTrackers(server, org);
  const query = `{ trackedCalls(from: "2026-01-01", to: "2026-12-31") { calls tracker { name } user { email } } }`;
  const { trackedCalls } = await org.graphql(query);
  t.deepEqual(
    trackedCalls.toSorted(
      (one: { calls: number }, other: { calls: number }) => other.calls - one.calls,
    ),
    [count(2, "rep@example.com"), count(1, own)],
  );
  const rep = await signInAs(server, org, own, "rep");
  t.deepEqual((await rep.query(query)).body.data.trackedCalls, [count(1, own)]);
  const list = await rep.query("{ recordings { nodes { id trackerHits { quote } } } }");
  t.deepEqual(
    list.body.data.recordings.nodes.map(({ id }: { id: string }) => id),
    [seen],
  );
});

const TEAM_CALLS = `query ($groupBy: StatsGroup, $teamIds: [ID!]) {
  trackedCalls(from: "2026-01-01", to: "2026-12-31", groupBy: $groupBy, teamIds: $teamIds) {
    calls weeks { calls } tracker { name } user { email } team { id name }
  }
}`;

/** Creates three calls of three users with "price", and lets a manager lead the first user's team. */
const createTeamCalls = async ({ server, org }: { server: SharedServer; org: Tenant }) => {
  const lead = await org.createUser(`lead-${org.id}@example.com`);
  const emails = ["a@example.com", "b@example.com", "c@example.com"] as const;
  for (const email of emails) {
    await org.createUser(email);
    await createCall(org, { call_id: email, user_email: email });
  }
  const [a, b] = emails;
  const teams = {
    north: await createTeam(org, "North", a),
    south: await createTeam(org, "South", a, b),
    empty: await createTeam(org, "Empty"),
  };
  await org.graphql(`mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`, {
    input: { id: teams.north, name: "North", members: [{ email: a }], leads: [lead] },
  });
  const tracker = await createTracker(org, ["price"], { name: "Price" });
  await searchTrackers(server, org);
  return { teams, tracker, a, b, lead: await signInAs(server, org, lead, "manager") };
};

interface CountedGroup {
  calls: number;
  weeks: object[];
  user: { email: string } | null;
  team: { name: string } | null;
}

const summarize = ({ trackedCalls }: { trackedCalls: CountedGroup[] }) =>
  trackedCalls
    .map(({ calls, user, team }) => [(user?.email ?? team?.name)!, calls] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

test("calls are counted by team: those of its present members, and none of an unknown team", async (t) => {
  const { org } = t.context;
  const { teams, a, b } = await createTeamCalls(t.context);
  const count = async (variables: object) => summarize(await org.graphql(TEAM_CALLS, variables));
  t.deepEqual(await count({ groupBy: "team" }), [
    ["North", 1],
    ["South", 2],
  ]);
  const { trackedCalls } = await org.graphql(TEAM_CALLS, { groupBy: "team" });
  const south = trackedCalls.find(({ calls }: CountedGroup) => calls === 2);
  t.like(south, { user: null, team: { id: teams.south }, weeks: [{ calls: 2 }] });
  t.is(south.weeks.length, 1, "the calls of two reps in a week are added");
  t.is((await count({})).length, 3);
  t.deepEqual(await count({ groupBy: null }), await count({ groupBy: "user" }));
  t.deepEqual(await count({ groupBy: "team", teamIds: [teams.south, teams.empty] }), [
    ["South", 2],
  ]);
  t.deepEqual(await count({ teamIds: [teams.south] }), [
    [a, 1],
    [b, 1],
  ]);
  for (const groupBy of ["user", "team"]) {
    t.deepEqual(await count({ groupBy, teamIds: ["unknown"] }), []);
    t.deepEqual(await count({ groupBy, teamIds: [teams.empty] }), [], "it has no members");
    t.deepEqual(await count({ groupBy, teamIds: [] }), await count({ groupBy }));
  }
  await org.graphql(`mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`, {
    input: { id: teams.south, name: "South", members: [{ email: b }] },
  });
  t.deepEqual(
    await count({ groupBy: "team" }),
    [
      ["North", 1],
      ["South", 1],
    ],
    "who has left a team takes their calls with them",
  );
});

test("a manager counts the calls of the teams that they lead", async (t) => {
  const { teams, a, lead } = await createTeamCalls(t.context);
  const count = async (variables: object) =>
    summarize((await lead.query(TEAM_CALLS, variables)).body.data);
  t.deepEqual(await count({ groupBy: "team" }), [["North", 1]]);
  t.deepEqual(await count({ groupBy: "team", teamIds: [teams.south] }), []);
  t.deepEqual(await count({ teamIds: [teams.south] }), [], "also of a member of both");
  t.deepEqual(await count({ teamIds: [teams.north] }), [[a, 1]]);
});

const listReps = ({ recordings }: { recordings: { nodes: { user: { email: string } }[] } }) =>
  recordings.nodes.map(({ user }) => user.email).toSorted();

test("recordings are filtered by a team, within what the caller sees", async (t) => {
  const { org } = t.context;
  const { teams, tracker, a, b, lead } = await createTeamCalls(t.context);
  const query = `query ($filter: RecordingFilter) {
    recordings(filter: $filter) { nodes { user { email } } } }`;
  const list = async (filter: object) => listReps(await org.graphql(query, { filter }));
  for (const more of [{}, { trackerId: tracker }, { search: "warranty" }]) {
    t.deepEqual(await list({ ...more, teamId: teams.south }), [a, b]);
    t.deepEqual(await list({ ...more, teamId: teams.empty }), []);
    t.deepEqual(await list({ ...more, teamId: "unknown" }), []);
    const ofLead = async (teamId: string) =>
      listReps((await lead.query(query, { filter: { ...more, teamId } })).body.data);
    t.deepEqual(await ofLead(teams.north), [a]);
    t.deepEqual(await ofLead(teams.south), []);
  }
  t.deepEqual(await list({ teamId: teams.south, userEmail: b }), [b]);
});

test("calls are counted by week, from the start of the time", async (t) => {
  const { server, org } = t.context;
  const days = ["2026-02-02", "2026-02-08", "2026-02-09", "2026-02-23"];
  for (const day of days)
    await createCall(org, {
      call_id: day,
      created_at: `${day}T12:00:00Z`,
      started_at: `${day}T11:00:00Z`,
    });
  await createTracker(org, ["price"], { name: "Price" });
  await searchTrackers(server, org);
  const ask = async (from: string) =>
    (
      await org.graphql(
        `{ trackedCalls(from: "${from}", to: "2026-02-28") { calls weeks { from calls } } }`,
      )
    ).trackedCalls;
  t.deepEqual(await ask("2026-02-02"), [
    {
      calls: 4,
      weeks: [
        { from: "2026-02-02T00:00:00.000Z", calls: 2 },
        { from: "2026-02-09T00:00:00.000Z", calls: 1 },
        { from: "2026-02-23T00:00:00.000Z", calls: 1 },
      ],
    },
  ]);
  t.like((await ask("2026-02-03"))[0], {
    calls: 3,
    weeks: [
      { from: "2026-02-03T00:00:00.000Z", calls: 2 },
      { from: "2026-02-17T00:00:00.000Z", calls: 1 },
    ],
  });
  t.deepEqual(await ask("2025-01-01"), [{ calls: 4, weeks: [] }]);
});

test("a trial finds in the newest calls what a tracker would, and saves nothing", async (t) => {
  const { server, org } = t.context;
  const id = await createCall(org);
  const query = `query ($input: TrackerInput!) {
    tryTracker(input: $input) { calls hits { quote phrase score recording { id } } nearMisses { quote } } }`;
  const { tryTracker } = await org.graphql(query, { input: { phrases: ["expensive"] } });
  t.deepEqual(tryTracker, {
    calls: 1,
    hits: [
      { quote: "That is far too expensive.", phrase: "expensive", score: 100, recording: { id } },
    ],
    nearMisses: [],
  });
  t.deepEqual(await server.services.db("trackers").where("organization_id", org.id), []);
});

test("hits in a transcript that retention removes lose their words and stay as counts", async (t) => {
  const { server, org } = t.context;
  const { services } = server;
  const id = await createCall(org);
  const tracker = await createTracker(org, ["price"]);
  await searchTrackers(server, org);
  const redact = () => redactTranscripts(services.db, org.id, [id], services.now());
  await redact();
  const isQuoteless = async () => {
    const hits = await loadHits(org, id);
    return hits.length === 4 && hits.every(({ quote }) => quote === null);
  };
  t.true(await isQuoteless());
  await upsertTracker(org, { id: tracker, phrases: ["warranty"] });
  await searchTrackers(server, org);
  t.true(await isQuoteless(), "what can't be searched again stays");
  const transcript = [line("rep", "The warranty.", 0)];
  const later = await org.createProcessed({ call_id: "later", transcript });
  await redactTranscripts(services.db, org.id, [later], services.now());
  await searchTrackers(server, org);
  t.deepEqual(await loadHits(org, later), [], "it was emptied before it was searched");
  t.deepEqual(await services.db("tracker_queue").where("organization_id", org.id), []);
});

test("organizations without trackers queue nothing", async (t) => {
  const { server, org } = t.context;
  await createCall(org);
  t.deepEqual(await server.services.db("tracker_queue").where("organization_id", org.id), []);
});

const refusals: [what: string, input: object, field: string, message: RegExp][] = [
  ["without a name", { phrases: ["a"] }, "name", /required/],
  ["with an empty name", { name: " ", phrases: ["a"] }, "name", /must not be empty/],
  ["without anything to find", { name: "A" }, "phrases", /must not be empty without a concept/],
  ["with exclusions only", { name: "A", phrases: ["-a"] }, "phrases", /doesn't begin with -/],
  ["with an empty phrase", { name: "A", phrases: ["a", "!"] }, "phrases.1", /must contain a word/],
  ["with an unknown concept", { name: "A", concept: "wishes" }, "concept", /readyTrackers/],
  ["of a part without minutes", { name: "A", phrases: ["a"], part: "end" }, "minutes", /required/],
  [
    "of no minutes",
    { name: "A", phrases: ["a"], part: "end", minutes: 0 },
    "minutes",
    /from 1 to 240/,
  ],
];

for (const [what, input, field, message] of refusals)
  test(`a tracker ${what} is refused, and the field is named`, async (t) => {
    const { org } = t.context;
    const answer = await org.sendGraphql(
      "mutation ($input: TrackerInput!) { upsertTracker(input: $input) { id } }",
      { input },
    );
    const [error] = answer.errors!;
    t.is(error!.extensions.field, field);
    t.regex(error!.message, message);
  });

test("phrases are found in a long line without punctuation, where they are said", async (t) => {
  const { server, org } = t.context;
  const word = "word ";
  const text = `${word.repeat(100)}price ${word.repeat(1_000)}discount ${word.repeat(100)}price`;
  const long = { speaker: "A", role: "client", text, start: 0, end: 1_200_000 };
  const id = await org.createProcessed({ transcript: [long] });
  const early = await createTracker(org, ["price"]);
  const late = await createTracker(org, ["discount"]);
  const last = await createTracker(org, ["price"], { part: "end", minutes: 1 });
  const first = await createTracker(org, ["price"], { part: "start", minutes: 1 });
  await searchTrackers(server, org);
  const hits = await loadHits(org, id);
  const startOf = (words: string) => Math.round((1_200_000 * text.indexOf(words)) / text.length);
  t.deepEqual(Object.fromEntries(hits.map(({ tracker, start }) => [tracker.id, start])), {
    [early]: startOf("price"),
    [late]: startOf("discount"),
    [last]: Math.round((1_200_000 * text.lastIndexOf("price")) / text.length),
  });
  t.true(hits.every(({ quote, phrase }) => quote!.includes(phrase!)));
  t.is(hits.filter(({ tracker }) => tracker.id === first).length, 0);
});

test("the quote of a long text without blanks begins with a whole character", async (t) => {
  const { server, org } = t.context;
  const id = await createCall(org, { transcript: [line("rep", `${"😀".repeat(200)}price`, 0)] });
  await createTracker(org, ["price"]);
  await searchTrackers(server, org);
  t.regex((await loadHits(org, id))[0]!.quote!, /^…(?:😀)+price$/u);
});

test("the first hit is the earliest, also if the speakers interrupt each other", async (t) => {
  const { server, org } = t.context;
  await createWebhook(org, "http://127.0.0.1:9/", { events: ["tracker.hit"] });
  await createTracker(org, ["price"]);
  const long = { ...line("rep", "So. We begin. Here is the price.", 0), end: 30_000 };
  const id = await createCall(org, { transcript: [long, line("client", "The price?", 1_000)] });
  await searchTrackers(server, org);
  const starts = (await loadHits(org, id)).map(({ start }) => start);
  t.is(starts.length, 2);
  const [delivery] = await listDeliveries(org);
  t.is(JSON.parse(delivery!.payload).data.start, starts[0]);
});
