import { isKeyOnly } from "../helpers/rest/key-only-routes.js";
import { restRoutes } from "../../rest/routes/index.js";
import { CALL_FIELDS, CALL_WAV, uploadForm } from "../helpers/recordings/media.js";
import { listParameters, requiredParameters } from "../helpers/rest/read-routes.js";
import type { SharedServer, Tenant, Answer } from "../helpers/server.js";
import { test } from "../helpers/paused-suite.js";

const send = (
  server: SharedServer,
  org: Tenant,
  method: string,
  path: string,
  body?: RequestInit["body"],
  type = "application/json",
): Promise<Answer> =>
  server.fetch(path, {
    method,
    headers: { "x-api-key": org.apiKey, ...(body !== undefined && { "content-type": type }) },
    ...(body !== undefined && { body }),
  });

const invalidField = (field: string, message: string) => ({
  message: `${field} ${message}`,
  code: "INVALID_FIELD",
  field,
});

const HAS_NONE = "isn't a parameter of this endpoint, which has none";

test("every endpoint refuses an unknown parameter by name, unless phone systems call it", async (t) => {
  const { server, org } = t.context;
  let refusedCount = 0;
  for (const { method, path, inboundKind, isUpload } of restRoutes.filter(
    (route) => !isKeyOnly(route),
  )) {
    if (inboundKind || isUpload) continue;
    const required = new URLSearchParams(requiredParameters[path]).toString();
    const filled = path.replace(/:\w+/, "some");
    const body = method === "post" || method === "put" ? requiredBodies[path] : undefined;
    const answer = await send(
      server,
      org,
      method.toUpperCase(),
      `${filled}?${required}&page=2`,
      body,
    );
    t.is(answer.status, 400, `${method} ${path}`);
    t.like(answer.body, { code: "INVALID_FIELD", field: "page" }, `${method} ${path}`);
    refusedCount += 1;
  }
  t.true(refusedCount >= 15);
});

/** Bodies with the required fields of each endpoint, because a missing one is reported first. */
const requiredBodies: Record<string, string> = {
  "/v1/scheduled-tasks": JSON.stringify({
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
  }),
  "/v1/scheduled-tasks/:event_id": "{}",
  "/v1/action-items/:id": "{}",
  "/v1/webhooks/test": JSON.stringify({
    url: "https://example.com/",
    recording: { id: "x", status: "processed" },
  }),
};

test("the message names the nearest known parameter", async (t) => {
  const { org } = t.context;
  for (const [path, field, nearest] of [
    ["/v1/recordings?fromdate=2026-01-01", "fromdate", "fromDate"],
    ["/v1/recordings?limit=5&Limit=5", "Limit", "limit"],
    ["/v1/recordings?includes=details", "includes", "include"],
    ["/v1/recordings?details=true", "details", "search"],
    ["/v1/clients?crmEntityID=c-1", "crmEntityID", "crmEntityId"],
    ["/v1/clients?crmEntityId=c-1&limt=5", "limt", "limit"],
    ["/v1/scheduled-tasks?userEmail=rep%40example.com", "userEmail", "user_email"],
    ["/v1/stats?groupBy=user&teamIDs=t-1", "teamIDs", "teamIds"],
    ["/v1/stats?groupBy=user&timezone=UTC", "timezone", "timeZone"],
    ["/v1/events?evnt=recording.processed", "evnt", "event"],
    ["/v1/events/stream?startafter=x", "startafter", "startAfter"],
  ] as const) {
    const { status, body } = await org.get(path);
    t.is(status, 400, path);
    t.is(body.field, field, path);
    t.is(body.message, `${field} isn't a parameter of this endpoint; did you mean ${nearest}?`);
  }
});

test("an endpoint without parameters says that it has none", async (t) => {
  const { server, org } = t.context;
  const id = await org.createProcessed();
  for (const path of [
    "/v1/teams",
    "/v1/users",
    "/v1/webhooks",
    `/v1/recordings/${id}`,
    `/v1/recordings/${id}/transcript`,
    "/export",
  ]) {
    t.deepEqual((await org.get(`${path}?limit=5`)).body, invalidField("limit", HAS_NONE), path);
    const head = await send(server, org, "HEAD", `${path}?limit=5`);
    t.is(head.status, 400, path);
  }
  t.deepEqual((await org.get(`/v1/recordings/${id}?id=${id}`)).body, invalidField("id", HAS_NONE));
});

test("the OpenAPI document refuses parameters too, without a key", async (t) => {
  const answer = await t.context.server.fetch("/v1/openapi.json?version=1");
  t.is(answer.status, 400);
  t.deepEqual(answer.body, invalidField("version", HAS_NONE));
});

