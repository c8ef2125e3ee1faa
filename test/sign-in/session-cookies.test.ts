import {
  createAdmin,
  cookieOf,
  createConsoleSession,
  PASSWORD,
  signInAdmin,
  SIGN_IN,
  VIEWER,
} from "../helpers/sign-in/console-session.js";
import { sendRaw } from "../helpers/rest/raw-request.js";
import { test } from "../helpers/suite.js";

const HOME = "https://debrief.example.com";
const JSON_TYPE = { "content-type": "application/json" };
const REFUSED = '{"errors":[{"message":"Invalid Api Key"}]}';

test("the cookie is host-only, HttpOnly and SameSite=Strict", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  const attributes = "Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure";
  const { port } = new URL(server.url);
  for (const origin of [HOME, `http://127.0.0.1:${port}`]) {
    const answer = await createConsoleSession(server, { origin }).signIn(email);
    const [cookie, device, ...more] = answer.headers.getSetCookie();
    t.deepEqual(more, []);
    t.regex(cookie!, /^__Host-debrief=[\w-]{43}; /);
    t.regex(device!, /^__Host-debrief-device-[\da-f]{12}=v1\.[\w-]+; Path=\/; Max-Age=31536000; /);
    t.true(device!.endsWith("; HttpOnly; SameSite=Strict; Secure"));
    t.is(cookie!.slice(cookie!.indexOf("; ") + 2), attributes, origin);
  }
});

test("the console's origin is PUBLIC_URL's or the request's host, no other", async (t) => {
  const { server, org } = t.context;
  const page = await signInAdmin(server, org);
  const { host, port } = new URL(server.url);
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await createConsoleSession(server, headers).query(VIEWER, {}, { cookie: page.cookie! }))
      .status;
  for (const headers of [
    { origin: HOME },
    { origin: `http://${host}` },
    { origin: `https://${host}` },
    { "sec-fetch-site": "same-origin" },
  ] as Record<string, string>[])
    t.is(await status(headers), 200, JSON.stringify(headers));
  for (const headers of [
    {},
    { origin: "null" },
    { origin: "" },
    { origin: "https://evil.example.com" },
    { origin: `https://evil.example.com, ${HOME}` },
    { origin: "https://debrief.example.com.evil.example" },
    { origin: "https://debrief.example.com:8443" },
    { origin: "http://debrief.example.com" },
    { origin: `http://localhost:${port}` },
    { origin: `http://127.0.0.1` },
    { origin: "https://evil.example.com", "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "none" },
  ] as Record<string, string>[])
    t.is(await status(headers), 401, JSON.stringify(headers));
});

test("only POST requests with JSON may use the cookie", async (t) => {
  const { server, org } = t.context;
  const page = await signInAdmin(server, org);
  const own = { origin: HOME, cookie: page.cookie!, "apollo-require-preflight": "1" };
  const body = JSON.stringify({ query: VIEWER });
  const query = `query=${encodeURIComponent(VIEWER)}`;
  const requests = [
    { method: "GET", path: `/graphql?${query}`, headers: own },
    { method: "GET", path: `/graphql?${query}`, headers: { ...own, ...JSON_TYPE } },
    { method: "HEAD", path: `/graphql?${query}`, headers: { ...own, ...JSON_TYPE } },
    { method: "PUT", path: "/graphql", headers: { ...own, ...JSON_TYPE }, body },
    ...[
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "text/plain",
      "text/plain; application/json",
      "application/json-seq",
      "application/json, text/plain",
    ].map((type) => ({
      method: "POST",
      path: "/graphql",
      headers: { ...own, "content-type": type },
      body,
    })),
    { method: "POST", path: "/graphql", headers: own, body },
  ];
  for (const request of requests)
    t.is((await sendRaw(server, request)).status, 401, JSON.stringify(request));
  t.is((await page.query(VIEWER)).status, 200);
});

test("a key or token overrides the cookie, even if it is wrong or empty", async (t) => {
  const { server, org } = t.context;
  const page = await signInAdmin(server, await server.createTenant("Other"));
  const roles = { [org.apiKey]: "integration", [org.internalToken]: "internal" };
  for (const [key, role] of Object.entries(roles)) {
    const { body } = await page.query(VIEWER, {}, { authorization: `Bearer ${key}` });
    t.like(body.data.viewer, { role, organization: { id: org.id }, user: null });
  }
  for (const headers of [
    { authorization: "Bearer wrong" },
    { authorization: "Basic eDp5" },
    { authorization: "" },
    { "x-api-key": "" },
    { "x-api-key": "wrong" },
  ] as Record<string, string>[]) {
    t.is((await page.query(VIEWER, {}, headers)).status, 401, JSON.stringify(headers));
    const variables = { email: page.email, password: PASSWORD };
    t.is((await createConsoleSession(server).query(SIGN_IN, variables, headers)).status, 401);
  }
});

