import { restRoutes } from "../../../rest/routes.js";
import { expectations } from "../../helpers/contract-expectations.js";
import { createFullData } from "../../helpers/contract-data.js";
import { sendRaw, type RawResponse } from "../../helpers/raw-request.js";
import type { Tenant, SharedServer } from "../../helpers/server.js";
import { test } from "../../helpers/suite.js";

const ask = (
  server: SharedServer,
  org: Tenant,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<RawResponse> =>
  sendRaw(server, { method, path, headers: { "x-api-key": org.apiKey, ...headers } });

const reading = restRoutes.filter(({ method }) => method === "get").map(({ path }) => path);

for (const path of reading)
  test(`GET ${path} has a weak ETag, and answers with 304 to whoever has it`, async (t) => {
    const { server, org } = t.context;
    const concrete = expectations[`GET ${path}`]!.path(await createFullData(server, org), "full");
    const first = await ask(server, org, concrete);
    const tag = String(first.headers["etag"]);
    t.regex(tag, /^W\/"[^"]+"$/);
    t.is((await ask(server, org, concrete)).headers["etag"], tag);
    for (const match of [tag, tag.slice(2), `"other", ${tag}`, `W/"a",${tag},"b"`, "*"])
      for (const method of ["GET", "HEAD"]) {
        const again = await ask(server, org, concrete, { "if-none-match": match }, method);
        t.is(again.status, 304, match);
        t.is(again.text, "");
        t.is(again.headers["etag"], tag);
        t.is(again.headers["content-type"], undefined);
        t.truthy(again.headers["x-request-id"]);
      }
    for (const match of ['"other"', 'W/"other"', tag.slice(0, -2), ""]) {
      const again = await ask(server, org, concrete, { "if-none-match": match });
      t.is(again.status, 200, match);
      t.is(again.text, first.text);
    }
  });

test("a caller that asks for what is fresh, as fetch does, is told 304 too", async (t) => {
  const { org } = t.context;
  const tag = (await org.get("/v1/users")).headers.get("etag")!;
  // To `if-none-match` fetch adds `cache-control: no-cache`: the answer must come from the server.
  const again = await org.get("/v1/users", { "if-none-match": tag });
  t.is(again.status, 304);
  t.is(again.text, "");
});

test("the ETag changes when what is shown does", async (t) => {
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
    Promise.all(paths.map(async (path) => String((await ask(server, org, path)).headers["etag"])));
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
    t.is((await ask(server, org, path, stale)).status, 200, path);
  }
});

test("the ETag is of what is shown: another page has another", async (t) => {
  const { server, org } = t.context;
  await createFullData(server, org);
  const tags = new Set<unknown>();
  for (const query of ["", "?limit=1", "?toDate=2020-01-01"])
    tags.add((await ask(server, org, `/v1/recordings${query}`)).headers["etag"]);
  t.is(tags.size, 3);
});

test("writing and refusing have no ETag, and do not look at If-None-Match", async (t) => {
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
