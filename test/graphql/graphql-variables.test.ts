import { postGraphql } from "../helpers/graphql/post-graphql.js";
import { test } from "../helpers/suite.js";

const documents = {
  user: "mutation ($any: UserInput!) { upsertUser(input: $any) { email } }",
  team: "mutation ($any: TeamInput!) { upsertTeam(input: $any) { id } }",
  appointment: "mutation ($any: AppointmentInput!) { upsertAppointment(input: $any) { id } }",
  change: `mutation ($any: AppointmentPatch!) {
    updateAppointment(eventId: "e-1", input: $any) { id }
  }`,
  flat: `mutation ($email: String!) {
    recordUserActivity(email: $email, input: { kind: accessed }) { email }
  }`,
  fields: `mutation ($mail: String!, $title: String!) {
    upsertUser(input: { email: $mail, name: $title }) { email }
  }`,
  list: "query ($any: RecordingFilter) { recordings(filter: $any) { hasMore } }",
  page: "query ($count: Int, $from: DateFrom) { recordings(first: $count, filter: { from: $from }) { hasMore } }",
};

interface Case {
  document: keyof typeof documents;
  variables: object;
  code?: string;
  field: string;
}

const appointment = {
  eventId: "e-1",
  userEmail: "rep@example.com",
  startTime: "2026-03-03T10:00Z",
};
const MISSING = "MISSING_REQUIRED_FIELD";

/** Invalid variables, each with the field that the error names. */
const refused: Record<string, Case> = {
  "a missing input": { document: "user", variables: {}, code: MISSING, field: "input" },
  "a null input": {
    document: "user",
    variables: { any: null },
    code: MISSING,
    field: "input",
  },
  "a missing argument": {
    document: "flat",
    variables: {},
    code: MISSING,
    field: "email",
  },
  "a missing field": {
    document: "user",
    variables: { any: { name: "New" } },
    code: MISSING,
    field: "email",
  },
  "a null in a required field": {
    document: "user",
    variables: { any: { email: null, name: "New" } },
    code: MISSING,
    field: "email",
  },
  "a missing field in a list": {
    document: "team",
    variables: { any: { name: "North", members: [{ email: "rep@example.com" }, {}] } },
    code: MISSING,
    field: "members.1.email",
  },
  "a missing variable with another name than its field": {
    document: "fields",
    variables: { mail: "new@example.com" },
    code: MISSING,
    field: "name",
  },
  "the first missing field in schema order": {
    document: "appointment",
    variables: { any: {} },
    code: MISSING,
    field: "eventId",
  },
  "a missing field besides a wrong one": {
    document: "user",
    variables: { any: { email: 5 } },
    code: MISSING,
    field: "name",
  },
  "a number instead of a string": {
    document: "user",
    variables: { any: { email: "new@example.com", name: 5 } },
    field: "name",
  },
  "a string instead of a list": {
    document: "team",
    variables: { any: { name: "North", members: "all" } },
    field: "members",
  },
  "a nested field": {
    document: "appointment",
    variables: { any: { ...appointment, customer: { id: 5 } } },
    field: "customer.id",
  },
  "a fraction instead of an integer": {
    document: "page",
    variables: { count: 1.5 },
    field: "first",
  },
  "a string instead of a number": {
    document: "page",
    variables: { count: "25" },
    field: "first",
  },
  "an impossible date": {
    document: "page",
    variables: { from: "2026-02-30" },
    field: "from",
  },
  "a time that isn't UTC": {
    document: "appointment",
    variables: { any: { ...appointment, startTime: "2026-03-03T10:00:00+01:00" } },
    field: "startTime",
  },
  "a numeric time": {
    document: "appointment",
    variables: { any: { ...appointment, startTime: 1_772_532_000 } },
    field: "startTime",
  },
  "an unknown enum value": {
    document: "list",
    variables: { any: { status: "lost" } },
    field: "status",
  },
  "an unknown field": {
    document: "list",
    variables: { any: { colour: "red" } },
    field: "filter",
  },
};

for (const [what, { document, variables, code = "INVALID_FIELD", field }] of Object.entries(
  refused,
))
  test(`the error of ${what} names ${field}`, async (t) => {
    const { org, server } = t.context;
    const body = { query: documents[document], variables };
    const answer = await postGraphql(server, org.internalToken, body);
    t.is(answer.status, 400);
    t.deepEqual(Object.keys(answer.body), ["errors"]);
    t.is(answer.body.errors.length, 1);
    const [error] = answer.body.errors;
    t.deepEqual(error.extensions, { code, field });
    t.true(error.message.startsWith(`${field} `), error.message);
  });

test("a null in an optional field is reported before other invalid fields", async (t) => {
  const { org, server } = t.context;
  const body = {
    query: documents.change,
    variables: { any: { userEmail: "", startTime: null, customer: { id: "" } } },
  };
  const answer = await postGraphql(server, org.internalToken, body);
  t.deepEqual(answer.body.errors[0].extensions, { code: MISSING, field: "startTime" });
});
