import fc from "fast-check";
import { createTemplate, type Template } from "../helpers/analysis/templates.js";
import { test } from "../helpers/own-suite.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { createTeam } from "../helpers/stats/stats.js";
import type { Tenant } from "../helpers/tenant.js";
import { createTracker, searchTrackers } from "../helpers/trackers/trackers.js";

const QUERY = `query ($filter: StatsFilter) { winRates(filter: $filter) {
  calls won practices { questionId trackerId name callsWith wonWith callsWithout wonWithout }
} }`;

interface Practice {
  questionId: string | null;
  trackerId: string | null;
  name: string;
  callsWith: number;
  wonWith: number;
  callsWithout: number;
  wonWithout: number;
}

interface WinRates {
  calls: number;
  won: number;
  practices: Practice[];
}

const readWinRates = async (org: Tenant, filter: object = {}): Promise<WinRates> =>
  (await org.graphql(QUERY, { filter })).winRates;

const describe = ({ name, callsWith, wonWith, callsWithout, wonWithout }: Practice): string =>
  `${name}: ${wonWith} of ${callsWith}, without ${wonWithout} of ${callsWithout}`;

/** What a test says of a call. */
interface Call {
  email: string;
  day: string;
  closed: boolean;
  /** The answers to the two questions; undefined without a process. */
  answers: readonly [boolean, boolean] | undefined;
  /** The words of the call; undefined without a transcript. */
  words: string | undefined;
  tags: readonly string[];
}

const questions = ["Greeted?", "Asked who decides?"];

const createCall = async (org: Tenant, template: Template, call: Call): Promise<string> =>
  org.createProcessed(
    {
      user_email: call.email,
      created_at: `${call.day}T12:00:00Z`,
      ...(call.words !== undefined && {
        transcript: [{ speaker: "rep", role: "rep", text: call.words, start: 0, end: 1000 }],
      }),
    },
    {
      closed: call.closed,
      tags: call.tags,
      ...(call.answers && {
        templateId: template.id,
        process: {
          answers: template.questions.map(({ id }, index) => ({
            questionId: id,
            yes: call.answers![index],
          })),
        },
      }),
    },
  );

const base: Call = {
  email: "rep@example.com",
  day: "2026-02-28",
  closed: false,
  answers: undefined,
  words: undefined,
  tags: [],
};

test.serial("deals are counted by what was done in the call, and by what was said", async (t) => {
  const { server, org } = t.context;
  const template = await createTemplate(org, ...questions);
  for (const call of [
    { closed: true, answers: [true, true], words: "Here is the price." },
    { closed: true, answers: [true, false], words: "Hello." },
    { closed: false, answers: [false, true], words: "The price again." },
    { closed: false, answers: [false, false] },
    { closed: true },
  ] as Partial<Call>[])
    await createCall(org, template, { ...base, ...call });
  const tracker = await createTracker(org, ["price"], { name: "Price" });
  await createTracker(org, ["unicorn"], { name: "Never said" });
  await searchTrackers(server, org);
  const { calls, won, practices } = await readWinRates(org);
  t.deepEqual([calls, won], [5, 3]);
  t.deepEqual(practices.map(describe), [
    "Greeted?: 2 of 2, without 0 of 2",
    "Asked who decides?: 1 of 2, without 1 of 2",
    "Price: 1 of 2, without 1 of 1",
  ]);
  t.deepEqual(
    practices.map(({ questionId, trackerId }) => questionId ?? trackerId),
    [...template.questions.map(({ id }) => id), tracker],
  );
  const listCalls = async (filter: object): Promise<boolean[]> =>
    (
      await org.graphql(
        `query ($filter: RecordingFilter) { recordings(filter: $filter) { nodes { closed } } }`,
        { filter },
      )
    ).recordings.nodes.map(({ closed }: { closed: boolean }) => closed);
  t.deepEqual(await listCalls({ withoutTrackerId: tracker }), [true], "the one of the count");
  t.deepEqual(await listCalls({ withoutTrackerId: "unknown" }), []);
  t.deepEqual(await listCalls({ withoutTrackerId: tracker, search: "hello" }), [true]);
  t.deepEqual(await listCalls({ withoutTrackerId: tracker, search: "price" }), []);
});

test.serial("what says that a deal was closed or lost isn't a practice", async (t) => {
  const { server, org } = t.context;
  await createCall(org, await createTemplate(org, "Greeted?"), { ...base, words: "Sold." });
  const tracker = await createTracker(org, ["sold"], { name: "Won", concept: "deal_closed" });
  const { upsertTemplate } = await org.graphql(
    `mutation ($input: TemplateInput!) { upsertTemplate(input: $input) { id questions { id } } }`,
    { input: { name: "Outcome", questions: [{ question: "Was it sold?", trackerId: tracker }] } },
  );
  const answer = { questionId: upsertTemplate.questions[0].id, yes: true };
  await org.createProcessed(
    {},
    { closed: true, templateId: upsertTemplate.id, process: { answers: [answer] } },
  );
  const inWords = await createTemplate(
    org,
    "Did the customer buy?",
    "Was it cancelled by the customer?",
  );
  await org.createProcessed(
    {},
    {
      templateId: inWords.id,
      process: { answers: inWords.questions.map(({ id }) => ({ questionId: id, yes: true })) },
    },
  );
  await searchTrackers(server, org);
  const { calls, won, practices } = await readWinRates(org);
  t.deepEqual([calls, won], [3, 1]);
  t.deepEqual(
    practices.map(({ name }) => name),
    ["Was it cancelled by the customer?"],
    "a wording that no rule knows",
  );
});

