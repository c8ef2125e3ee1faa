import { issueOperatorToken } from "../helpers/sign-in/operator-token.js";
import { formatQuery } from "../helpers/graphql/format-query.js";
import { sendRaw } from "../helpers/rest/raw-request.js";
import type { Answer } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const REFUSED = '{"message":"Invalid Api Key"}';

const CALL = JSON.stringify({
  call_id: "c-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
});

/** Changes the last character: the format stays right, but the checksum is wrong. */
const withWrongChecksum = (key: string): string =>
  key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");

test("the key is read from x-api-key and from a bearer token in any case", async (t) => {
  const { server, org } = t.context;
  const statuses = await Promise.all(
    [
      { "x-api-key": org.apiKey },
      { "X-API-KEY": org.apiKey },
      { authorization: `Bearer ${org.apiKey}` },
      { authorization: `bearer ${org.apiKey}` },
      { authorization: `BEARER ${org.apiKey}` },
    ].map(async (headers) => (await server.fetch("/v1/users", { headers })).status),
  );
  t.deepEqual(statuses, [200, 200, 200, 200, 200]);
});

test("any value that isn't an organization's API key gets 401", async (t) => {
  const { server, org } = t.context;
  const { apiKey, internalToken } = org;
  const operator = await issueOperatorToken(server);
  const refused: Record<string, string>[] = [
    {},
    { "x-api-key": "" },
    { "x-api-key": withWrongChecksum(apiKey) },
    { "x-api-key": apiKey.toLowerCase() },
    { "x-api-key": apiKey.slice(4) },
    { "x-api-key": `Bearer ${apiKey}` },
    { "x-api-key": internalToken },
    { "x-api-key": operator },
    { "x-api-key": `dbk_${internalToken.slice(4)}` },
    { "x-api-key": org.id },
    { "x-api-key": org.signingSecret },
    { authorization: apiKey },
    { authorization: "Bearer" },
    { authorization: `Basic ${btoa(`${apiKey}:`)}` },
    { authorization: `Basic ${apiKey}` },
    { authorization: `Bearer ${withWrongChecksum(apiKey)}` },
    { authorization: `Bearer ${internalToken}` },
    { authorization: `Bearer ${operator}` },
    { cookie: `x-api-key=${apiKey}` },
  ];
  for (const headers of refused) {
    const answer = await server.fetch("/v1/users", { headers });
    t.is(answer.status, 401, JSON.stringify(headers));
    t.is(answer.text, REFUSED);
  }
});

test("x-api-key takes precedence over the bearer, even if it is wrong or empty", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant("Other");
  await other.createUser("other@example.com");
  const send = (key: string, bearer: string): Promise<Answer> =>
    server.fetch("/v1/users", {
      headers: { "x-api-key": key, authorization: `Bearer ${bearer}` },
    });
  const both = await send(org.apiKey, other.apiKey);
  t.is(both.body.users[0].email, "rep@example.com");
  t.is((await send(org.apiKey, "nonsense")).status, 200);
  t.is((await send("nonsense", org.apiKey)).text, REFUSED);
  t.is((await send("", org.apiKey)).text, REFUSED);
});

test("several x-api-key headers get 401, even if each is valid", async (t) => {
  const { server, org } = t.context;
  for (const keys of [
    [org.apiKey, org.apiKey],
    [org.apiKey, ""],
    ["", org.apiKey],
  ]) {
    const answer = await sendRaw(server, {
      path: "/v1/users",
      headers: { "x-api-key": keys, authorization: `Bearer ${org.apiKey}` },
    });
    t.is(answer.status, 401);
    t.is(answer.text, REFUSED);
  }
});

test("a key in the query string is never read", async (t) => {
  const { server, org } = t.context;
  for (const name of ["x-api-key", "api_key", "apiKey", "key", "access_token", "authorization"]) {
    t.is(
      (await server.fetch(`/v1/users?${formatQuery({ [name]: org.apiKey })}`)).text,
      REFUSED,
      name,
    );
    const { body } = await org.get(`/v1/users?${formatQuery({ [name]: "wrong" })}`);
    t.like(body, { code: "INVALID_FIELD", field: name }, "an unknown parameter like any other");
  }
});

