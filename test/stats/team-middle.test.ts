import fc from "fast-check";
import type { ConsoleSession } from "../helpers/sign-in/console-session.js";
import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { getSchema } from "../helpers/graphql/schema.js";
import { createTemplate, type Template } from "../helpers/analysis/templates.js";
import { createTeam } from "../helpers/stats/stats.js";
import type { Tenant } from "../helpers/tenant.js";
import { test } from "../helpers/own-suite.js";

const QUERY = "{ teamMiddle { team reps calls score closeRate talkRatio } }";
const DAY_MS = 86_400_000;
/** A Monday, like the day on which the clock of tests starts. */
const MONDAY_MS = Date.parse("2026-03-02T00:00:00Z");
const LAST_WEEK = new Date(MONDAY_MS - 3 * DAY_MS).toISOString();
const CALL_MS = 8_000;

/** What a test says of a call. */
interface Call {
  email: string;
  createdAt: number;
  closed: boolean;
  /** Questions of four that are answered yes; undefined without a process. */
  yes: number | undefined;
  /** Eighths of the talk that are the rep's; undefined without the rep. */
  talk: number | undefined;
}

const questions = ["Greeted?", "Asked?", "Named the price?", "Thanked?"];

const say = (role: string, start: number, end: number) => ({
  speaker: role,
  role,
  text: "Well",
  start,
  end,
});

const createCall = async (
  org: Tenant,
  template: Template,
  { email, createdAt, closed, yes, talk }: Call,
): Promise<string> => {
  const bound = ((talk ?? 0) / 8) * CALL_MS;
  return org.createProcessed(
    {
      user_email: email,
      created_at: new Date(createdAt).toISOString(),
      transcript:
        talk === undefined
          ? [say("client", 0, CALL_MS)]
          : [say("rep", 0, bound), say("client", bound, CALL_MS)],
    },
    {
      closed,
      ...(yes !== undefined && {
        templateId: template.id,
        process: {
          answers: template.questions.map(({ id }, index) => ({
            questionId: id,
            yes: index < yes,
          })),
        },
      }),
    },
  );
};

const createUsers = async (org: Tenant, ...names: string[]): Promise<string[]> => {
  const emails = names.map((name) => `${name.toLowerCase()}@${org.id}.example.com`);
  for (const [index, email] of emails.entries())
    await org.createUser(email, { name: names[index]! });
  return emails;
};

/** Creates users with a call of last week each, whose scores are 0, 25, 50 … and talk ratios 1/8, 2/8 … */
const createReps = async (org: Tenant, ...names: string[]): Promise<string[]> => {
  const template = await createTemplate(org, ...questions);
  const emails = await createUsers(org, ...names);
  for (const [index, email] of emails.entries())
    await createCall(org, template, {
      email,
      createdAt: Date.parse(LAST_WEEK),
      closed: index > 1,
      yes: Math.min(index, 4),
      talk: index + 1,
    });
  return emails;
};

const readMiddle = async (session: ConsoleSession): Promise<unknown> => {
  const { body, text } = await session.query(QUERY);
  if (!body.data) throw new Error(text);
  return body.data.teamMiddle;
};

const nothing = (team: string) => ({
  team,
  reps: null,
  calls: null,
  score: null,
  closeRate: null,
  talkRatio: null,
});

test.serial(
  "a rep reads the median of five reps, and no name or figure of a colleague",
  async (t) => {
    const { server, org } = t.context;
    const reps = await createReps(org, "Canaryann", "Canarybo", "Canarycy", "Canarydi", "Canaryed");
    await createTeam(org, "North", ...reps);
    const rep = await signInAs(server, org, reps[0]!, "rep");
    const { text } = await rep.query(QUERY);
    t.deepEqual(JSON.parse(text).data.teamMiddle, {
      team: "North",
      reps: 5,
      calls: 1,
      score: 50,
      closeRate: 100,
      talkRatio: 38,
    });
    t.notRegex(text, /canary/i);
    const { stats } = (await rep.query("{ stats(groupBy: user) { stats { email } } }")).body.data;
    t.deepEqual(stats.stats, [{ email: reps[0] }], "the statistics stay the rep's own");
  },
);

test.serial("four reps with calls have no middle, even in a larger team", async (t) => {
  const { server, org } = t.context;
  const reps = await createReps(org, "Ann", "Bo", "Cy", "Di");
  const [idle] = await createUsers(org, "Ed");
  const team = await createTeam(org, "North", ...reps, idle!);
  const rep = await signInAs(server, org, reps[0]!, "rep");
  t.deepEqual(await readMiddle(rep), nothing("North"));
  const template = await createTemplate(org, ...questions);
  // The fifth has calls, but no score.
  const call = { email: idle!, createdAt: MONDAY_MS - 1, closed: false, yes: undefined, talk: 8 };
  await createCall(org, template, call);
  t.deepEqual(await readMiddle(rep), {
    ...nothing("North"),
    reps: 5,
    calls: 1,
    closeRate: 0,
    talkRatio: 38,
  });
  await org.createUser(idle, { name: "Ed", active: false });
  t.deepEqual(await readMiddle(rep), nothing("North"), "an inactive member doesn't count");
  await org.createUser(idle, { name: "Ed", active: true });
  const members = reps.map((email) => ({ email }));
  await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
    input: { id: team, name: "North", members },
  });
  t.deepEqual(await readMiddle(rep), nothing("North"), "nor does one who left");
});

