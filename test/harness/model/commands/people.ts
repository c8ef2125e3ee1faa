import fc from "fast-check";
import { TEAM, TEMPLATE, USER } from "../documents.js";
import {
  type ActivityInput,
  byName,
  deleteTeam,
  recordActivity,
  type TeamInput,
  type TemplateInput,
  upsertTeam,
  upsertTemplate,
  upsertUser,
  type UserInput,
  usersInOrder,
} from "../people.js";
import { userOut } from "../rest.js";
import { teamView, templateView, time, userView } from "../views.js";
import { graph, kind, once } from "./kind.js";
import { emails, fields, idOf, index, maybe, moments, names } from "./pool.js";

const user = kind({
  weight: 3,
  internal: true,
  data: fields<UserInput>({
    email: fc.oneof({ weight: 9, arbitrary: emails }, { weight: 1, arbitrary: fc.constant("no") }),
    name: names,
    role: maybe(fc.constantFrom("manager")),
    active: maybe(fc.constantFrom(true, true, false)),
  }).filter(({ email }) => email !== "nobody@example.com"),
  resolve: (_at, input) => input,
  tell: ({ world, org }, input) => upsertUser(world, org, input),
})({
  graph: graph(
    `mutation ($input: UserInput!) { answer: upsertUser(input: $input) { ${USER} } }`,
    (input) => ({ input }),
    userView,
  ),
});

const activity = kind({
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
  tell: ({ world, org }, { email, input }) => recordActivity(world, org, email, input),
})({
  graph: graph(
    `mutation ($email: String!, $input: UserActivityInput!) {
      answer: recordUserActivity(email: $email, input: $input) { ${USER} }
    }`,
    ({ email, input: { at, ...input } }) => ({
      email,
      input: { ...input, ...(at !== undefined && { at: time(at) }) },
    }),
    userView,
  ),
});

const users = kind({
  weight: 1,
  data: fc.constant(null),
  resolve: () => ({}),
  tell: ({ org }) => usersInOrder(org).filter(({ active }) => active),
})({
  v1: once(
    () => ({ method: "GET", path: "/v1/users" }),
    (all) => ({ users: all.map((one) => userOut(userView(one))) }),
  ),
  graph: graph(
    `query { answer: users { ${USER} } }`,
    () => ({}),
    (all) => all.map(userView),
  ),
});

const team = kind({
  weight: 2,
  internal: true,
  data: fc.record({
    index: maybe(index),
    name: names,
    members: fc.array(fields({ email: emails, role: maybe(fc.constant("lead")) }), {
      maxLength: 3,
    }),
  }),
  resolve: ({ org, other }, { index, ...input }): TeamInput => {
    const id = index === undefined ? undefined : idOf(org.teams, other.teams, index);
    return { ...input, ...(id !== undefined && { id }) };
  },
  tell: ({ world, org }, input) => upsertTeam(world, org, input),
})({
  graph: graph(
    `mutation ($input: TeamInput!) { answer: upsertTeam(input: $input) { ${TEAM} } }`,
    (input) => ({ input }),
    teamView,
  ),
});

const dropTeam = kind({
  weight: 1,
  internal: true,
  data: index,
  resolve: ({ org, other }, at) => idOf(org.teams, other.teams, at),
  tell: ({ org }, id) => deleteTeam(org, id),
})({
  graph: graph(
    "mutation ($id: ID!) { answer: deleteTeam(id: $id) }",
    (id) => ({ id }),
    (value) => value,
  ),
});

const teams = kind({
  weight: 1,
  data: fc.constant(null),
  resolve: () => ({}),
  tell: ({ org }) => byName(org.teams).map(teamView),
})({
  v1: once(
    () => ({ method: "GET", path: "/v1/teams" }),
    (all) => ({ teams: all }),
  ),
  graph: graph(
    `query { answer: teams { ${TEAM} } }`,
    () => ({}),
    (all) => all,
  ),
});

const template = kind({
  weight: 2,
  internal: true,
  data: fc.record({
    index: maybe(index),
    name: names,
    kept: fc.array(index, { maxLength: 3 }),
    added: fc.array(names, { maxLength: 2 }),
  }),
  resolve: ({ org, other }, { index, name, kept, added }): TemplateInput => {
    const id = index === undefined ? undefined : idOf(org.templates, other.templates, index);
    const questions = (org.templates.find((one) => one.id === id) ?? org.templates[0])?.questions;
    return {
      name,
      ...(id !== undefined && { id }),
      questions: [
        ...kept.flatMap((at) => questions?.[at % 3] ?? []),
        ...added.map((question) => ({ question })),
      ].map((asked) => ({ ...asked })),
    };
  },
  tell: ({ world, org }, input) => upsertTemplate(world, org, input),
})({
  graph: graph(
    `mutation ($input: TemplateInput!) { answer: upsertTemplate(input: $input) { ${TEMPLATE} } }`,
    (input) => ({ input }),
    templateView,
  ),
});

const templates = kind({
  weight: 1,
  data: fc.constant(null),
  resolve: () => ({}),
  tell: ({ org }) => byName(org.templates).map(templateView),
})({
  graph: graph(
    `query { answer: templates { ${TEMPLATE} } }`,
    () => ({}),
    (all) => all,
  ),
});

export const people = { user, activity, users, team, dropTeam, teams, template, templates };
