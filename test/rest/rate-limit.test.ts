import {
  createAdmin,
  createConsoleSession,
  PASSWORD,
  SIGN_IN,
  VIEWER,
} from "../helpers/sign-in/console-session.js";
import { dialect } from "../helpers/engine/database.js";
import type { Context } from "koa";
import { generateSecret } from "../../graph/access/credentials.js";
import { createLimiter } from "../../src/api/http/rate-limit.js";
import { startServer, type TestServer } from "../helpers/server.js";
import { createSuite } from "../helpers/create-suite.js";

const LIMIT = 5;

// Creating the organization's user uses one request of its internal token.
const test = createSuite<TestServer>(() => startServer({ rateLimit: LIMIT, trustProxy: 1 }));

/** Each test uses its own caller address. */
let addresses = 0;
const newAddress = (): Record<string, string> => ({
  "x-forwarded-for": `203.0.113.${(addresses += 1)}`,
});

const repeat = async <T>(count: number, send: () => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let sent = 0; sent < count; sent += 1) answers.push(await send());
  return answers;
};

const statuses = (answers: { status: number }[]): number[] => answers.map(({ status }) => status);

test("a credential's requests count down, then get 429", async (t) => {
  const { org } = t.context;
  const answers = await repeat(LIMIT, () => org.get("/v1/users"));
  t.deepEqual(statuses(answers), [200, 200, 200, 200, 200]);
  t.is(answers[0]!.headers.get("ratelimit-policy"), '"credential";q=5;w=60');
  for (const [index, { headers }] of answers.entries())
    t.regex(
      headers.get("ratelimit")!,
      new RegExp(`^"credential";r=${LIMIT - 1 - index};t=(60|[1-5]?\\d)$`),
    );
  const { status, headers, body } = await org.get("/v1/users");
  t.is(status, 429);
  t.deepEqual(Object.keys(body), ["message", "code"]);
  t.is(body.code, "RATE_LIMITED");
  t.regex(headers.get("ratelimit")!, /^"credential";r=0;t=\d+$/);
  const seconds = Number(headers.get("retry-after"));
  t.true(seconds >= 1 && seconds <= 60);
});

test("the key counts as one credential in any header", async (t) => {
  const { org, server } = t.context;
  const bearer = { authorization: `Bearer ${org.apiKey}` };
  await org.get("/v1/users");
  await server.fetch("/v1/users", { headers: bearer });
  await org.sendGraphql("{ viewer { role } }", {}, org.apiKey);
  await org.get("/v1/nothing");
  t.is((await org.get("/v1/users")).status, 200);
  t.is((await org.get("/v1/users")).status, 429);
});

test("each credential has its own limit", async (t) => {
  const { org, server } = t.context;
  await repeat(LIMIT, () => org.get("/v1/users"));
  t.is((await org.get("/v1/users")).status, 429);
  t.is((await org.sendGraphql("{ viewer { role } }")).errors, undefined);
  const other = await server.createTenant();
  t.is((await other.get("/v1/users")).status, 200);
});

test("over GraphQL, the 429 is a GraphQL error", async (t) => {
  const { org, server } = t.context;
  const send = () =>
    server.fetch("/graphql?query={viewer{role}}", {
      headers: { authorization: `Bearer ${org.internalToken}`, "apollo-require-preflight": "1" },
    });
  await repeat(LIMIT - 1, send);
  const { status, body, headers } = await send();
  t.deepEqual([status, body.errors[0].extensions], [429, { code: "RATE_LIMITED" }]);
  t.truthy(headers.get("retry-after"));
});

test("an address with too many wrong keys gets 429, even with a valid key", async (t) => {
  const { org, server } = t.context;
  const from = newAddress();
  const tryRandomKey = () =>
    server.fetch("/v1/users", {
      headers: { ...from, "x-api-key": generateSecret("dbk_", server.services.randomBytes) },
    });
  t.deepEqual(statuses(await repeat(LIMIT, tryRandomKey)), [401, 401, 401, 401, 401]);
  const { status, body, headers } = await tryRandomKey();
  t.deepEqual([status, body.code], [429, "RATE_LIMITED"]);
  // A valid key is refused too.
  t.is((await org.get("/v1/users", from)).status, 429);
  t.truthy(headers.get("retry-after"));
  t.is((await org.get("/v1/users", newAddress())).status, 200);
  t.is((await server.fetch("/livez", { headers: from })).status, 200);
});