test.serial("a manager reads the deals of the team, a rep the own ones", async (t) => {
  const { server, org } = t.context;
  const template = await createTemplate(org, ...questions);
  const [ann, bob] = [`ann@${org.id}.example.com`, `bob@${org.id}.example.com`];
  for (const email of [ann, bob]) {
    await org.createUser(email);
    await createCall(org, template, {
      ...base,
      email,
      closed: email === ann,
      answers: [true, false],
      words: "The price.",
    });
  }
  await createTracker(org, ["price"], { name: "Price" });
  await searchTrackers(server, org);
  const rep = await signInAs(server, org, bob, "rep");
  const { winRates } = (await rep.query(QUERY)).body.data;
  t.deepEqual([winRates.calls, winRates.won], [1, 0]);
  t.deepEqual((winRates as WinRates).practices.map(describe), [
    "Greeted?: 0 of 1, without 0 of 0",
    "Asked who decides?: 0 of 0, without 0 of 1",
    "Price: 0 of 1, without 0 of 0",
  ]);
  const team = await createTeam(org, "Ann's", ann);
  t.is((await readWinRates(org, { teamIds: [team] })).won, 1);
  t.deepEqual(await readWinRates(org, { emails: ["unknown@example.com"] }), {
    calls: 0,
    won: 0,
    practices: [],
  });
});

const emails = ["a@example.com", "b@example.com"];
const days = ["2026-01-02", "2026-02-20", "2026-02-21", "2026-03-01"];

const calls: fc.Arbitrary<Call> = fc.record({
  email: fc.constantFrom(...emails),
  day: fc.constantFrom(...days),
  closed: fc.boolean(),
  answers: fc.option(fc.tuple(fc.boolean(), fc.boolean()), { nil: undefined }),
  words: fc.constantFrom(undefined, "Hello.", "The price."),
  tags: fc.subarray(["Roof", "Late"]),
});

const filters = fc.record(
  {
    from: fc.constantFrom(...days),
    to: fc.constantFrom(...days),
    emails: fc.subarray(emails),
    tag: fc.constant("Roof"),
    includedTags: fc.subarray(["Roof", "Late"]),
    excludedTags: fc.subarray(["Late"]),
  },
  { requiredKeys: [] },
);

interface Filter {
  from?: string;
  to?: string;
  emails?: string[];
  tag?: string;
  includedTags?: string[];
  excludedTags?: string[];
}

const isSelected = (call: Call, filter: Filter): boolean =>
  !(filter.from && call.day < filter.from) &&
  !(filter.to && call.day > filter.to) &&
  !(filter.emails?.length && !filter.emails.includes(call.email)) &&
  !(filter.tag && !call.tags.includes("Roof")) &&
  !(filter.includedTags?.length && !filter.includedTags.some((tag) => call.tags.includes(tag))) &&
  !filter.excludedTags?.some((tag) => call.tags.includes(tag));

/** Counts directly what the statistics should say. `null`: the practice isn't known of a call. */
const count = (name: string, known: readonly Call[], wasDone: (call: Call) => boolean | null) => {
  const wonOf = (group: readonly Call[]) => group.filter(({ closed }) => closed).length;
  const [done, other] = [true, false].map((value) =>
    known.filter((call) => wasDone(call) === value),
  ) as [Call[], Call[]];
  return `${name}: ${wonOf(done)} of ${done.length}, without ${wonOf(other)} of ${other.length}`;
};

test.serial("every filter selects the same calls as a direct count", async (t) => {
  const { server, org } = t.context;
  const template = await createTemplate(org, ...questions);
  for (const email of emails) await org.createUser(email);
  const all = fc.sample(calls, { seed: 7, numRuns: 40 });
  for (const call of all) await createCall(org, template, call);
  await createTracker(org, ["price"], { name: "Price" });
  await searchTrackers(server, org);
  for (const filter of fc.sample(filters, { seed: 11, numRuns: 60 })) {
    const selected = all.filter((call) => isSelected(call, filter));
    const asked = selected.some(({ answers }) => answers);
    const expected = [
      ...(asked
        ? questions.map((question, index) =>
            count(question, selected, ({ answers }) => answers?.[index] ?? null),
          )
        : []),
      ...(selected.some(({ words }) => words?.includes("price"))
        ? [count("Price", selected, ({ words }) => words?.includes("price") ?? null)]
        : []),
    ];
    const found = await readWinRates(org, filter);
    t.deepEqual(found.practices.map(describe), expected, JSON.stringify(filter));
    t.is(found.calls, selected.length);
    t.is(found.won, selected.filter(({ closed }) => closed).length);
  }
});
