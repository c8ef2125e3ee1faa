import { restRoutes } from "../../../rest/routes.js";
import { sendRaw, type RawResponse } from "../../helpers/raw-request.js";
import type { Tenant, SharedServer } from "../../helpers/server.js";
import { test } from "../../helpers/suite.js";

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND", "TRACE"];

const paths = [...new Set(restRoutes.map(({ path }) => path))];

/** The methods that a path knows, as HTTP has it: GET brings HEAD, and all have OPTIONS. */
const known = (path: string): string[] => {
  const methods = restRoutes
    // What is an id in one path may be a word in another.
    .filter((route) => new RegExp(`^${route.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(path))
    .map(({ method }) => method.toUpperCase());
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted();
};

const concrete = (path: string, org: Tenant): string =>
  path
    .replace(":dialerToken", new URL(org.dialerUrl).pathname.split("/").at(-1)!)
    .replace(/:\w+/, "some");

const ask = (
  server: SharedServer,
  org: Tenant,
  method: string,
  path: string,
  headers = {},
): Promise<RawResponse> =>
  sendRaw(server, { method, path, headers: { "x-api-key": org.apiKey, ...headers } });

const allowed = (answer: RawResponse): string[] =>
  String(answer.headers["allow"]).split(", ").toSorted();

test("a known path names the methods that it allows, and refuses the others", async (t) => {
  const { server, org } = t.context;
  for (const path of paths)
    for (const method of METHODS.filter((name) => !known(path).includes(name))) {
      const answer = await ask(server, org, method, concrete(path, org));
      t.is(answer.status, 405, `${method} ${path}`);
      t.deepEqual(allowed(answer), known(path), `${method} ${path}`);
      if (method === "HEAD") continue;
      t.deepEqual(
        { ...JSON.parse(answer.text), message: "" },
        { message: "", code: "METHOD_NOT_ALLOWED" },
      );
    }
});

test("OPTIONS names the methods of a path and has no body", async (t) => {
  const { server, org } = t.context;
  for (const path of paths) {
    const answer = await ask(server, org, "OPTIONS", concrete(path, org));
    t.is(answer.status, 204, path);
    t.is(answer.text, "");
    t.deepEqual(allowed(answer), known(path), path);
  }
  t.is((await ask(server, org, "OPTIONS", "/v1/nothing")).status, 404);
});

test("HEAD answers as GET does, without the body", async (t) => {
  const { server, org } = t.context;
  for (const path of [
    "/v1/users",
    "/v1/users?limit=1",
    "/v1/recordings?limit=0",
    "/v1/clients/x",
  ]) {
    const get = await ask(server, org, "GET", path, { "x-request-id": "same" });
    const head = await ask(server, org, "HEAD", path, { "x-request-id": "same" });
    t.is(head.status, get.status, path);
    t.is(head.text, "");
    t.deepEqual({ ...head.headers, date: undefined }, { ...get.headers, date: undefined }, path);
  }
});

test("paths are case-sensitive, and one slash at the end is accepted", async (t) => {
  const { server, org } = t.context;
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
  });
  for (const path of ["/v1/users", "/v1/recordings", "/v1/scheduled-tasks/e-1"]) {
    const plain = await ask(server, org, "GET", path);
    t.is(plain.status, 200, path);
    const slash = await ask(server, org, "GET", `${path}/`);
    t.is(slash.status, 200, `${path}/`);
    t.is(slash.text, plain.text);
    t.is((await ask(server, org, "GET", `${path}/?limit=5`)).status, 200);
    for (const other of [`${path}//`, path.replace("/v1/", "/v1//"), `${path}/.`, `${path};x=1`])
      t.is((await ask(server, org, "GET", other)).status, 404, other);
  }
  for (const path of ["/v1/Users", "/v1/RECORDINGS", "/v1/scheduled-Tasks/e-1", "/V1/users"])
    t.is((await ask(server, org, "GET", path)).status, 404, path);
  t.is((await ask(server, org, "GET", "/v1/scheduled-tasks/E-1")).status, 404);
});

test("a path that nobody serves is not found, whatever the method", async (t) => {
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
  for (const path of ["/v1", "/v1/nothing", "/v1/nothing/%ZZ", "/v1/users/x", ...outside])
    for (const method of ["GET", "POST", "DELETE"]) {
      const answer = await ask(server, org, method, path);
      t.is(answer.status, 404, path);
      t.is(answer.text, '{"message":"Not found","code":"NOT_FOUND"}');
      t.is(answer.headers["content-type"], "application/json; charset=utf-8");
    }
});

test("a request keeps the id that its caller gave, if it is a sensible one", async (t) => {
  const { server, org } = t.context;
  const idOf = async (sent: string): Promise<unknown> =>
    (await ask(server, org, "GET", "/v1/users", { "x-request-id": sent })).headers["x-request-id"];
  for (const id of ["a", "A-1_b.c", "0".repeat(128)]) t.is(await idOf(id), id);
  for (const id of ["", "0".repeat(129), "a b", "a/b", "a,b", "é", 'a"b', "<x>"]) {
    const given = await idOf(id);
    t.not(given, id);
    t.regex(String(given), /^[\w.-]{1,128}$/);
  }
});

test("every answer has an id of its own, whatever became of the request", async (t) => {
  const { server, org } = t.context;
  const answers = [
    await ask(server, org, "GET", "/v1/users"),
    await ask(server, org, "GET", "/v1/users"),
    await ask(server, org, "OPTIONS", "/v1/users"),
    await ask(server, org, "PATCH", "/v1/users"),
    await ask(server, org, "GET", "/v1/nothing"),
    await ask(server, org, "GET", "/v1/users?limit=0"),
    await ask(server, org, "POST", "/v1/scheduled-tasks"),
    await sendRaw(server, { path: "/v1/users" }),
    await sendRaw(server, { path: "/graphql" }),
    await sendRaw(server, { path: "/livez" }),
    await sendRaw(server, { path: "/" }),
  ];
  const ids = answers.map(({ headers }) => headers["x-request-id"]);
  t.true(ids.every((id) => typeof id === "string" && id !== ""));
  t.is(new Set(ids).size, ids.length);
});

test("an error says what went wrong, its code and the field, and nothing else", async (t) => {
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
    [await post({ ...task, customer: { id: "" } }), 400, "INVALID_FIELD", "customer.id"],
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
