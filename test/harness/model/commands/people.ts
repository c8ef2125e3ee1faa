import fc from "fast-check";
import { TEAM_SELECTION, TEMPLATE_SELECTION, USER_SELECTION } from "../selections.js";
import {
  type ActivityInput,
  sortByName,
  deleteTeam,
  type QuestionInput,
  recordActivity,
  type TeamInput,
  type TemplateInput,
  upsertTeam,
  upsertTemplate,
  upsertUser,
  type UserInput,
  listUsers,
} from "../people.js";
import { toRestTeam, toRestUser } from "../rest-views.js";
import { buildTeamView, buildTemplateView, formatTime, buildUserView } from "../views.js";
import { buildGraphqlExchange, defineCommand, buildExchange } from "./command-kind.js";
import { emails, fields, pickId, index, maybe, moments, names } from "./value-pool.js";

const user = defineCommand({
  weight: 3,
  internal: true,
  data: fields<UserInput>({
    email: fc.oneof({ weight: 9, arbitrary: emails }, { weight: 1, arbitrary: fc.constant("no") }),
    name: names,
    role: maybe(fc.constantFrom("manager")),
    active: maybe(fc.constantFrom(true, true, false)),
  }).filter(({ email }) => email !== "nobody@example.com"),
  resolve: (_at, input) => input,
  apply: ({ world, org }, input) => upsertUser(world, org, input),
})({
  graph: buildGraphqlExchange(
    `mutation ($input: UserInput!) { answer: upsertUser(input: $input) { ${USER_SELECTION} } }`,
    (input) => ({ input }),
    buildUserView,
  ),
});

const activity = defineCommand({
  weight: 2,
  internal: true,
  data: fc.record({
    email: emails,
    input: fields<ActivityInput>({
      kind: fc.constantFrom("process_ai", "coach_assistant", "recorded", "accessed"),
      action: maybe(names),
      at: maybe(moments),
    }),
  }),
  resolve: (_at, data) => data,
  apply: ({ world, org }, { email, input }) => recordActivity(world, org, email, input),
})({
  graph: buildGraphqlExchange(
    `mutation ($email: String!, $input: UserActivityInput!) {
      answer: recordUserActivity(email: $email, input: $input) { ${USER_SELECTION} }
    }`,
    ({ email, input: { at, ...input } }) => ({
      email,
      input: { ...input, ...(at !== undefined && { at: formatTime(at) }) },
    }),
    buildUserView,
  ),
});

const users = defineCommand({
  weight: 1,
  data: fc.constant(null),
  resolve: () => ({}),
  apply: ({ org }) => listUsers(org).filter(({ active }) => active),
})({
  v1: buildExchange(
    () => ({ method: "GET", path: "/v1/users" }),
    (all) => ({ users: all.map((one) => toRestUser(buildUserView(one))) }),
  ),
  graph: buildGraphqlExchange(
    `query { answer: users { ${USER_SELECTION} } }`,
    () => ({}),
    (all) => all.map(buildUserView),
  ),
});

const team = defineCommand({
  weight: 4,
  internal: true,
  data: fc.record({
    index: maybe(index),
    name: names,
    members: fc.array(fields({ email: emails, role: maybe(fc.constant("lead")) }), {
      maxLength: 3,
    }),
    leads: maybe(fc.array(emails, { maxLength: 2 })),
  }),
  resolve: ({ org, other }, { index, leads, ...input }): TeamInput => {
    const id = index === undefined ? undefined : pickId(org.teams, other.teams, index);
    return { ...input, ...(id !== undefined && { id }), ...(leads && { leads }) };
  },
  apply: ({ world, org }, input) => upsertTeam(world, org, input),
})({
  graph: buildGraphqlExchange(
    `mutation ($input: TeamInput!) { answer: upsertTeam(input: $input) { ${TEAM_SELECTION} } }`,
    (input) => ({ input }),
    buildTeamView,
  ),
});

const dropTeam = defineCommand({
  weight: 1,
  internal: true,
  data: index,
  resolve: ({ org, other }, at) => pickId(org.teams, other.teams, at),
  apply: ({ org }, id) => deleteTeam(org, id),
})({
  graph: buildGraphqlExchange(
    "mutation ($id: ID!) { answer: deleteTeam(id: $id) }",
    (id) => ({ id }),
    (value) => value,
  ),
});

const teams = defineCommand({
  weight: 1,
  data: fc.constant(null),
  resolve: () => ({}),
  apply: ({ org }) => sortByName(org.teams).map(buildTeamView),
})({
  v1: buildExchange(
    () => ({ method: "GET", path: "/v1/teams" }),
    (all) => ({ teams: all.map(toRestTeam) }),
  ),
  graph: buildGraphqlExchange(
    `query { answer: teams { ${TEAM_SELECTION} } }`,
    () => ({}),
    (all) => all,
  ),
});

/** Most questions are of the default kind, and some are answered by a tracker. */
const questionChanges = fields<
  Omit<QuestionInput, "id" | "question"> & { tracker?: number | null }
>({
  kind: fc.constantFrom(undefined, undefined, null, "yesNo", "rating", "rating"),
  weight: fc.constantFrom(undefined, undefined, null, 1, 3, 10, 0, 11),
  tracker: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: index },
  ),
});

const template = defineCommand({
  weight: 5,
  internal: true,
  data: fc.record({
    index: maybe(index),
    name: names,
    kept: fc.array(fc.record({ at: index, change: questionChanges }), { maxLength: 3 }),
    added: fc.array(fc.record({ question: names, change: questionChanges }), { maxLength: 2 }),
  }),
  resolve: ({ org, other }, { index, name, kept, added }): TemplateInput => {
    const id = index === undefined ? undefined : pickId(org.templates, other.templates, index);
    const questions = (org.templates.find((one) => one.id === id) ?? org.templates[0])?.questions;
    return {
      name,
      ...(id !== undefined && { id }),
      questions: [
        ...kept.flatMap(({ at, change }) => {
          const asked = questions?.[at % 3];
          return asked ? [{ id: asked.id, question: asked.question, change }] : [];
        }),
        ...added,
      ].map(({ change: { tracker, ...change }, ...asked }) => ({
        ...asked,
        ...change,
        ...(tracker === null && { trackerId: null }),
        ...(typeof tracker === "number" && {
          trackerId: pickId(org.trackers, other.trackers, tracker),
        }),
      })),
    };
  },
  apply: ({ world, org }, input) => upsertTemplate(world, org, input),
})({
  graph: buildGraphqlExchange(
    `mutation ($input: TemplateInput!) { answer: upsertTemplate(input: $input) { ${TEMPLATE_SELECTION} } }`,
    (input) => ({ input }),
    buildTemplateView,
  ),
});

const templates = defineCommand({
  weight: 1,
  data: fc.constant(null),
  resolve: () => ({}),
  apply: ({ org }) => sortByName(org.templates).map(buildTemplateView),
})({
  graph: buildGraphqlExchange(
    `query { answer: templates { ${TEMPLATE_SELECTION} } }`,
    () => ({}),
    (all) => all,
  ),
});

export const people = { user, activity, users, team, dropTeam, teams, template, templates };
