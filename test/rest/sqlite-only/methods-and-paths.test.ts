import { restRoutes } from "../../../rest/routes/index.js";
import { sendRaw, type RawResponse } from "../../helpers/rest/raw-request.js";
import type { Tenant, SharedServer } from "../../helpers/server.js";
import { test } from "../../helpers/suite.js";

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND", "TRACE"];

const paths = [...new Set(restRoutes.map(({ path }) => path))];

/** Returns the methods of a path. GET implies HEAD, and every path has OPTIONS. */
const methodsOf = (path: string): string[] => {
  const methods = restRoutes
    // A parameter of one route can match a fixed segment of another.
    .filter((route) => new RegExp(`^${route.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path))
    .map(({ method }) => method.toUpperCase());
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted();
};

const fillPath = (path: string, org: Tenant): string =>
  path
    .replace(":dialerToken", new URL(org.dialerUrl).pathname.split("/").at(-1)!)
    .replace(/:\w+/, "some");

const send = (
  server: SharedServer,
  org: Tenant,
  method: string,
  path: string,
  headers = {},
): Promise<RawResponse> =>
  sendRaw(server, { method, path, headers: { "x-api-key": org.apiKey, ...headers } });

const parseAllow = (answer: RawResponse): string[] =>
  String(answer.headers["allow"]).split(", ").toSorted();

test("a path refuses other methods with 405 and lists its own", async (t) => {
  const { server, org } = t.context;
  for (const path of paths)
    for (const method of METHODS.filter((name) => !methodsOf(path).includes(name))) {
      const answer = await send(server, org, method, fillPath(path, org));
      t.is(answer.status, 405, `${method} ${path}`);
      t.deepEqual(parseAllow(answer), methodsOf(path), `${method} ${path}`);
      if (method === "HEAD") continue;
      t.deepEqual(
        { ...JSON.parse(answer.text), message: "" },
        { message: "", code: "METHOD_NOT_ALLOWED" },
      );
    }
});

test("OPTIONS lists the methods of a path and has no body", async (t) => {
  const { server, org } = t.context;
  for (const path of paths) {
    const answer = await send(server, org, "OPTIONS", fillPath(path, org));
    t.is(answer.status, 204, path);
    t.is(answer.text, "");
    t.deepEqual(parseAllow(answer), methodsOf(path), path);
  }
  t.is((await send(server, org, "OPTIONS", "/v1/nothing")).status, 404);
});

test("HEAD returns the status and headers of GET without the body", async (t) => {
  const { server, org } = t.context;
  for (const path of [
    "/v1/users",
    "/v1/users?limit=1",
    "/v1/recordings?limit=0",
    "/v1/clients/x",
  ]) {
    const get = await send(server, org, "GET", path, { "x-request-id": "same" });
    const head = await send(server, org, "HEAD", path, { "x-request-id": "same" });
    t.is(head.status, get.status, path);
    t.is(head.text, "");
    t.deepEqual({ ...head.headers, date: undefined }, { ...get.headers, date: undefined }, path);
  }
});

test("paths are case-sensitive and accept one trailing slash", async (t) => {
  const { server, org } = t.context;
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
  });
  for (const path of ["/v1/teams", "/v1/recordings", "/v1/scheduled-tasks/e-1"]) {
    const plain = await send(server, org, "GET", path);
    t.is(plain.status, 200, path);
    const slash = await send(server, org, "GET", `${path}/`);
    t.is(slash.status, 200, `${path}/`);
    t.is(slash.text, plain.text);
    t.is((await send(server, org, "GET", `${path}/?`)).status, 200);
    for (const other of [`${path}//`, path.replace("/v1/", "/v1//"), `${path}/.`, `${path};x=1`])
      t.is((await send(server, org, "GET", other)).status, 404, other);
  }
  t.is((await send(server, org, "GET", "/v1/recordings/?limit=5")).status, 200);
  for (const path of ["/v1/Users", "/v1/RECORDINGS", "/v1/scheduled-Tasks/e-1", "/V1/users"])
    t.is((await send(server, org, "GET", path)).status, 404, path);
  t.is((await send(server, org, "GET", "/v1/scheduled-tasks/E-1")).status, 404);
});