test("a caller without a key learns nothing about paths, methods and bodies", async (t) => {
  const { server } = t.context;
  const json = { "content-type": "application/json" };
  const requests = [
    { path: "/v1" },
    { path: "/v1/" },
    { path: "/v1/nothing" },
    { path: "/v1/recordings/%ZZ" },
    { path: "/v1/recordings?limit=0&limit=1" },
    { method: "OPTIONS", path: "/v1/users" },
    { method: "PATCH", path: "/v1/users" },
    { method: "DELETE", path: "/v1/scheduled-tasks/e-1" },
    { method: "POST", path: "/v1/scheduled-tasks", headers: json, body: "{" },
    { method: "POST", path: "/v1/scheduled-tasks", body: "x=1" },
    { method: "POST", path: "/v1/dialer", headers: json, body: CALL },
    { method: "POST", path: "/v1/dialer/", headers: json, body: CALL },
    { method: "POST", path: "/v1/dialer/wrong", headers: json, body: CALL },
    { method: "POST", path: "/v1/dialer/%ZZ", headers: json, body: CALL },
    { method: "GET", path: "/v1/dialer/wrong" },
  ];
  for (const request of requests) {
    const answer = await sendRaw(server, request);
    t.is(answer.status, 401, request.path);
    t.is(answer.text, REFUSED, request.path);
    t.truthy(answer.headers["x-request-id"]);
  }
  const head = await sendRaw(server, { method: "HEAD", path: "/v1/users" });
  t.is(head.status, 401);
  t.is(head.text, "");
});

test("an unknown path is 401 without a key and 404 with one", async (t) => {
  const { server, org } = t.context;
  for (const path of ["/v1", "/v1/", "/v1/nothing", "/v1/teams/nobody"]) {
    t.is((await server.fetch(path)).status, 401, path);
    const answer = await org.get(path);
    t.is(answer.status, 404, path);
    t.deepEqual(answer.body, { message: "Not found", code: "NOT_FOUND" });
  }
});

test("/graphql distinguishes the API key, internal tokens and operator tokens", async (t) => {
  const { server, org } = t.context;
  const operator = await issueOperatorToken(server);
  const send = (headers: Record<string, string>): Promise<Answer> =>
    server.fetch("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query: "{ viewer { role organization { id } } }" }),
    });
  const fetchViewer = async (headers: Record<string, string>): Promise<unknown> =>
    (await send(headers)).body.data.viewer;
  const organization = { id: org.id };
  const { apiKey, internalToken } = org;
  t.deepEqual(await fetchViewer({ "x-api-key": apiKey }), { role: "integration", organization });
  t.deepEqual(await fetchViewer({ authorization: `Bearer ${apiKey}` }), {
    role: "integration",
    organization,
  });
  t.deepEqual(await fetchViewer({ authorization: `bearer ${internalToken}` }), {
    role: "internal",
    organization,
  });
  t.deepEqual(await fetchViewer({ authorization: `Bearer ${operator}` }), {
    role: "operator",
    organization: null,
  });
  for (const headers of [
    {},
    { "x-api-key": "" },
    { "x-api-key": internalToken },
    { "x-api-key": operator },
    { "x-api-key": "", authorization: `Bearer ${internalToken}` },
    { authorization: `Bearer ${withWrongChecksum(internalToken)}` },
    { authorization: `Bearer ${withWrongChecksum(apiKey)}` },
    { authorization: `Bearer dbo_${internalToken.slice(4)}` },
  ] as Record<string, string>[]) {
    const answer = await send(headers);
    t.is(answer.status, 401, JSON.stringify(headers));
    t.is(answer.body.errors[0].message, "Invalid Api Key");
    t.false(Object.hasOwn(answer.body, "data"));
  }
});
