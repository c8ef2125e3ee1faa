import {
  createAdmin,
  createConsoleSession,
  PASSWORD,
  SIGN_IN,
  VIEWER,
} from "../helpers/console-session.js";
import { dialect } from "../helpers/database.js";
import type { Context } from "koa";
import { generateSecret } from "../../graph/core/credentials.js";
import { createLimiter } from "../../src/http/rate-limit.js";
import { startServer, type TestServer } from "../helpers/server.js";
import { createSuite } from "../helpers/create-suite.js";

const LIMIT = 5;

// Making the organization's user is one request of its internal token.
const test = createSuite<TestServer>(() => startServer({ rateLimit: LIMIT, trustProxy: 1 }));

/** Each test calls from an address of its own. */
let addresses = 0;
const newAddress = (): Record<string, string> => ({
  "x-forwarded-for": `203.0.113.${(addresses += 1)}`,
});

const times = async <T>(count: number, ask: () => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let made = 0; made < count; made += 1) answers.push(await ask());
  return answers;
};

const statuses = (answers: { status: number }[]): number[] => answers.map(({ status }) => status);

test("a credential's requests are counted down, and refused when there are none left", async (t) => {
  const { org } = t.context;
  const answers = await times(LIMIT, () => org.get("/v1/users"));
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

test("the key counts as one in whatever form and place it comes", async (t) => {
  const { org, server } = t.context;
  const bearer = { authorization: `Bearer ${org.apiKey}` };
  await org.get("/v1/users");
  await server.fetch("/v1/users", { headers: bearer });
  await org.sendGraphql("{ viewer { role } }", {}, org.apiKey);
  await org.get("/v1/nothing");
  t.is((await org.get("/v1/users")).status, 200);
  t.is((await org.get("/v1/users")).status, 429);
});

test("each credential has its own number", async (t) => {
  const { org, server } = t.context;
  await times(LIMIT, () => org.get("/v1/users"));
  t.is((await org.get("/v1/users")).status, 429);
  t.is((await org.sendGraphql("{ viewer { role } }")).errors, undefined);
  const other = await server.createTenant();
  t.is((await other.get("/v1/users")).status, 200);
});

test("over GraphQL the refusal has the form of GraphQL's errors", async (t) => {
  const { org, server } = t.context;
  const ask = () =>
    server.fetch("/graphql?query={viewer{role}}", {
      headers: { authorization: `Bearer ${org.internalToken}`, "apollo-require-preflight": "1" },
    });
  await times(LIMIT - 1, ask);
  const { status, body, headers } = await ask();
  t.deepEqual([status, body.errors[0].extensions], [429, { code: "RATE_LIMITED" }]);
  t.truthy(headers.get("retry-after"));
});

test("whoever presents wrong keys is refused before they are looked up", async (t) => {
  const { org, server } = t.context;
  const from = newAddress();
  const guess = () =>
    server.fetch("/v1/users", {
      headers: { ...from, "x-api-key": generateSecret("dbk_", server.services.randomBytes) },
    });
  t.deepEqual(statuses(await times(LIMIT, guess)), [401, 401, 401, 401, 401]);
  const { status, body, headers } = await guess();
  t.deepEqual([status, body.code], [429, "RATE_LIMITED"]);
  // Not even a good one is.
  t.is((await org.get("/v1/users", from)).status, 429);
  t.truthy(headers.get("retry-after"));
  t.is((await org.get("/v1/users", newAddress())).status, 200);
  t.is((await server.fetch("/livez", { headers: from })).status, 200);
});

test("instances over one PostgreSQL count the wrong keys of an address together", async (t) => {
  const { server } = t.context;
  const headers = newAddress();
  await times(LIMIT - 1, () => server.fetch("/v1/users", { headers }));
  const another = createLimiter(server.services.db, LIMIT, 1);
  const told: string[] = [];
  const ctx = {
    req: { headers, socket: { remoteAddress: "127.0.0.1" } },
    set: (name: string) => void told.push(name),
  } as unknown as Context;
  await another.checkFailedAttempts(ctx);
  await another.countFailedAttempt(ctx);
  if (dialect === "postgres")
    await t.throwsAsync(another.checkFailedAttempts(ctx), { message: /Too many/ });
  else await t.notThrowsAsync(another.checkFailedAttempts(ctx));
  t.deepEqual(told, dialect === "postgres" ? ["retry-after"] : []);
});

test("a request with a good key is none of its address's", async (t) => {
  const { org, server } = t.context;
  const from = newAddress();
  await times(LIMIT, () => org.get("/v1/users", from));
  const other = await server.createTenant();
  t.is((await other.get("/v1/users", from)).status, 200);
});

test("an IPv6 caller is its network", async (t) => {
  const { server } = t.context;
  let host = 0;
  const wrong = () =>
    server.fetch("/v1/users", { headers: { "x-forwarded-for": `2001:db8:1:2::${(host += 1)}` } });
  t.deepEqual(statuses(await times(LIMIT + 1, wrong)), [401, 401, 401, 401, 401, 429]);
  const elsewhere = { "x-forwarded-for": "2001:db8:1:3::1" };
  t.is((await server.fetch("/v1/users", { headers: elsewhere })).status, 401);
});

test("what is refused is in the log, with its address and organization", async (t) => {
  const { org, server } = t.context;
  const from = newAddress();
  const headers = { ...from, "x-request-id": `${org.id}-limited` };
  await times(LIMIT, () => org.get("/v1/users"));
  await org.get("/v1/users", headers);
  const line = server.log.find(({ requestId }) => requestId === headers["x-request-id"]);
  t.like(line, { status: 429, organization: org.id, ip: from["x-forwarded-for"] });
});

test.serial("where the counts cannot be kept together, each process keeps its own", async (t) => {
  const { org, server } = t.context;
  if (dialect === "postgres")
    await server.services.db.raw("ALTER TABLE rate_limits RENAME TO gone");
  const answers = await times(LIMIT + 1, () => org.get("/v1/users"));
  t.deepEqual(statuses(answers), [200, 200, 200, 200, 200, 429]);
  if (dialect === "postgres")
    await server.services.db.raw("ALTER TABLE gone RENAME TO rate_limits");
});

test.serial("without a limit nothing is counted, and nothing said of it", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  const { headers } = (await times(LIMIT + 1, () => org.get("/v1/teams"))).at(-1)!;
  t.false(headers.has("ratelimit") || headers.has("ratelimit-policy"));
});

test("the console's own questions are no wrong credentials, and passwords have a limit of their own", async (t) => {
  const { server, org } = t.context;
  const from = newAddress();
  const page = createConsoleSession(server);
  const asked = await times(LIMIT + 2, () => page.query(VIEWER, {}, from));
  t.deepEqual(new Set(statuses(asked)), new Set([401]));
  const email = await createAdmin(server, org);
  const signIn = { email, password: PASSWORD };
  t.is((await page.query(SIGN_IN, signIn, from)).status, 200);
  t.is((await page.query(VIEWER, {}, from)).status, 200);
  const wrong = { ...from, "x-api-key": generateSecret("dbk_", server.services.randomBytes) };
  await times(LIMIT, () => page.query(VIEWER, {}, wrong));
  t.is((await page.query(VIEWER, {}, wrong)).status, 429);
});