test("an unknown path gets 404 for every method", async (t) => {
  const { server, org } = t.context;
  const outside = [
    "/nothing",
    "/v2/users",
    "/v1x",
    "/users",
    "/favicon.ico",
    "/graphql/x",
    "/livez/x",
  ];
  for (const path of ["/v1", "/v1/nothing", "/v1/nothing/%ZZ", "/v1/teams/x", ...outside])
    for (const method of ["GET", "POST", "DELETE"]) {
      const answer = await send(server, org, method, path);
      t.is(answer.status, 404, path);
      t.is(answer.text, '{"message":"Not found","code":"NOT_FOUND"}');
      t.is(answer.headers["content-type"], "application/json; charset=utf-8");
    }
});

test("a response keeps the caller's X-Request-Id if it is valid", async (t) => {
  const { server, org } = t.context;
  const sendWithId = async (sent: string): Promise<unknown> =>
    (await send(server, org, "GET", "/v1/users", { "x-request-id": sent })).headers["x-request-id"];
  for (const id of ["a", "A-1_b.c", "0".repeat(128)]) t.is(await sendWithId(id), id);
  for (const id of ["", "0".repeat(129), "a b", "a/b", "a,b", "é", 'a"b', "<x>"]) {
    const returned = await sendWithId(id);
    t.not(returned, id);
    t.regex(String(returned), /^[\w.-]{1,128}$/);
  }
});

test("every response has a unique request ID, whatever its status", async (t) => {
  const { server, org } = t.context;
  const answers = [
    await send(server, org, "GET", "/v1/users"),
    await send(server, org, "GET", "/v1/users"),
    await send(server, org, "OPTIONS", "/v1/users"),
    await send(server, org, "PATCH", "/v1/users"),
    await send(server, org, "GET", "/v1/nothing"),
    await send(server, org, "GET", "/v1/users?limit=0"),
    await send(server, org, "POST", "/v1/scheduled-tasks"),
    await sendRaw(server, { path: "/v1/users" }),
    await sendRaw(server, { path: "/graphql" }),
    await sendRaw(server, { path: "/livez" }),
    await sendRaw(server, { path: "/" }),
  ];
  const ids = answers.map(({ headers }) => headers["x-request-id"]);
  t.true(ids.every((id) => typeof id === "string" && id !== ""));
  t.is(new Set(ids).size, ids.length);
});

test("an error has a message, a code and the field, and nothing else", async (t) => {
  const { server, org } = t.context;
  const json = { "content-type": "application/json" };
  const post = (body: unknown, headers: Record<string, string> = json) =>
    org.send("POST", "/v1/scheduled-tasks", body, headers);
  const task = {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
  };
  const answers = [
    [await post({}), 400, "MISSING_REQUIRED_FIELD", "event_id"],
    [await post({ ...task, title: 5 }), 400, "INVALID_FIELD", "title"],
    [await post({ ...task, customer: { id: 7 } }), 400, "INVALID_FIELD", "customer.id"],
    [await post({ ...task, user_email: "no@x.org" }), 400, "USER_NOT_FOUND", "user_email"],
    [await post("{"), 400, "INVALID_JSON", undefined],
    [await post(task, { "content-type": "text/plain" }), 415, "UNSUPPORTED_MEDIA_TYPE", undefined],
    [await org.get("/v1/recordings?limit=0"), 400, "INVALID_FIELD", "limit"],
    [await org.get("/v1/recordings?startAfter=x"), 400, "INVALID_CURSOR", "startAfter"],
    [await org.get("/v1/recordings/x"), 404, "NOT_FOUND", undefined],
    [await org.send("PATCH", "/v1/users"), 405, "METHOD_NOT_ALLOWED", undefined],
  ] as const;
  for (const [answer, status, code, field] of answers) {
    t.is(answer.status, status, answer.text);
    const { message, ...rest } = answer.body;
    t.deepEqual(rest, field === undefined ? { code } : { code, field });
    t.is(typeof message, "string");
    t.not(message, "");
  }
  t.is((await server.fetch("/v1/users")).text, '{"message":"Invalid Api Key"}');
});
