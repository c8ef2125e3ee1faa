import {
  admin,
  cookieOf,
  openPage,
  PASSWORD,
  signedIn,
  SIGN_IN,
  VIEWER,
} from "./helpers/console.js";
import { raw } from "./helpers/raw.js";
import { test } from "./helpers/suite.js";

const HOME = "https://debrief.example.com";
const JSON_TYPE = { "content-type": "application/json" };
const REFUSED = '{"errors":[{"message":"Invalid Api Key"}]}';

test("the cookie is the host's alone, out of reach of scripts and other sites", async (t) => {
  const { server, org } = t.context;
  const email = await admin(server, org);
  const attributes = "Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure";
  const { port } = new URL(server.url);
  for (const origin of [HOME, `http://127.0.0.1:${port}`]) {
    const answer = await openPage(server, { origin }).signIn(email);
    const [cookie, ...more] = answer.headers.getSetCookie();
    t.deepEqual(more, []);
    t.regex(cookie!, /^__Host-debrief=[\w-]{43}; /);
    t.is(cookie!.slice(cookie!.indexOf("; ") + 2), attributes, origin);
  }
});

test("a page is ours by PUBLIC_URL or by the host that it asks, and by no other origin", async (t) => {
  const { server, org } = t.context;
  const page = await signedIn(server, org);
  const { host, port } = new URL(server.url);
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await openPage(server, headers).ask(VIEWER, {}, { cookie: page.cookie! })).status;
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

test("a cookie is looked at with JSON that is posted, and with nothing else", async (t) => {
  const { server, org } = t.context;
  const page = await signedIn(server, org);
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
    t.is((await raw(server, request)).status, 401, JSON.stringify(request));
  t.is((await page.ask(VIEWER)).status, 200);
});

test("a key or a token beside the cookie wins, even where it is wrong or empty", async (t) => {
  const { server, org } = t.context;
  const page = await signedIn(server, await server.tenant("Other"));
  const roles = { [org.apiKey]: "integration", [org.internalToken]: "internal" };
  for (const [key, role] of Object.entries(roles)) {
    const { body } = await page.ask(VIEWER, {}, { authorization: `Bearer ${key}` });
    t.like(body.data.viewer, { role, organization: { id: org.id }, user: null });
  }
  for (const headers of [
    { authorization: "Bearer wrong" },
    { authorization: "Basic eDp5" },
    { authorization: "" },
    { "x-api-key": "" },
    { "x-api-key": "wrong" },
  ] as Record<string, string>[]) {
    t.is((await page.ask(VIEWER, {}, headers)).status, 401, JSON.stringify(headers));
    const variables = { email: page.email, password: PASSWORD };
    t.is((await openPage(server).ask(SIGN_IN, variables, headers)).status, 401);
  }
});

test("/v1 and the pages for machines take no cookie", async (t) => {
  const { server, org } = t.context;
  const { cookie } = await signedIn(server, org);
  const headers = { cookie: cookie!, origin: HOME, ...JSON_TYPE };
  for (const path of ["/v1/users", "/v1/recordings", "/v1/webhooks"])
    t.is((await server.fetch(path, { headers })).status, 401, path);
  const answer = await server.fetch("/v1/dialer", { method: "POST", headers, body: "{}" });
  t.is(answer.status, 401);
});

test("a cookie that is no session's is none", async (t) => {
  const { server, org } = t.context;
  const page = await signedIn(server, org);
  const [name, token] = page.cookie!.split("=") as [string, string];
  for (const cookie of [
    `debrief=${token}`,
    `__Host-debrief=`,
    `${name}=${token.slice(1)}`,
    `${name}=${token.slice(1)}A`,
    `${name}=${org.internalToken}`,
    `x${name}=${token}`,
  ]) {
    t.is((await page.ask(VIEWER, {}, { cookie })).status, 401, cookie);
    // Nor is it in the way of whoever signs in.
    const variables = { email: page.email, password: PASSWORD };
    t.is((await openPage(server).ask(SIGN_IN, variables, { cookie })).status, 200, cookie);
  }
});

test("a visitor signs in with one attempt in a request, and can run nothing else", async (t) => {
  const { server, org } = t.context;
  const email = await admin(server, org);
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
    const answer = await openPage(server).ask(query);
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
  t.is((await openPage(server).ask(`mutation { a: ${attempt} { role } }`)).status, 200);
  const unknown = await openPage(server).ask(`mutation { ${attempt} { secret } }`);
  t.is(unknown.status, 400);
});

test("whoever has a session may sign in all the same", async (t) => {
  const { server, org } = t.context;
  const page = await signedIn(server, org);
  const other = await server.tenant("Other");
  const email = await admin(server, other);
  const wrong = await page.signIn(email, "something else");
  t.is(wrong.status, 401);
  t.is(wrong.body.errors[0].message, "The e-mail or the password is wrong");
  t.is((await page.ask(VIEWER)).body.data.viewer.organization.id, org.id);
  t.is((await page.signIn(email)).status, 200);
  t.is((await page.ask(VIEWER)).body.data.viewer.organization.id, other.id);
  // A session is not put aside by what does more than that.
  const attempt = `signIn(email: "${email}", password: "${PASSWORD}") { role }`;
  const more = await page.ask(`mutation { ${attempt} signOut }`);
  t.is(more.body.errors[0].extensions.code, "FORBIDDEN");
});

test("whoever asks from elsewhere cannot sign a browser in", async (t) => {
  const { server, org } = t.context;
  const email = await admin(server, org);
  for (const headers of [{}, { origin: "https://evil.example.com" }] as Record<string, string>[]) {
    const answer = await openPage(server, headers).signIn(email);
    t.is(answer.text, REFUSED);
    t.deepEqual(answer.headers.getSetCookie(), []);
  }
});