test("any name that isn't known is refused as it was sent", async (t) => {
  const { org } = t.context;
  for (const [query, field] of [
    ["x=", "x"],
    ["x=1&x=2", "x"],
    ["limit[]=0", "limit[]"],
    ["page=%ZZ", "page"],
    ["__proto__=1", "__proto__"],
    ["constructor=2", "constructor"],
    ["%00=%00", "\0"],
    ["limit%20=5", "limit "],
    [`${"x".repeat(8000)}=1`, "x".repeat(8000)],
  ] as const) {
    const { status, body } = await org.get(`/v1/recordings?${query}`);
    t.is(status, 400, query);
    t.like(body, { code: "INVALID_FIELD", field }, query);
  }
  for (const query of ["=", "=1", "limit=5&="])
    t.deepEqual(
      (await org.get(`/v1/recordings?${query}`)).body,
      { message: "A query parameter has no name", code: "INVALID_FIELD" },
      query,
    );
  for (const query of ["", "&", "&&"])
    t.is((await org.get(`/v1/recordings?${query}`)).status, 200, query);
});

test("the credential comes first, then missing parameters, then unknown ones, then wrong values", async (t) => {
  const { server, org } = t.context;
  t.is((await server.fetch("/v1/recordings?page=2")).text, '{"message":"Invalid Api Key"}');
  const missing = await org.get("/v1/stats?groupby=user");
  t.like(missing.body, { code: "MISSING_REQUIRED_FIELD", field: "groupBy" });
  const wrong = await org.get("/v1/recordings?limit=0&page=2");
  t.like(wrong.body, { code: "INVALID_FIELD", field: "page" });
  const noFields = await send(server, org, "POST", "/v1/scheduled-tasks?page=2", "{}");
  t.like(noFields.body, { code: "MISSING_REQUIRED_FIELD", field: "event_id" });
  t.is((await org.get("/v1/nothing?page=2")).status, 404);
  t.is((await org.get("/v1/recordings/nothing?page=2")).status, 400, "before the id is looked up");
});

test("a refused change changes nothing", async (t) => {
  const { server, org } = t.context;
  const path = "/v1/scheduled-tasks";
  await send(server, org, "POST", path, requiredBodies[path]);
  const before = (await org.get(path)).text;
  t.is((await send(server, org, "DELETE", `${path}/e-1?dryRun=true`)).status, 400);
  t.is((await send(server, org, "PUT", `${path}/e-1?x=1`, '{"title":"New"}')).status, 400);
  t.is((await org.get(path)).text, before);
});

test("an upload refuses an unknown parameter before it reads the file", async (t) => {
  const { server, org } = t.context;
  const query = new URLSearchParams({ ...CALL_FIELDS, durationms: "1" }).toString();
  const path = "/v1/recordings/upload";
  const alone = await send(server, org, "POST", `${path}?${query}`, CALL_WAV, "audio/wav");
  t.is(alone.status, 400);
  t.deepEqual(
    alone.body,
    invalidField("durationms", "isn't a parameter of this endpoint; did you mean duration_ms?"),
  );
  const missing = await send(server, org, "POST", `${path}?x=1`, CALL_WAV, "audio/wav");
  t.like(missing.body, { code: "MISSING_REQUIRED_FIELD", field: "call_id" });
  const form = new FormData();
  form.append("file", new Blob([CALL_WAV]), "call.wav");
  const response = await fetch(`${server.url}${path}?x=1`, {
    method: "POST",
    headers: { "x-api-key": org.apiKey },
    body: form,
  });
  t.is(response.status, 400);
  t.is(((await response.json()) as { field: string }).field, "x");
  const unknownField = await uploadForm(server, org, { unknown: "1" });
  t.is(unknownField.status, 200, "unknown fields of the form are body fields, which are ignored");
});

test("URLs of phone systems ignore the parameters that those append", async (t) => {
  const { server, org } = t.context;
  const call = JSON.stringify({
    call_id: "call-1",
    user_email: "rep@example.com",
    started_at: "2026-03-03T10:00:00Z",
  });
  const token = new URL(org.dialerUrl).pathname;
  for (const path of ["/v1/dialer", token]) {
    const answer = await send(server, org, "POST", `${path}?CallSid=CA1&x=1&x=2`, call);
    t.is(answer.status, 200, answer.text);
  }
  const vendor = await send(server, org, "POST", `${token}/aircall?source=x`, "{}");
  t.not(vendor.body.field, "source");
});

test("every known parameter of every list is accepted by name", async (t) => {
  const { org } = t.context;
  for (const route of restRoutes.filter(({ method }) => method === "get"))
    for (const name of listParameters(route)) {
      const { body } = await org.get(`${route.path.replace(/:\w+/, "some")}?${name}=%ff`);
      t.not(body.message?.includes("isn't a parameter"), true, `${route.path} ${name}`);
    }
});
