import {
  buildClientSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from "graphql";
import { printSortedSchema } from "../../graph/schema.js";
import { postGraphql } from "../helpers/graphql/post-graphql.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Answer, Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const VIEWER = "{ viewer { role } }";
const MUTATION = `mutation { upsertUser(input: { email: "new@example.com", name: "New" }) { email } }`;

const sendGet = async (
  server: SharedServer,
  org: Tenant,
  query: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  server.fetch(`/graphql?query=${encodeURIComponent(query)}`, {
    headers: { authorization: `Bearer ${org.internalToken}`, ...headers },
  });

const errorCodesOf = ({ body }: Answer): string[] =>
  body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);

/** A header that a page of another site can't send without a CORS preflight. */
const preflight = { "apollo-require-preflight": "true" };

test("a GET query needs a header that no form or link can send", async (t) => {
  const { org, server } = t.context;
  const answer = await sendGet(server, org, VIEWER, preflight);
  t.is(answer.status, 200);
  t.deepEqual(answer.body, { data: { viewer: { role: "internal" } } });
  t.regex(answer.headers.get("content-type")!, /^application\/json/);
  const plain = await sendGet(server, org, VIEWER);
  t.is(plain.status, 400);
  t.false("data" in plain.body);
});

test("a GET changes nothing", async (t) => {
  const { org, server } = t.context;
  const before = await loadRowsByTable(server.services.db, org.id);
  const answer = await sendGet(server, org, MUTATION, preflight);
  t.is(answer.status, 405);
  t.is(answer.headers.get("allow"), "POST");
  t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
});

for (const type of [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/graphql",
  "application/json; charset=utf-16",
])
  test(`a body with content type ${type} gets 415 and changes nothing`, async (t) => {
    const { org, server } = t.context;
    const before = await loadRowsByTable(server.services.db, org.id);
    const body = { query: MUTATION };
    const answer = await postGraphql(server, org.internalToken, body, { "content-type": type });
    t.is(answer.status, 415);
    t.deepEqual(errorCodesOf(answer), ["UNSUPPORTED_MEDIA_TYPE"]);
    t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
  });

test("a batch of requests gets 400 and changes nothing", async (t) => {
  const { org, server } = t.context;
  const before = await loadRowsByTable(server.services.db, org.id);
  const answer = await postGraphql(server, org.internalToken, [
    { query: MUTATION },
    { query: VIEWER },
  ]);
  t.is(answer.status, 400);
  t.deepEqual(errorCodesOf(answer), ["INVALID_JSON"]);
  t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
});

test("introspection returns the whole schema", async (t) => {
  const { org } = t.context;
  const { data, errors } = await org.sendGraphql(getIntrospectionQuery(), {}, org.apiKey);
  t.is(errors, undefined);
  t.is(`${printSchema(lexicographicSortSchema(buildClientSchema(data)))}\n`, printSortedSchema());
});

test("/graphql shows browsers no landing page", async (t) => {
  const { org, server } = t.context;
  for (const headers of [{}, preflight]) {
    const answer = await server.fetch("/graphql", {
      headers: { ...headers, accept: "text/html", authorization: `Bearer ${org.internalToken}` },
    });
    t.true(answer.status >= 400 && answer.status < 500);
    t.regex(answer.headers.get("content-type")!, /^application\/json/);
  }
});

test("a request without valid credentials always gets 401 and nothing else", async (t) => {
  const { org, server } = t.context;
  const body = JSON.stringify({ query: VIEWER });
  const requests: [string, RequestInit][] = [
    ["/graphql", { method: "POST", body }],
    ["/graphql", { method: "POST", body, headers: { authorization: "Bearer dbi_wrong" } }],
    ["/graphql", { method: "POST", body, headers: { authorization: org.internalToken } }],
    ["/graphql", { method: "POST", body, headers: { "x-api-key": `${org.apiKey}x` } }],
    ["/graphql", { method: "POST", body: "{" }],
    ["/graphql", { method: "GET", headers: preflight }],
    [`/graphql?x-api-key=${org.apiKey}`, { method: "POST", body }],
    [`/graphql?access_token=${org.internalToken}`, { method: "POST", body }],
  ];
  for (const [path, init] of requests) {
    const headers = { "content-type": "application/json", ...(init.headers as object) };
    const answer = await server.fetch(path, { ...init, headers });
    t.is(answer.status, 401);
    t.deepEqual(answer.body, { errors: [{ message: "Invalid Api Key" }] });
  }
});

test("a later field of a mutation sees the changes of an earlier one", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed();
  const analyse = (alias: string, tag: string): string =>
    `${alias}: completeAnalysis(recordingId: "${id}", input: {
      summary: "${tag}", tags: ["${tag}"], actionItems: [{ text: "${tag}" }]
    }) { summary tags actionItems { text } user { name } }`;
  const data = await org.graphql(`mutation {
    ${analyse("first", "a")}
    upsertUser(input: { email: "rep@example.com", name: "Renamed" }) { email }
    ${analyse("second", "b")}
  }`);
  t.deepEqual(data.first, {
    summary: "a",
    tags: ["a"],
    actionItems: [{ text: "a" }],
    user: { name: "Robin Rep" },
  });
  t.deepEqual(data.second, {
    summary: "b",
    tags: ["b"],
    actionItems: [{ text: "b" }],
    user: { name: "Renamed" },
  });
});

test("OPTIONS lists the methods, and HEAD is a GET without a body", async (t) => {
  const { org, server } = t.context;
  const headers = { authorization: `Bearer ${org.internalToken}`, ...preflight };
  const path = `/graphql?query=${encodeURIComponent(VIEWER)}`;
  const options = await server.fetch(path, { method: "OPTIONS", headers });
  t.true(options.status === 200 || options.status === 204);
  t.regex(options.headers.get("allow") ?? "", /GET.*POST/);
  const head = await server.fetch(path, { method: "HEAD", headers });
  t.is(head.status, 200);
  t.is(head.text, "");
});

test("an unsupported method gets 405 with the allowed methods", async (t) => {
  const { org, server } = t.context;
  const headers = { authorization: `Bearer ${org.internalToken}`, ...preflight };
  const answer = await server.fetch("/graphql", { method: "DELETE", headers });
  t.is(answer.status, 405);
  t.regex(answer.headers.get("allow") ?? "", /GET.*POST/);
});
