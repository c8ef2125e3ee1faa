import { createTemplate } from "../helpers/analysis/templates.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { createTeam } from "../helpers/sign-in/team.js";
import { test } from "../helpers/own-suite.js";

const LIST = `query ($filter: RecordingFilter, $first: Int, $after: String, $order: RecordingOrder) {
  page: recordings(filter: $filter, first: $first, after: $after, order: $order) {
    nodes { id } nextCursor
  }
}`;

type Query = (document: string, variables: object) => Promise<{ page: Page }>;
interface Page {
  nodes: { id: string }[];
  nextCursor: string | null;
}

const listIds = async (query: Query, variables: object, first: number): Promise<string[]> => {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const { page }: { page: Page } = await query(LIST, { ...variables, first, after });
    ids.push(...page.nodes.map(({ id }) => id));
    after = page.nextCursor;
  } while (after !== null);
  return ids;
};

const findRefusal = async (org: Tenant, variables: object) =>
  (await org.sendGraphql(LIST, variables)).errors?.[0]?.extensions;

interface Call {
  /** Answers of a template's three questions; undefined without a process. */
  yes: number | undefined;
  /** The rep's and the client's talk; undefined without a transcript. */
  talk: [repMs: number, clientMs: number] | undefined;
  duration: number;
}

const calls: Call[] = [
  { yes: 2, talk: [30_000, 30_000], duration: 61_000 },
  { yes: undefined, talk: [10_000, 50_000], duration: 300_000 },
  { yes: 0, talk: [50_000, 10_000], duration: 61_000 },
  { yes: 3, talk: undefined, duration: 5_000 },
  { yes: 2, talk: [20_000, 20_000], duration: 90_000 },
];

/** Returns the ids of calls, oldest first. */
const createCalls = async (org: Tenant, email: string): Promise<string[]> => {
  const template = await createTemplate(org, "Greeted?", "Priced?", "Booked?");
  const ids: string[] = [];
  for (const { yes, talk, duration } of calls) {
    const transcript = talk && [
      { speaker: "Robin", role: "rep", text: "How are you?", start: 0, end: talk[0] },
      { speaker: "Ann", role: "client", text: "Fine.", start: talk[0], end: talk[0] + talk[1] },
    ];
    const answers = template.questions.map(({ id }, index) => ({
      questionId: id,
      yes: index < (yes ?? 0),
    }));
    ids.push(
      await org.createProcessed(
        { user_email: email, duration_ms: duration, ...(transcript && { transcript }) },
        yes === undefined ? {} : { templateId: template.id, process: { answers } },
      ),
    );
  }
  return ids;
};

/** Creates the calls of a rep and of one whom the lead doesn't see. Returns the ids of the first. */
const createTeamCalls = async (server: SharedServer, org: Tenant) => {
  const team = await createTeam(server, org);
  const ids = await createCalls(org, team.emails.rep);
  await createCalls(org, team.emails.other);
  const asLead: Query = async (document, variables) =>
    (await team.lead.query(document, variables)).body.data;
  return { team, ids, asLead };
};

const expected = {
  highestScore: [3, 4, 0, 2, 1],
  lowestScore: [2, 4, 0, 3, 1],
  highestTalkRatio: [2, 4, 0, 1, 3],
  lowestTalkRatio: [1, 4, 0, 2, 3],
  longest: [1, 4, 2, 0, 3],
  shortest: [3, 2, 0, 4, 1],
  newest: [4, 3, 2, 1, 0],
};

test("recordings are ordered by score, talk ratio or length, page by page, also for a manager", async (t) => {
  const { org, server } = t.context;
  const { team, ids, asLead } = await createTeamCalls(server, org);
  for (const [order, indexes] of Object.entries(expected)) {
    const own = indexes.map((index) => ids[index]!);
    const filter = { userEmail: team.emails.rep };
    for (const first of [1, 2, 100]) {
      t.deepEqual(await listIds(org.graphql, { order, filter }, first), own, `${order} ${first}`);
      t.deepEqual(await listIds(asLead, { order }, first), own, `${order} ${first}, a manager`);
    }
  }
});

test("an order keeps the filters, and its cursor is valid for it alone", async (t) => {
  const { org } = t.context;
  await org.createUser();
  const ids = await createCalls(org, "rep@example.com");
  const tagged = await org.createProcessed({}, { tags: ["won"] });
  const order = "highestScore";
  t.deepEqual(await listIds(org.graphql, { order, filter: { tag: "won" } }, 10), [tagged]);
  t.deepEqual(await listIds(org.graphql, { order, filter: { to: "2020-01-01" } }, 10), []);
  const { page } = await org.graphql(LIST, { order, first: 1 });
  t.is(page.nodes[0].id, ids[3]);
  const refused = { order: "lowestScore", after: page.nextCursor };
  t.like(await findRefusal(org, refused), { code: "INVALID_CURSOR" });
});

