import {
  sendGraphqlAs,
  createForeignOrganization,
  type ForeignNames,
  withoutRequestId,
  createUnknownNames,
} from "../helpers/organizations/foreign-organization.js";
import { buildOperations } from "../helpers/graphql/operations.js";
import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import { test } from "../helpers/suite.js";
import { createTemplate } from "../helpers/analysis/templates.js";

const task = { user_email: "rep@example.com", start_time: "2026-03-03T10:00:00Z" };
const call = { call_id: "1", started_at: "2026-03-03T10:00:00Z" };

const buildRequests = (foreign: ForeignNames): [string, string, object?][] => [
  ["GET", `/v1/recordings/${foreign.processedRecording}`],
  ["GET", `/v1/recordings/${foreign.processedRecording}/transcript`],
  ["GET", `/v1/recordings/${foreign.recording}/transcript`],
  ["GET", `/v1/clients/${foreign.client}`],
  ["GET", `/v1/clients?crmEntityId=${foreign.customer}`],
  ["GET", `/v1/clients?email=${foreign.user}`],
  ["GET", `/v1/clients?cursor=${foreign.clientCursor}`],
  ["GET", `/v1/scheduled-tasks?user_email=${foreign.user}`],
  ["GET", `/v1/scheduled-tasks?startAfter=${foreign.appointmentCursor}`],
  ["GET", `/v1/scheduled-tasks/${foreign.event}`],
  ["PUT", `/v1/scheduled-tasks/${foreign.event}`, { title: "Changed" }],
  ["PUT", `/v1/scheduled-tasks/own`, { user_email: foreign.user }],
  ["DELETE", `/v1/scheduled-tasks/${foreign.event}`],
  ["POST", "/v1/scheduled-tasks", { ...task, event_id: "new", user_email: foreign.user }],
  ["POST", "/v1/dialer", { ...call, user_email: foreign.user }],
];

test("/v1 answers another organization's ids like unknown ids", async (t) => {
  const { org, server } = t.context;
  const { other, names } = await createForeignOrganization(server);
  await pushAppointment(org, { event_id: "own" });
  const rows = await loadRowsByTable(server.services.db, other.id);
  // A refused call is written only to the log of received calls.
  const ownRows = async () => ({
    ...(await loadRowsByTable(server.services.db, org.id)),
    inbound_calls: [],
  });
  const own = await ownRows();
  const unknowns = buildRequests(createUnknownNames(server, names));
  for (const [index, request] of buildRequests(names).entries()) {
    const answer = withoutRequestId(await org.send(...request));
    t.deepEqual(answer, withoutRequestId(await org.send(...unknowns[index]!)), request[1]);
    // The other organization gets another answer: there was something to reveal.
    if (request[0] === "GET") t.not((await other.send(...request)).text, answer.text);
  }
  t.deepEqual(await loadRowsByTable(server.services.db, other.id), rows);
  t.deepEqual(await ownRows(), own);
});

const listOperations = (foreign: ForeignNames): string[] =>
  Object.values(buildOperations(foreign)).flat();