test("instances on one PostgreSQL count an address's wrong keys together", async (t) => {
  const { server } = t.context;
  const headers = newAddress();
  await repeat(LIMIT - 1, () => server.fetch("/v1/users", { headers }));
  const otherLimiter = createLimiter(server.services.db, LIMIT, 1);
  const headerNames: string[] = [];
  const ctx = {
    req: { headers, socket: { remoteAddress: "127.0.0.1" } },
    set: (name: string) => void headerNames.push(name),
  } as unknown as Context;
  await otherLimiter.checkFailedAttempts(ctx);
  await otherLimiter.countFailedAttempt(ctx);
  if (dialect === "postgres")
    await t.throwsAsync(otherLimiter.checkFailedAttempts(ctx), { message: /Too many/ });
  else await t.notThrowsAsync(otherLimiter.checkFailedAttempts(ctx));
  t.deepEqual(headerNames, dialect === "postgres" ? ["retry-after"] : []);
});

test("a request with a valid key doesn't count for its address", async (t) => {
  const { org, server } = t.context;
  const from = newAddress();
  await repeat(LIMIT, () => org.get("/v1/users", from));
  const other = await server.createTenant();
  t.is((await other.get("/v1/users", from)).status, 200);
});

test("IPv6 addresses of one /64 network count as one caller", async (t) => {
  const { server } = t.context;
  let host = 0;
  const sendWithoutKey = () =>
    server.fetch("/v1/users", { headers: { "x-forwarded-for": `2001:db8:1:2::${(host += 1)}` } });
  t.deepEqual(statuses(await repeat(LIMIT + 1, sendWithoutKey)), [401, 401, 401, 401, 401, 429]);
  const elsewhere = { "x-forwarded-for": "2001:db8:1:3::1" };
  t.is((await server.fetch("/v1/users", { headers: elsewhere })).status, 401);
});

test("a 429 is logged with its address and organization", async (t) => {
  const { org, server } = t.context;
  const from = newAddress();
  const headers = { ...from, "x-request-id": `${org.id}-limited` };
  await repeat(LIMIT, () => org.get("/v1/users"));
  await org.get("/v1/users", headers);
  const line = server.log.find(({ requestId }) => requestId === headers["x-request-id"]);
  t.like(line, { status: 429, organization: org.id, ip: from["x-forwarded-for"] });
});

test.serial("without a shared counter, each process counts on its own", async (t) => {
  const { org, server } = t.context;
  if (dialect === "postgres")
    await server.services.db.raw("ALTER TABLE rate_limits RENAME TO gone");
  const answers = await repeat(LIMIT + 1, () => org.get("/v1/users"));
  t.deepEqual(statuses(answers), [200, 200, 200, 200, 200, 429]);
  if (dialect === "postgres")
    await server.services.db.raw("ALTER TABLE gone RENAME TO rate_limits");
});

test.serial("without a rate limit, responses have no RateLimit headers", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  const { headers } = (await repeat(LIMIT + 1, () => org.get("/v1/teams"))).at(-1)!;
  t.false(headers.has("ratelimit") || headers.has("ratelimit-policy"));
});

test("unauthenticated console requests don't count as wrong credentials", async (t) => {
  const { server, org } = t.context;
  const from = newAddress();
  const page = createConsoleSession(server);
  const responses = await repeat(LIMIT + 2, () => page.query(VIEWER, {}, from));
  t.deepEqual(new Set(statuses(responses)), new Set([401]));
  const email = await createAdmin(server, org);
  const signIn = { email, password: PASSWORD };
  t.is((await page.query(SIGN_IN, signIn, from)).status, 200);
  t.is((await page.query(VIEWER, {}, from)).status, 200);
  const sendWithoutKey = {
    ...from,
    "x-api-key": generateSecret("dbk_", server.services.randomBytes),
  };
  await repeat(LIMIT, () => page.query(VIEWER, {}, sendWithoutKey));
  t.is((await page.query(VIEWER, {}, sendWithoutKey)).status, 429);
});
