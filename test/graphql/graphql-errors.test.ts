import { postGraphql } from "../helpers/graphql/post-graphql.js";
import { startServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

test("an invalid argument value is reported with its path and field", async (t) => {
  const { org } = t.context;
  const { data, errors } = await org.sendGraphql("{ few: recordings(first: 0) { hasMore } }");
  t.is(data, null);
  t.is(errors?.length, 1);
  t.like(errors?.[0], { path: ["few"], extensions: { code: "INVALID_FIELD", field: "first" } });
});

/** Documents that can't be executed, with their error codes. */
const invalidDocuments: Record<string, { body: object; code: string }> = {
  "with a syntax error": { body: { query: "{ viewer {" }, code: "GRAPHQL_PARSE_FAILED" },
  "with an unknown field": {
    body: { query: "{ viewer { colour } }" },
    code: "GRAPHQL_VALIDATION_FAILED",
  },
  "with an unknown argument": {
    body: { query: "{ recordings(colour: 1) { hasMore } }" },
    code: "GRAPHQL_VALIDATION_FAILED",
  },
  "without a required input field": {
    body: { query: `mutation { upsertUser(input: { name: "New" }) { email } }` },
    code: "GRAPHQL_VALIDATION_FAILED",
  },
  "with an unknown input field": {
    body: { query: "{ recordings(filter: { colour: 1 }) { hasMore } }" },
    code: "GRAPHQL_VALIDATION_FAILED",
  },
  "without the named operation": {
    body: { query: "query A { viewer { role } }", operationName: "B" },
    code: "OPERATION_RESOLUTION_FAILURE",
  },
  "with two operations and no operationName": {
    body: { query: "query A { viewer { role } } query B { viewer { role } }" },
    code: "OPERATION_RESOLUTION_FAILURE",
  },
  "that is missing": { body: {}, code: "BAD_REQUEST" },
  "that isn't a string": { body: { query: 5 }, code: "BAD_REQUEST" },
};

const INTERNAL_DETAILS =
  /stack|node_modules|\.[jt]s\b|select |insert |sqlite|postgres|relation|no such/i;

for (const [what, { body, code }] of Object.entries(invalidDocuments))
  test(`a document ${what} gets 400 and a code without internal details`, async (t) => {
    const { org, server } = t.context;
    const requestId = crypto.randomUUID();
    const answer = await postGraphql(server, org.internalToken, body, {
      "x-request-id": requestId,
    });
    t.is(answer.status, 400);
    t.false("data" in answer.body);
    for (const { extensions } of answer.body.errors) t.deepEqual(extensions, { code });
    t.notRegex(answer.text, INTERNAL_DETAILS);
    const lines = server.log.filter((line) => line["requestId"] === requestId);
    t.true(lines.length > 0);
    t.deepEqual(
      lines.filter((line) => "err" in line),
      [],
    );
  });

test("a subscription gets 400, because the schema has none", async (t) => {
  const { org, server } = t.context;
  const answer = await postGraphql(server, org.internalToken, {
    query: "subscription { anything }",
  });
  t.is(answer.status, 400);
  t.not(answer.body.errors[0].extensions.code, "INTERNAL");
});

test("an invalid time literal is reported with its field or location", async (t) => {
  const { org, server } = t.context;
  const query = `{ recordings(filter: { from: "2026-02-30" }) { hasMore } }`;
  const answer = await postGraphql(server, org.internalToken, { query });
  t.is(answer.status, 400);
  const [error] = answer.body.errors;
  t.regex(error.message, /2026-01-31T09:30:00Z/);
  t.true(error.extensions.field === "from" || error.locations?.length === 1);
});

test("an internal error hides its cause and logs it under the request ID", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  await server.services.db.schema.dropTable("webhooks");
  const requestId = "request-of-the-defect";
  const query = "{ hooks: webhooks { id } }";
  const answer = await postGraphql(
    server,
    org.internalToken,
    { query },
    { "x-request-id": requestId },
  );
  t.is(answer.status, 200);
  t.is(answer.headers.get("x-request-id"), requestId);
  t.deepEqual(answer.body, {
    data: null,
    errors: [
      {
        message: "Internal error",
        locations: [{ line: 1, column: 3 }],
        path: ["hooks"],
        extensions: { code: "INTERNAL" },
      },
    ],
  });
  const line = server.log.find((entry) => entry["requestId"] === requestId && "err" in entry);
  t.is(line?.["level"], 50);
  t.regex(JSON.stringify(line?.["err"]), /webhooks/);
});

test("a persisted query is rejected with PERSISTED_QUERY_NOT_SUPPORTED", async (t) => {
  const { org, server } = t.context;
  const persistedQuery = { version: 1, sha256Hash: "0".repeat(64) };
  for (const query of [undefined, "{ viewer { role } }"]) {
    const answer = await postGraphql(server, org.internalToken, {
      query,
      extensions: { persistedQuery },
    });
    t.is(answer.body.errors[0].extensions.code, "PERSISTED_QUERY_NOT_SUPPORTED");
    t.is(answer.body.errors[0].extensions.stacktrace, undefined);
  }
});

test("an internal error rolls back the changes of its operation", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  const id = await org.ingestCall();
  await server.services.db.schema.dropTable("action_items");
  const answer = await postGraphql(server, org.internalToken, {
    query: `mutation { completeAnalysis(recordingId: "${id}", input: { summary: "S", actionItems: [{ text: "Call" }] }) { id } }`,
  });
  t.is(answer.body.errors[0].extensions.code, "INTERNAL");
  t.notRegex(answer.text, /action_items/);
  const { recordings } = await org.graphql(`{
    recordings(filter: { status: received }) { nodes { id summary } }
  }`);
  t.deepEqual(recordings.nodes, [{ id, summary: null }]);
});