test.serial(
  "only the four full weeks before this one count, and there is no argument",
  async (t) => {
    const { server, org } = t.context;
    const reps = await createReps(org, "Ann", "Bo", "Cy", "Di", "Ed");
    await createTeam(org, "North", ...reps);
    const rep = await signInAs(server, org, reps[0]!, "rep");
    const before = await readMiddle(rep);
    const template = await createTemplate(org, ...questions);
    for (const email of reps)
      for (const createdAt of [MONDAY_MS, MONDAY_MS - 28 * DAY_MS - 1])
        await createCall(org, template, { email, createdAt, closed: true, yes: 4, talk: 8 });
    t.deepEqual(await readMiddle(rep), before);
    for (const email of reps)
      for (const createdAt of [MONDAY_MS - 1, MONDAY_MS - 28 * DAY_MS])
        await createCall(org, template, { email, createdAt, closed: false, yes: 4, talk: 8 });
    t.like(await readMiddle(rep), { calls: 3 });
    t.deepEqual(getSchema().getQueryType()!.getFields()["teamMiddle"]!.args, []);
  },
);

test.serial(
  "a rep of several teams reads the first by name, and others nothing of it",
  async (t) => {
    const { server, org } = t.context;
    const reps = await createReps(org, "Ann", "Bo", "Cy", "Di", "Ed");
    const [lone, far] = await createUsers(org, "Flo", "Gus");
    const south = await createTeam(org, "South", ...reps);
    const rep = await signInAs(server, org, reps[0]!, "rep");
    t.like(await readMiddle(rep), { team: "South", reps: 5 });
    await createTeam(org, "East", far!);
    await createTeam(org, "North", reps[0]!, far!);
    t.deepEqual(await readMiddle(rep), nothing("North"));
    t.is(await readMiddle(await signInAs(server, org, lone!, "rep")), null, "no team");
    t.deepEqual(await readMiddle(await signInAs(server, org, far!, "rep")), nothing("East"));
    await org.graphql("mutation ($id: ID!) { deleteTeam(id: $id) }", { id: south });
    const other = await server.createTenant();
    const foreign = await createReps(other, "Ann", "Bo", "Cy", "Di", "Ed");
    await createTeam(other, "North", ...foreign);
    t.deepEqual(await readMiddle(rep), nothing("North"), "of another organization");
  },
);

test.serial(
  "members read the same in each role, and callers that act for no person nothing",
  async (t) => {
    const { server, org } = t.context;
    const reps = await createReps(org, "Ann", "Bo", "Cy", "Di", "Ed");
    const [lead] = await createUsers(org, "Lea");
    const team = await createTeam(org, "North", ...reps);
    await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
      input: { id: team, name: "North", members: reps.map((email) => ({ email })), leads: [lead] },
    });
    const middle = await readMiddle(await signInAs(server, org, reps[0]!, "rep"));
    t.like(middle, { reps: 5 });
    t.deepEqual(await readMiddle(await signInAs(server, org, reps[1]!, "manager")), middle);
    t.deepEqual(await readMiddle(await signInAs(server, org, reps[2]!, "admin")), middle);
    t.is(
      await readMiddle(await signInAs(server, org, lead!, "manager")),
      null,
      "leads, but isn't in it",
    );
    const readByKey = async (input: object): Promise<unknown> =>
      (await org.sendGraphql(QUERY, {}, (await createNamedKey(org, input)).key)).data.teamMiddle;
    t.deepEqual(await readByKey({ userEmail: reps[0] }), middle);
    t.is(await readByKey({ teamIds: [team] }), null);
    t.is(await readByKey({}), null);
    t.is((await org.sendGraphql(QUERY, {}, org.apiKey)).data.teamMiddle, null);
    t.is((await org.graphql(QUERY)).teamMiddle, null);
  },
);

const PEOPLE = 9;
/** Has calls, but is inactive. */
const INACTIVE = 8;
const CALLS = 70;
/** Arrangements of the teams, each read at several times. */
const ARRANGEMENTS = 50;
const READS = 4;
const TEAMS = ["North", "East", "West"];

/** Who is in each team, by number. Number 0 asks. */
type Members = number[][];

const arbitraryMembers: fc.Arbitrary<Members> = fc.tuple(
  ...TEAMS.map(() => fc.subarray([...Array(PEOPLE).keys()], { minLength: 4 })),
);

