import { test } from "../helpers/suite.js";

const LONG = '{"deal":9007199254740993,"list":[-12345678901234567890,1],"small":1.5}';
const UPSERT = `mutation ($input: AppointmentInput!) { upsertAppointment(input: $input) { id metadata } }`;

/** The bytes of JSON with a value that JavaScript's numbers can't hold. */
const withLong = (body: object): string => JSON.stringify(body).replace('"LONG"', LONG);

test("integers beyond 2^53 keep their digits in metadata and custom fields", async (t) => {
  const { org, server } = t.context;
  const email = await org.createUser();
  const send = async (path: string, body: object, headers: Record<string, string> = {}) =>
    server.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": org.apiKey, ...headers },
      body: withLong(body),
    });
  const call = { call_id: "long", user_email: email, started_at: "2026-01-01T10:00:00Z" };
  const dialed = await send(new URL(org.dialerUrl).pathname, { ...call, custom_fields: "LONG" });
  t.is(dialed.status, 200, dialed.text);
  const { id } = dialed.body.recording;
  const recordings = await server.fetch("/graphql", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${org.internalToken}`,
    },
    body: JSON.stringify({
      query: "query ($id: ID!) { recording(id: $id) { customFields } }",
      variables: { id },
    }),
  });
  t.true(recordings.text.includes(`"customFields":${LONG}`), recordings.text);
  const event = {
    event_id: "e-1",
    user_email: email,
    title: "Visit",
    start_time: "2026-01-01T10:00:00Z",
    metadata: "LONG",
  };
  const created = await send("/v1/scheduled-tasks", event);
  t.true(created.status < 300, created.text);
  const listed = await server.fetch("/graphql", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${org.internalToken}`,
    },
    body: JSON.stringify({ query: "{ appointments { nodes { metadata } } }" }),
  });
  t.true(listed.text.includes(`"metadata":${LONG}`), listed.text);
  const long = await send("/v1/scheduled-tasks", { ...event, title: "LONG" });
  t.like(long.body, { code: "INVALID_FIELD" });
});

test("integers beyond 2^53 keep their digits in GraphQL variables", async (t) => {
  const { org, server } = t.context;
  const email = await org.createUser();
  const input = {
    eventId: "e-2",
    userEmail: email,
    title: "Visit",
    startTime: "2026-01-01T10:00:00Z",
    metadata: "LONG",
  };
  const { text } = await server.fetch("/graphql", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${org.internalToken}`,
    },
    body: withLong({ query: UPSERT, variables: { input } }),
  });
  t.true(text.includes(`"metadata":${LONG}`), text);
});
