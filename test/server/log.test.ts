import type { Answer, Tenant, TestServer } from "../helpers/server.js";
import { startServer } from "../helpers/server.js";
import { createLog } from "../../src/base/log/log.js";
import { test } from "../helpers/own-suite.js";

type Line = Record<string, unknown>;

/** Returns a request's log lines without the fields that every line has. */
const linesOf = ({ log }: TestServer, requestId: string): Line[] =>
  log
    .filter((line) => line["requestId"] === requestId)
    .map(({ time: _time, pid: _pid, hostname: _hostname, ...line }) => line);

const dialerTokenOf = (org: Tenant): string => new URL(org.dialerUrl).pathname.split("/").at(-1)!;

const CANARY = "canary-7f3a";

const appointment = {
  event_id: `${CANARY}-event`,
  user_email: "rep@example.com",
  start_time: "2026-03-03T10:00:00Z",
  title: `${CANARY}-title`,
  customer: { id: `${CANARY}-customer`, name: `${CANARY}-name` },
  metadata: { note: `${CANARY}-metadata` },
};

test("each request logs one line with its route, status and organization", async (t) => {
  const { server, org } = t.context;
  const { body } = await org.send("POST", "/v1/scheduled-tasks", appointment);
  t.truthy(body.appointment);
  const expected: [string, string, string | undefined, number, Promise<Answer>][] = [
    ["GET", "a", "/v1/users", 200, org.get("/v1/users", { "x-request-id": `${org.id}-a` })],
    [
      "GET",
      "b",
      "/v1/scheduled-tasks/:event_id",
      404,
      org.get("/v1/scheduled-tasks/none", { "x-request-id": `${org.id}-b` }),
    ],
    [
      "PUT",
      "c",
      "/v1/scheduled-tasks/:event_id",
      400,
      org.send(
        "PUT",
        `/v1/scheduled-tasks/${CANARY}-event`,
        { start_time: "x" },
        {
          "x-request-id": `${org.id}-c`,
        },
      ),
    ],
    [
      "POST",
      "d",
      "/v1/dialer/:dialerToken",
      400,
      org.send("POST", `/v1/dialer/${dialerTokenOf(org)}`, {}, { "x-request-id": `${org.id}-d` }),
    ],
    [
      "POST",
      "e",
      "/graphql",
      200,
      org.send(
        "POST",
        "/graphql",
        { query: "{ viewer { role } }" },
        {
          "x-request-id": `${org.id}-e`,
        },
      ),
    ],
  ];
  for (const [method, name, route, status, answer] of expected) {
    t.is((await answer).status, status);
    const lines = linesOf(server, `${org.id}-${name}`);
    t.is(lines.length, 1);
    const { ms, ...line } = lines[0]!;
    t.true(typeof ms === "number" && ms >= 0 && ms < 60_000);
    t.deepEqual(line, {
      level: 30,
      requestId: `${org.id}-${name}`,
      method,
      route,
      status,
      organization: org.id,
      msg: "request",
    });
  }
});

test("a request without a credential or a route is logged too", async (t) => {
  const { server, org } = t.context;
  const headers = { "x-request-id": `${org.id}-f` };
  t.is((await server.fetch("/v1/users", { headers })).status, 401);
  t.is((await server.fetch("/livez", { headers })).status, 200);
  t.is((await server.fetch("/nowhere", { headers })).status, 404);
  t.is((await org.get("/v1/nowhere", headers)).status, 404);
  const lines = linesOf(server, `${org.id}-f`);
  t.deepEqual(
    lines.map(({ status, organization, route }) => [status, organization, route]),
    [
      [401, undefined, undefined],
      [200, undefined, "/livez"],
      [404, undefined, undefined],
      [404, org.id, undefined],
    ],
  );
});

test("a request without a valid ID is logged under the returned one", async (t) => {
  const { server, org } = t.context;
  for (const sent of [undefined, "no good: spaces", "x".repeat(129)]) {
    const answer = await org.get("/v1/users", sent === undefined ? {} : { "x-request-id": sent });
    const requestId = answer.headers.get("x-request-id")!;
    t.not(requestId, sent);
    t.is(linesOf(server, requestId).length, 1);
  }
});