const arbitraryReads = fc.array(
  fc.record({
    /** From MONDAY_MS. */
    week: fc.integer({ min: -5, max: 0 }),
    /** Milliseconds into the week. */
    time: fc.constantFrom(0, 1, 3 * DAY_MS, 7 * DAY_MS - 1),
  }),
  { minLength: READS, maxLength: READS },
);

const arbitraryCall = fc.record({
  person: fc.nat(PEOPLE - 1),
  daysBefore: fc.integer({ min: 1, max: 70 }),
  time: fc.constantFrom(0, 1, DAY_MS / 2, DAY_MS - 1),
  closed: fc.boolean(),
  yes: fc.option(fc.nat(4), { nil: undefined }),
  talk: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
});

const isNumber = (value: number | undefined): value is number => value !== undefined;

/** Returns a figure of each rep who has it, over the calls of the rep. */
const averageByRep = (
  calls: readonly (readonly Call[])[],
  read: (call: Call) => number | undefined,
): number[] =>
  calls.flatMap((ofRep) => {
    const values = ofRep.map(read).filter(isNumber);
    return values.length === 0 ? [] : [values.reduce((sum, value) => sum + value) / values.length];
  });

/** Returns the value that as many reps are above as below, from five reps up. */
const findMiddle = (values: number[]): number | null => {
  const left = values.toSorted((a, b) => a - b);
  if (left.length < 5) return null;
  while (left.length > 2) {
    left.shift();
    left.pop();
  }
  return Math.round((left[0]! + left.at(-1)!) / 2);
};

const computeExpected = (
  emails: readonly string[],
  calls: readonly Call[],
  members: Members,
  week: number,
): unknown => {
  const [team] = TEAMS.filter((_, index) => members[index]!.includes(0)).toSorted();
  if (team === undefined) return null;
  const end = MONDAY_MS + 7 * week * DAY_MS;
  const byRep = members[TEAMS.indexOf(team)]!.filter((number) => number !== INACTIVE)
    .map((number) =>
      calls.filter(
        ({ email, createdAt }) =>
          email === emails[number] && createdAt >= end - 28 * DAY_MS && createdAt < end,
      ),
    )
    .filter((ofRep) => ofRep.length > 0);
  return {
    team,
    reps: byRep.length < 5 ? null : byRep.length,
    calls: findMiddle(byRep.map(({ length }) => length)),
    score: findMiddle(averageByRep(byRep, ({ yes }) => (yes === undefined ? yes : 25 * yes))),
    closeRate: findMiddle(averageByRep(byRep, ({ closed }) => (closed ? 100 : 0))),
    talkRatio: findMiddle(
      averageByRep(byRep, ({ talk }) => (talk === undefined ? talk : talk / 8)).map(
        (ratio) => 100 * ratio,
      ),
    ),
  };
};

test.serial("the middle equals a direct computation for random teams and weeks", async (t) => {
  const { server, org } = t.context;
  server.clock.step = 0;
  const emails = await createUsers(
    org,
    ...Array.from({ length: PEOPLE }, (_, index) => `Rep${index}`),
  );
  const template = await createTemplate(org, ...questions);
  const drawn = fc.sample(arbitraryCall, CALLS);
  const calls = drawn.map(({ person, daysBefore, time, ...call }): Call => ({
    ...call,
    email: emails[person]!,
    createdAt: MONDAY_MS - daysBefore * DAY_MS + time,
  }));
  for (const call of calls) await createCall(org, template, call);
  const teams: string[] = [];
  for (const name of TEAMS) teams.push(await createTeam(org, name));
  const { key } = await createNamedKey(org, { userEmail: emails[0] });
  await org.createUser(emails[INACTIVE], { name: "Inactive", active: false });
  const arrange = `mutation (${TEAMS.map((_, index) => `$t${index}: TeamInput!`).join()}) {
    ${TEAMS.map((_, index) => `t${index}: upsertTeam(input: $t${index}) { id }`).join(" ")}
  }`;
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryMembers, arbitraryReads, async (members, reads) => {
      const inputs = TEAMS.map((name, index) => [
        `t${index}`,
        {
          id: teams[index],
          name,
          members: members[index]!.map((number) => ({ email: emails[number] })),
        },
      ]);
      await org.graphql(arrange, Object.fromEntries(inputs));
      for (const { week, time } of reads) {
        const { time: clock } = server.clock;
        server.clock.time = MONDAY_MS + 7 * week * DAY_MS + time;
        const { data } = await org.sendGraphql(QUERY, {}, key);
        server.clock.time = clock;
        t.deepEqual(data.teamMiddle, computeExpected(emails, calls, members, week));
        if (data.teamMiddle?.reps) shown += 1;
      }
    }),
    { numRuns: ARRANGEMENTS },
  );
  t.true(shown > 0, "some teams have a middle");
});
