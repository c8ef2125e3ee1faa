import type { StatsCall, StatsWorld } from "../helpers/stats/reference-stats.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import type { StepData, StepKind, HistoryStep } from "./stats-steps.js";

/** An organization and the expected content. */
export interface HistoryRun {
  server: TestServer;
  org: Tenant;
  world: StatsWorld;
}

const USER = `mutation ($input: UserInput!) { upsertUser(input: $input) { email } }`;
const TEAM = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`;
const TEMPLATE = `mutation ($input: TemplateInput!) {
  upsertTemplate(input: $input) { id questions { id question } }
}`;
const CALL = `mutation ($input: CallInput!) { ingestCall(input: $input) { id createdAt } }`;
const ANALYSE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;
const REVIEW = `mutation ($id: ID!, $email: String!, $ms: Int!) {
  addReview(recordingId: $id, reviewerEmail: $email, durationMs: $ms) { id }
}`;
const CLIENT = `query ($id: String) { clients(filter: { crmEntityId: $id }) { nodes { id } } }`;

const completeAnalysis = async (
  { org, world }: HistoryRun,
  call: StatsCall,
  data: StepData<"analyse">["analysis"],
) => {
  const { template, answers, transcript, closed, actionItems, ...rest } = data;
  const usedTemplate = template === null ? undefined : world.templates[template];
  const process = usedTemplate
    ? answers?.slice(0, usedTemplate.questions.length).map((yes, index) => ({
        questionId: usedTemplate.questions[index]!.id,
        yes,
      }))
    : undefined;
  const input = {
    ...rest,
    summary: "",
    transcript,
    closed,
    actionItems:
      actionItems === null ? null : Array.from({ length: actionItems }, () => ({ text: "Do" })),
    templateId: usedTemplate?.id,
    process: process && { answers: process },
  };
  await org.graphql(ANALYSE, { id: call.id, input });
  if (transcript) call.transcript = transcript;
  if (closed !== null) call.closed = closed;
  call.analysis = {
    tags: rest.tags,
    coaching: rest.coaching,
    actionItems,
    templateId: usedTemplate?.id ?? null,
    // A missing answer is a no.
    answers:
      usedTemplate && process
        ? usedTemplate.questions.map(({ id }, index) => ({
            questionId: id,
            yes: process[index]?.yes ?? false,
          }))
        : null,
  };
};

const addReview = async (
  { org, world }: HistoryRun,
  call: StatsCall,
  ms: number,
): Promise<void> => {
  await org.graphql(REVIEW, { id: call.id, email: world.users[0]!.email, ms });
  call.reviews.push(ms);
};

const pickByIndex = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % (list.length || 1)];

const stepRunners: { [K in StepKind]: (run: HistoryRun, data: StepData<K>) => Promise<void> } = {
  call: async (run, { user, time, customer, duration, transcript, analysis, reviews }) => {
    const { server, org, world } = run;
    const caller = pickByIndex(
      world.users.filter(({ active }) => active),
      user,
    );
    if (!caller) return;
    server.clock.time = time;
    const { ingestCall } = await org.graphql(CALL, {
      input: {
        callId: crypto.randomUUID(),
        userEmail: caller.email,
        startedAt: "2024-01-01T00:00:00Z",
        duration,
        transcript,
        customer: customer && { id: customer },
      },
    });
    const { id, createdAt } = ingestCall;
    const call: StatsCall = {
      id,
      customer,
      duration,
      transcript,
      email: caller.email,
      closed: false,
      createdAt: Date.parse(createdAt),
      reviews: [],
      analysis: null,
    };
    world.calls.push(call);
    for (const ms of reviews) await addReview(run, call, ms);
    if (analysis) await completeAnalysis(run, call, analysis);
  },
  analyse: async (run, { call, analysis }) => {
    const found = pickByIndex(run.world.calls, call);
    if (found) await completeAnalysis(run, found, analysis);
  },
  review: async (run, { call, ms }) => {
    const found = pickByIndex(run.world.calls, call);
    if (found) await addReview(run, found, ms);
  },
  deleteCall: async ({ org, world }, { call }) => {
    const found = pickByIndex(world.calls, call);
    if (!found) return;
    await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: found.id });
    world.calls = world.calls.filter((other) => other !== found);
  },
  deleteClient: async ({ org, world }, { customer }) => {
    const [client] = (await org.graphql(CLIENT, { id: customer })).clients.nodes;
    if (!client) return;
    await org.graphql("mutation ($id: ID!) { deleteClient(id: $id) }", { id: client.id });
    world.calls = world.calls.filter((call) => call.customer !== customer);
  },
  team: async ({ org, world }, { team, name, members }) => {
    const emails = members.flatMap((index) => world.users[index]?.email ?? []);
    const { id } = (
      await org.graphql(TEAM, {
        input: { id: world.teams[team]?.id, name, members: emails.map((email) => ({ email })) },
      })
    ).upsertTeam;
    world.teams = [
      ...world.teams.filter((other) => other.id !== id),
      { id, name, members: emails },
    ];
  },
  deleteTeam: async ({ org, world }, { team }) => {
    const found = world.teams[team];
    if (!found) return;
    await org.graphql("mutation ($id: ID!) { deleteTeam(id: $id) }", { id: found.id });
    world.teams = world.teams.filter((other) => other !== found);
  },
  user: async ({ org, world }, { user, name, active }) => {
    const email = world.users[user]?.email ?? `User${user}@example.com`;
    await org.graphql(USER, { input: { email, name, active } });
    const index = world.users.findIndex((other) => other.email === email);
    world.users.splice(index < 0 ? world.users.length : index, 1, { email, name, active });
  },
  template: async ({ org, world }, { template, name, keep, add }) => {
    const found = world.templates[template];
    const kept = keep.flatMap((index) => found?.questions[index] ?? []);
    const questions = [...kept, ...(add || !found ? [{ question: `Is it ${name}?` }] : [])];
    const { upsertTemplate } = await org.graphql(TEMPLATE, {
      input: { id: found?.id, name, questions },
    });
    const removed = found?.questions.filter((question) => !kept.includes(question)) ?? [];
    const updated = { ...upsertTemplate, name, former: [...(found?.former ?? []), ...removed] };
    if (found) world.templates[template] = updated;
    else world.templates.push(updated);
  },
};

/** Applies a step to the organization and to the expected content. */
export const runStep = async (run: HistoryRun, { kind, data }: HistoryStep): Promise<void> =>
  (stepRunners[kind] as (run: HistoryRun, data: unknown) => Promise<void>)(run, data);

/** Creates an organization with users, teams and templates. */
export const createHistory = async (server: TestServer): Promise<HistoryRun> => {
  const run: HistoryRun = {
    server,
    org: await server.createTenant(),
    world: { users: [], teams: [], templates: [], calls: [] },
  };
  for (const user of [0, 1, 2, 3])
    await runStep(run, {
      kind: "user",
      data: { user, name: ["A", "B", "A", "𝒳"][user]!, active: true },
    });
  for (const template of [0, 1])
    for (const keep of [[], [0]])
      await runStep(run, { kind: "template", data: { template, name: "T", keep, add: true } });
  await runStep(run, { kind: "team", data: { team: 0, name: "West", members: [0, 1] } });
  await runStep(run, { kind: "team", data: { team: 1, name: "East", members: [1, 2] } });
  return run;
};