test("the log never contains keys, tokens, bodies or queries", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser(`${CANARY}@example.com`, { name: `${CANARY}-user` });
  await org.createUser();
  const path = `/v1/scheduled-tasks/${CANARY}-event`;
  const bearer = { authorization: `Bearer ${CANARY}`, "x-api-key": "" };
  const answers = await Promise.all([
    org.send("POST", "/v1/scheduled-tasks", appointment),
    org.send("POST", "/v1/scheduled-tasks", { ...appointment, start_time: CANARY }),
    org.send("POST", "/v1/scheduled-tasks", { ...appointment, user_email: `${CANARY}@nowhere` }),
    org.send("POST", "/v1/scheduled-tasks", `{"event_id":"${CANARY}"`),
    org.send("POST", "/v1/scheduled-tasks", CANARY, { "content-type": `text/${CANARY}` }),
    org.send("POST", "/v1/scheduled-tasks", { ...appointment, title: CANARY.repeat(200_000) }),
    org.send("POST", `/v1/dialer/${dialerTokenOf(org)}`, { call_id: CANARY }),
    org.send("POST", `/v1/dialer/${CANARY}`, { call_id: CANARY }),
    org.get(`/v1/dialer/${dialerTokenOf(org)}`),
    org.get(path),
    org.get(`${path}%`),
    org.send("PATCH", path, {}),
    org.get(`/v1/clients?email=${CANARY}&limit=${CANARY}`),
    org.get(`/v1/recordings?startAfter=${CANARY}`),
    org.get(`/v1/${CANARY}?x-api-key=${CANARY}`),
    org.get("/v1/users", { "x-api-key": `dbk_${CANARY}`, cookie: CANARY, "user-agent": CANARY }),
    server.fetch(`/v1/users?api_key=${org.apiKey}`, { headers: bearer }),
    server.fetch(`/${CANARY}/${org.internalToken}`, { headers: bearer }),
  ]);
  t.false(answers.some(({ status }) => status >= 500));
  t.truthy((await org.sendGraphql(`{ ${CANARY.replace("-", "_")} }`)).errors);
  t.truthy((await org.sendGraphql(`{ client(id: "${CANARY}") { id } }`)).data);
  const badInput = `mutation { upsertUser(input: { email: "${CANARY}", name: "x" }) { email } }`;
  t.truthy((await org.sendGraphql(badInput)).errors);
  t.truthy((await org.sendGraphql("{ viewer { role } }", {}, `dbi_${CANARY}`)).errors);
  const text = JSON.stringify(server.log);
  t.true(server.log.length >= answers.length);
  for (const secret of [
    CANARY,
    org.apiKey,
    org.internalToken,
    org.signingSecret,
    dialerTokenOf(org),
  ])
    t.false(text.includes(secret), secret);
});

test("a database error is logged without its values", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  await server.services.db.raw("CREATE UNIQUE INDEX a_defect ON appointments (title)");
  const push = (event_id: string) =>
    org.send("POST", "/v1/scheduled-tasks", { ...appointment, event_id });
  t.is((await push("e-1")).status, 200);
  const { status, body, headers } = await push("e-2");
  t.is(status, 500);
  t.deepEqual(body, { message: "Internal error", code: "INTERNAL" });
  const [line, ...more] = linesOf(server, headers.get("x-request-id")!);
  t.deepEqual(more, []);
  t.like(line, { level: 50, status: 500, organization: org.id });
  t.regex(JSON.stringify(line), /unique/i);
  const mutation = `mutation ($input: AppointmentInput!) { upsertAppointment(input: $input) { id } }`;
  const input = { eventId: "e-3", userEmail: "rep@example.com", startTime: "2026-03-03T10:00:00Z" };
  const { errors } = await org.sendGraphql(mutation, {
    input: { ...input, title: appointment.title },
  });
  t.is(errors?.[0]?.extensions.code, "INTERNAL");
  t.false(JSON.stringify(server.log).includes(CANARY));
});

/** Returns the error of a line as the log has it. */
const logError = (error: unknown): Line => {
  const lines: Line[] = [];
  createLog("info", { write: (line) => void lines.push(JSON.parse(line)) }).error({ err: error });
  return lines[0]!["err"] as Line;
};

test("the log has the causes of an error, up to five", (t) => {
  const root = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:9"), {
    code: "ECONNREFUSED",
  });
  const parts = new AggregateError([root], "");
  const err = logError(
    new TypeError("no analysis", { cause: new Error("late", { cause: parts }) }),
  );
  t.like(err, { type: "TypeError", message: "no analysis", cause: { message: "late" } });
  t.like(err["cause"], {
    cause: {
      type: "AggregateError",
      errors: [{ code: "ECONNREFUSED", message: "connect ECONNREFUSED 127.0.0.1:9" }],
    },
  });
  const circular = new Error("again");
  circular.cause = circular;
  t.is(JSON.stringify(logError(circular)).match(/"message":"again"/g)!.length, 6);
});

test("a thrown value that is no error is logged too", (t) => {
  t.like(logError("out of paper"), { type: "string", message: "out of paper" });
  t.like(logError({ code: 7 }), { code: 7 });
});

test("the log never contains what credentials of requests can be in, in causes neither", (t) => {
  const cause = Object.assign(
    new Error(
      `404: GET https://user:${CANARY}@calls.example:8443/${CANARY}/a.wav?token=${CANARY} with Bearer ${CANARY}`,
    ),
    { options: { headers: { authorization: CANARY } }, detail: CANARY, response: CANARY },
  );
  const err = logError(new Error(`no audio at http://127.0.0.1/${CANARY}`, { cause }));
  const text = JSON.stringify(err);
  t.false(text.includes(CANARY), text);
  t.regex(text, /GET https:\/\/calls\.example:8443\/… with Bearer <redacted>/);
});

test("the log buffers lines, but writes warnings and errors at once", (t) => {
  const events: string[] = [];
  const log = createLog("info", {
    write: (line) => void events.push((JSON.parse(line) as { msg: string }).msg),
    flush: () => void events.push("flushed"),
  });
  log.info("a request");
  log.error("a defect");
  log.info("another request");
  log.warn("a warning");
  t.deepEqual(events, [
    "a request",
    "a defect",
    "flushed",
    "another request",
    "a warning",
    "flushed",
  ]);
});

test("only a request with a rejected credential logs the caller's address", async (t) => {
  const { server, org } = t.context;
  const headers = { "x-request-id": `${org.id}-refused` };
  await server.fetch("/v1/users", { headers });
  await org.get("/v1/users", { "x-request-id": `${org.id}-let-in` });
  t.is(linesOf(server, `${org.id}-refused`)[0]!["ip"], "127.0.0.1");
  t.false("ip" in linesOf(server, `${org.id}-let-in`)[0]!);
});