test("GraphQL answers another organization's ids like unknown ids", async (t) => {
  const { org, server } = t.context;
  const { other, names } = await createForeignOrganization(server);
  const rows = await loadRowsByTable(server.services.db, other.id);
  const own = await loadRowsByTable(server.services.db, org.id);
  const unknowns = listOperations(createUnknownNames(server, names));
  let count = 0;
  for (const [index, operation] of listOperations(names).entries()) {
    if (operation === unknowns[index]) continue;
    count += 1;
    for (const kind of ["query", "mutation"]) {
      const answer = withoutRequestId(await sendGraphqlAs(server, org, `${kind} { ${operation} }`));
      t.deepEqual(
        answer,
        withoutRequestId(await sendGraphqlAs(server, org, `${kind} { ${unknowns[index]} }`)),
      );
      t.false(answer.text.includes("INTERNAL"), operation);
    }
  }
  t.true(count > 15);
  t.deepEqual(await loadRowsByTable(server.services.db, other.id), rows);
  t.deepEqual(await loadRowsByTable(server.services.db, org.id), own);
});

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;
const TEMPLATE = `mutation ($input: TemplateInput!) { upsertTemplate(input: $input) { id } }`;
const TEAM = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`;
const REVIEW = `mutation ($id: ID!, $email: String!) {
  addReview(recordingId: $id, reviewerEmail: $email, durationMs: 1) { id }
}`;
const ACTIVITY = `mutation ($email: String!) {
  recordUserActivity(email: $email, input: { kind: accessed }) { email }
}`;

/** Operations on own objects with an argument that names another organization's object. */
const buildNestedOperations = (
  foreign: ForeignNames,
  id: string,
  ownTemplate: string,
): [string, object][] => {
  const answers = [{ questionId: foreign.question, yes: true }];
  const analysis = { summary: "S", templateId: ownTemplate, process: { answers } };
  return [
    [
      `query ($id: ID!) { recordings(filter: { clientId: $id }) { nodes { id } } }`,
      { id: foreign.client },
    ],
    [
      `query ($e: String!) { recordings(filter: { userEmail: $e }) { nodes { id } } }`,
      { e: foreign.user },
    ],
    [`query ($e: String!) { appointment(eventId: $e) { id } }`, { e: foreign.event }],
    [`query ($a: String!) { clients(after: $a) { hasMore } }`, { a: foreign.clientCursor }],
    [
      `query ($a: String!) { appointments(after: $a) { hasMore } }`,
      { a: foreign.appointmentCursor },
    ],
    [`query ($a: String!) { deliveries(after: $a) { hasMore } }`, { a: foreign.deliveryCursor }],
    [
      `query ($id: ID!) { deliveries(filter: { webhookId: $id }) { nodes { id } } }`,
      { id: foreign.webhook },
    ],
    [
      `query ($id: ID!) { deliveries(filter: { recordingId: $id }) { nodes { id } } }`,
      { id: foreign.processedRecording },
    ],
    [COMPLETE, { id, input: { summary: "S", templateId: foreign.template } }],
    [COMPLETE, { id, input: analysis }],
    [COMPLETE, { id, input: { ...analysis, templateId: foreign.template } }],
    [TEMPLATE, { input: { id: foreign.template, name: "T", questions: [] } }],
    [TEMPLATE, { input: { name: "T", questions: [{ id: foreign.question, question: "?" }] } }],
    [
      TEMPLATE,
      {
        input: { id: ownTemplate, name: "T", questions: [{ id: foreign.question, question: "?" }] },
      },
    ],
    [TEAM, { input: { name: "T", members: [{ email: foreign.user }] } }],
    [REVIEW, { id, email: foreign.user }],
    [ACTIVITY, { email: foreign.user }],
  ];
};

test("GraphQL answers another organization's ids inside arguments like unknown ids", async (t) => {
  const { org, server } = t.context;
  const { other, names } = await createForeignOrganization(server);
  const id = await org.ingestCall();
  const { id: own } = await createTemplate(org, "Was there a greeting?");
  const rows = [
    await loadRowsByTable(server.services.db, other.id),
    await loadRowsByTable(server.services.db, org.id),
  ];
  const unknowns = buildNestedOperations(createUnknownNames(server, names), id, own);
  for (const [index, operation] of buildNestedOperations(names, id, own).entries()) {
    const answer = withoutRequestId(await sendGraphqlAs(server, org, ...operation));
    const expected = withoutRequestId(await sendGraphqlAs(server, org, ...unknowns[index]!));
    t.deepEqual(answer, expected, JSON.stringify(operation));
    t.false(answer.text.includes("INTERNAL"), JSON.stringify(operation));
  }
  t.deepEqual(
    [
      await loadRowsByTable(server.services.db, other.id),
      await loadRowsByTable(server.services.db, org.id),
    ],
    rows,
  );
});

test("a call never matches another organization's appointment by event id", async (t) => {
  const { org, server } = t.context;
  const { other, names } = await createForeignOrganization(server);
  const id = await org.createProcessed({ event_id: names.event });
  t.is((await org.get(`/v1/recordings/${id}`)).body.recording.eventId, null);
  const { body } = await other.get(`/v1/scheduled-tasks/${names.event}`);
  t.is(body.appointment.recordingId, null);
});

test("clients of two organizations may share an external id", async (t) => {
  const { org, server } = t.context;
  const { names } = await createForeignOrganization(server);
  await pushAppointment(org, { customer: { id: "own" } });
  const { id } = (await org.get("/v1/clients")).body.clients[0];
  const update = `mutation ($id: ID!, $crm: String) {
    updateClient(id: $id, input: { crmEntityId: $crm }) { crmEntityId }
  }`;
  const { updateClient } = await org.graphql(update, { id, crm: names.customer });
  t.is(updateClient.crmEntityId, names.customer);
});