test("recordings are found by score and talk ratio, both bounds included, also in an order and a search", async (t) => {
  const { org, server } = t.context;
  const { team, ids, asLead } = await createTeamCalls(server, org);
  for (const [filter, indexes] of [
    [{ minScore: 66 }, [4, 3, 0]],
    [{ minScore: 67 }, [3]],
    [{ minScore: 100 }, [3]],
    [{ maxScore: 66 }, [2]],
    [{ maxScore: 0 }, [2]],
    [{ minScore: 0 }, [4, 3, 2, 0]],
    [{ minScore: 0.5, maxScore: 99.5 }, [4, 0]],
    [{ minTalkRatio: 0.5 }, [4, 2, 0]],
    [{ maxTalkRatio: 0.5 }, [4, 1, 0]],
    [{ minTalkRatio: 0.51 }, [2]],
    [{ maxTalkRatio: 0.49 }, [1]],
    [{ minTalkRatio: 0, maxTalkRatio: 1 }, [4, 2, 1, 0]],
    [{ minScore: 10, maxTalkRatio: 0.5 }, [4, 0]],
    [{ minScore: null, maxTalkRatio: null, closed: null }, [4, 3, 2, 1, 0]],
  ] as [object, number[]][]) {
    const own = indexes.map((index) => ids[index]!);
    const text = JSON.stringify(filter);
    t.deepEqual(await listIds(asLead, { filter }, 2), own, text);
    const ofRep = { ...filter, userEmail: team.emails.rep };
    t.deepEqual(await listIds(org.graphql, { filter: ofRep }, 100), own, text);
    const longest = await listIds(org.graphql, { filter: ofRep, order: "longest" }, 1);
    t.deepEqual(longest.toSorted(), own.toSorted(), text);
    const said = own.filter((id) => id !== ids[3]);
    const search = { ...ofRep, search: "how are you" };
    t.deepEqual((await listIds(org.graphql, { filter: search }, 100)).toSorted(), said.toSorted());
  }
});

test("recordings are found by whether the deal closed", async (t) => {
  const { org } = t.context;
  const [unknown, won, lost] = [
    await org.createProcessed(),
    await org.createProcessed({}, { closed: true }),
    await org.createProcessed({}, { closed: false }),
  ];
  t.deepEqual(await listIds(org.graphql, { filter: { closed: true } }, 10), [won]);
  t.deepEqual(await listIds(org.graphql, { filter: { closed: false } }, 10), [lost, unknown]);
});

test("a bound out of its range is refused", async (t) => {
  const { org } = t.context;
  for (const [filter, field] of [
    [{ minScore: -1 }, "minScore"],
    [{ maxScore: 100.1 }, "maxScore"],
    [{ minTalkRatio: 50 }, "minTalkRatio"],
    [{ maxTalkRatio: -0.1 }, "maxTalkRatio"],
  ] as [object, string][])
    t.like(await findRefusal(org, { filter }), { code: "INVALID_FIELD", field });
});

test("/v1 pages through an order", async (t) => {
  const { org } = t.context;
  await org.createUser();
  const ids = await createCalls(org, "rep@example.com");
  const found: string[] = [];
  let next = "";
  do {
    const path = `/v1/recordings?order=longest&limit=2${next && `&startAfter=${next}`}`;
    const { status, body } = await org.get(path);
    t.is(status, 200, JSON.stringify(body));
    found.push(...body.recordings.map(({ id }: { id: string }) => id));
    next = body.nextCursor ? encodeURIComponent(body.nextCursor) : "";
  } while (next !== "");
  t.deepEqual(
    found,
    expected.longest.map((index) => ids[index]!),
  );
});

test("the words of a search have their own orders", async (t) => {
  const { org } = t.context;
  for (const variables of [
    { order: "highestScore", filter: { search: "roof" } },
    { order: "relevance", filter: {} },
  ])
    t.like(await findRefusal(org, variables), { code: "INVALID_FIELD", field: "order" });
});

test("recordings are found by the answer to a question, a person's verdict first", async (t) => {
  const { org } = t.context;
  await org.createUser();
  const template = await createTemplate(org, "Greeted?", "Priced?");
  const [greeted, priced] = template.questions.map(({ id }) => id) as [string, string];
  const create = async (answers: object[]): Promise<string> =>
    org.createProcessed({}, { summary: "roof", templateId: template.id, process: { answers } });
  const yes = await create([{ questionId: greeted, yes: true }]);
  const no = await create([{ questionId: greeted, yes: false }]);
  const open = await create([{ questionId: priced, yes: true }]);
  const judged = await create([{ questionId: priced, yes: true }]);
  await org.createProcessed();
  await org.graphql(`mutation {
    setVerdict(recordingId: "${judged}", questionId: "${greeted}", yes: false) { id } }`);
  const found = {
    yes: [yes],
    missed: [judged, open, no],
    no: [judged, no],
    notFound: [open],
  };
  for (const [answer, ids] of Object.entries(found)) {
    const filter = { questionId: greeted, answer };
    t.deepEqual(await listIds(org.graphql, { filter }, 1), ids, answer);
    const searched = { ...filter, search: "roof" };
    const result = await listIds(org.graphql, { filter: searched }, 10);
    t.deepEqual(result.toSorted(), ids.toSorted(), answer);
  }
  const all = [judged, open, no, yes];
  t.deepEqual(await listIds(org.graphql, { filter: { questionId: greeted } }, 10), all);
  const unknown = { questionId: "00000000-0000-4000-8000-000000000000" };
  t.deepEqual(await listIds(org.graphql, { filter: unknown }, 10), []);
  const refusal = await findRefusal(org, { filter: { answer: "yes" } });
  t.like(refusal, { code: "INVALID_FIELD", field: "answer" });
});