test("/v1 and the machine endpoints ignore the cookie", async (t) => {
  const { server, org } = t.context;
  const { cookie } = await signInAdmin(server, org);
  const headers = { cookie: cookie!, origin: HOME, ...JSON_TYPE };
  for (const path of ["/v1/users", "/v1/recordings", "/v1/webhooks"])
    t.is((await server.fetch(path, { headers })).status, 401, path);
  const answer = await server.fetch("/v1/dialer", { method: "POST", headers, body: "{}" });
  t.is(answer.status, 401);
});

test("an unknown cookie counts as no cookie", async (t) => {
  const { server, org } = t.context;
  const page = await signInAdmin(server, org);
  const [name, token] = page.cookie!.split("=") as [string, string];
  for (const cookie of [
    `debrief=${token}`,
    `__Host-debrief=`,
    `${name}=${token.slice(1)}`,
    `${name}=${token.slice(1)}A`,
    `${name}=${org.internalToken}`,
    `x${name}=${token}`,
  ]) {
    t.is((await page.query(VIEWER, {}, { cookie })).status, 401, cookie);
    // Nor does it prevent a sign-in.
    const variables = { email: page.email, password: PASSWORD };
    t.is(
      (await createConsoleSession(server).query(SIGN_IN, variables, { cookie })).status,
      200,
      cookie,
    );
  }
});

test("a visitor's request can contain one sign-in and nothing else", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  const attempt = `signIn(email: "${email}", password: "${PASSWORD}")`;
  for (const query of [
    VIEWER,
    "{ __typename }",
    "mutation { __typename }",
    "{ __schema { types { name } } }",
    '{ __type(name: "User") { name } }',
    "mutation { signOut }",
    "mutation { refreshApiKey { apiKey } }",
    `mutation { signIn: refreshApiKey { apiKey } }`,
    `mutation { ${attempt} { role } again: ${attempt} { role } }`,
    `mutation { ${attempt} { role } refreshApiKey { apiKey } }`,
    `mutation { ${attempt} { role } __typename }`,
    `mutation { ...A } fragment A on Mutation { ${attempt} { role } again: ${attempt} { role } }`,
    `mutation { ... on Mutation { ${attempt} { role } again: ${attempt} { role } } }`,
    `mutation A { ${attempt} { role } } mutation B { ${attempt} { role } }`,
    `mutation A { ${attempt} { role } } query B { __schema { types { name } } }`,
    `mutation { ${attempt} { ...A } } fragment A on Viewer { role }`,
    `query { ${attempt} { role } }`,
    `mutation { ${attempt} @skip(if: true) { role } }`,
    `mutation @include(if: true) { ${attempt} { role } }`,
    `subscription { ${attempt} { role } }`,
    "mutation {",
    "",
  ]) {
    const answer = await createConsoleSession(server).query(query);
    t.is(answer.status, 401, query);
    t.is(answer.text, REFUSED, query);
    t.is(cookieOf(answer), undefined);
  }
  const own = { ...JSON_TYPE, origin: HOME };
  for (const body of [
    "[]",
    "{",
    JSON.stringify([{ query: `mutation { ${attempt} { role } }` }]),
    JSON.stringify({ query: { toString: attempt } }),
    JSON.stringify({
      query: `mutation { ${attempt} { role } }`,
      extensions: { persistedQuery: { version: 1 } },
    }),
    JSON.stringify({ query: `mutation { ${attempt} { role } }`, more: "x".repeat(20_000) }),
  ]) {
    const answer = await server.fetch("/graphql", { method: "POST", headers: own, body });
    t.is(answer.text, REFUSED, body.slice(0, 60));
  }
  t.is(
    (await createConsoleSession(server).query(`mutation { a: ${attempt} { role } }`)).status,
    200,
  );
  const unknown = await createConsoleSession(server).query(`mutation { ${attempt} { secret } }`);
  t.is(unknown.status, 400);
});

test("signing in works with an open session", async (t) => {
  const { server, org } = t.context;
  const page = await signInAdmin(server, org);
  const other = await server.createTenant("Other");
  const email = await createAdmin(server, other);
  const wrong = await page.signIn(email, "something else");
  t.is(wrong.status, 401);
  t.is(wrong.body.errors[0].message, "Wrong e-mail or password");
  t.is((await page.query(VIEWER)).body.data.viewer.organization.id, org.id);
  t.is((await page.signIn(email)).status, 200);
  t.is((await page.query(VIEWER)).body.data.viewer.organization.id, other.id);
  // A sign-in with other fields runs within the open session.
  const attempt = `signIn(email: "${email}", password: "${PASSWORD}") { role }`;
  const more = await page.query(`mutation { ${attempt} signOut }`);
  t.is(more.body.errors[0].extensions.code, "FORBIDDEN");
});

test("requests from other origins can't sign in", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  for (const headers of [{}, { origin: "https://evil.example.com" }] as Record<string, string>[]) {
    const answer = await createConsoleSession(server, headers).signIn(email);
    t.is(answer.text, REFUSED);
    t.deepEqual(answer.headers.getSetCookie(), []);
  }
});
