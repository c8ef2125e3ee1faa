import { restRoutes } from "../../../rest/routes/index.js";
import { expectations } from "../../helpers/rest/contract-expectations.js";
import { createFullData } from "../../helpers/rest/contract-data.js";
import { sendRaw, type RawResponse } from "../../helpers/rest/raw-request.js";
import type { Tenant, SharedServer } from "../../helpers/server.js";
import { test } from "../../helpers/suite.js";

const send = (
  server: SharedServer,
  org: Tenant,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<RawResponse> =>
  sendRaw(server, { method, path, headers: { "x-api-key": org.apiKey, ...headers } });

const readPaths = restRoutes.filter(({ method }) => method === "get").map(({ path }) => path);

for (const path of readPaths)
  test(`GET ${path} has a weak ETag and answers 304 to a matching If-None-Match`, async (t) => {
    const { server, org } = t.context;
    const concrete = expectations[`GET ${path}`]!.path(await createFullData(server, org), "full");
    const first = await send(server, org, concrete);
    const tag = String(first.headers["etag"]);
    t.regex(tag, /^W\/"[^"]+"$/);
    t.is((await send(server, org, concrete)).headers["etag"], tag);
    for (const match of [tag, tag.slice(2), `"other", ${tag}`, `W/"a",${tag},"b"`, "*"])
      for (const method of ["GET", "HEAD"]) {
        const repeated = await send(server, org, concrete, { "if-none-match": match }, method);
        t.is(repeated.status, 304, match);
        t.is(repeated.text, "");
        t.is(repeated.headers["etag"], tag);
        t.is(repeated.headers["content-type"], undefined);
        t.truthy(repeated.headers["x-request-id"]);
      }
    for (const match of ['"other"', 'W/"other"', tag.slice(0, -2), ""]) {
      const repeated = await send(server, org, concrete, { "if-none-match": match });
      t.is(repeated.status, 200, match);
      t.is(repeated.text, first.text);
    }
  });

test("Cache-Control: no-cache still allows a 304", async (t) => {
  const { org } = t.context;
  const tag = (await org.get("/v1/users")).headers.get("etag")!;
  // fetch adds `cache-control: no-cache` to `if-none-match`, which asks for revalidation only.
  const repeated = await org.get("/v1/users", { "if-none-match": tag });
  t.is(repeated.status, 304);
  t.is(repeated.text, "");
});

test("the ETag changes with the content", async (t) => {
  const { server, org } = t.context;
  const { recordingId, clientId } = await createFullData(server, org);
  const paths = [
    "/v1/users",
    "/v1/teams",
    `/v1/recordings/${recordingId}`,
    `/v1/recordings/${recordingId}/transcript`,
    "/v1/recordings",
    `/v1/clients/${clientId}`,
    "/v1/clients",
    "/v1/scheduled-tasks/e-1",
    "/v1/scheduled-tasks",
  ];
  const tags = async (): Promise<string[]> =>
    Promise.all(paths.map(async (path) => String((await send(server, org, path)).headers["etag"])));
  const before = await tags();
  await org.createUser("rep@example.com", { name: "Another name" });
  await org.graphql(
    `mutation ($id: ID!) {
      completeAnalysis(recordingId: $id, input: {
        summary: "New", transcript: [{ speaker: "B", text: "Bye", start: 0, end: 5 }]
      }) { id }
      updateClient(id: "${clientId}", input: { notes: "New" }) { id }
    }`,
    { id: recordingId },
  );
  await org.send("PUT", "/v1/scheduled-tasks/e-1", { title: "New" });
  const after = await tags();
  for (const [index, path] of paths.entries()) {
    t.not(after[index], before[index], path);
    const stale = { "if-none-match": before[index]! };
    t.is((await send(server, org, path, stale)).status, 200, path);
  }
});

test("each page has its own ETag", async (t) => {
  const { server, org } = t.context;
  await createFullData(server, org);
  const tags = new Set<unknown>();
  for (const query of ["", "?limit=1", "?toDate=2020-01-01"])
    tags.add((await send(server, org, `/v1/recordings${query}`)).headers["etag"]);
  t.is(tags.size, 3);
});

test("writes and errors have no ETag and ignore If-None-Match", async (t) => {
  const { server, org } = t.context;
  await createFullData(server, org);
  const match = { "if-none-match": "*" };
  const task = {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
  };
  const call = { call_id: "c-9", user_email: task.user_email, started_at: task.start_time };
  const answers = [
    [await org.send("POST", "/v1/scheduled-tasks", task, match), 200],
    [await org.send("PUT", "/v1/scheduled-tasks/e-1", { title: "New" }, match), 200],
    [await org.send("DELETE", "/v1/scheduled-tasks/e-1", undefined, match), 200],
    [await org.send("POST", "/v1/dialer", call, match), 200],
    [await org.get("/v1/scheduled-tasks/e-1", match), 404],
    [await org.get("/v1/recordings?limit=0", match), 400],
    [await server.fetch("/v1/users", { headers: match }), 401],
    [await org.send("PATCH", "/v1/users", undefined, match), 405],
  ] as const;
  for (const [answer, status] of answers) {
    t.is(answer.status, status, answer.text);
    t.is(answer.headers.get("etag"), null);
    t.not(answer.text, "");
  }
});
