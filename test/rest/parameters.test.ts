import { restRoutes } from "../../rest/routes/index.js";
import {
  addActionItems,
  addClips,
  addComments,
  pushAppointments,
  insertClients,
  type insertRecordings,
} from "../helpers/rest/list-data.js";
import {
  isPaged,
  listParameters,
  listRoutes,
  pagedPaths,
  requiredParameters,
} from "../helpers/rest/read-routes.js";
import { formatQuery } from "../helpers/graphql/format-query.js";
import type { Answer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

/** The lists whose entries `fillLists` creates. */
const lists = ["recordings", "scheduled-tasks", "clients", "action-items", "comments", "clips"];

test("this file tests the pages of every paged list", (t) => {
  // event-feed.test.ts has the tests of the events' pages.
  const paths = [...lists, "events"].map((list) => `/v1/${list}`);
  t.deepEqual(paths.toSorted(), pagedPaths.toSorted());
});

const itemsOf = ({ body }: Answer): unknown[] =>
  body.recordings ??
  body.appointments ??
  body.clients ??
  body.actionItems ??
  body.comments ??
  body.clips;

/** A value of each parameter, valid where that matters: the server counts parameters before it parses them. */
const valid: Record<string, string> = {
  fromDate: "2026-01-01",
  toDate: "2026-12-31",
  user_email: "rep@example.com",
  limit: "5",
  startAfter: "2026-01-01T00:00:00Z",
  completed: "false",
  dueBefore: "2026-01-01",
  ownerEmail: "rep@example.com",
  userEmail: "rep@example.com",
  authorEmail: "rep@example.com",
  mentionedEmail: "rep@example.com",
  resolved: "false",
  shared: "false",
  recordingId: "00000000-0000-7000-8000-000000000000",
  clientId: "00000000-0000-7000-8000-000000000000",
  cursor: "any",
  crmEntityId: "c-1",
  email: "ann@example.com",
};

const outcome = (answer: Answer, field: string) => ({
  status: answer.status,
  code: answer.body.code,
  field: answer.body.field,
  wanted: field,
});

const invalidField = (field: string) => ({
  status: 400,
  code: "INVALID_FIELD",
  field,
  wanted: field,
});

const fillLists = async (
  { server, org }: { server: Parameters<typeof insertRecordings>[0]; org: Tenant },
  count: number,
): Promise<void> => {
  const times = Array.from({ length: count }, (_, index) => Date.parse("2026-02-01") + index);
  await addActionItems(server, org, times);
  await addComments(server, org, times);
  await addClips(server, org, times);
  await insertClients(server, org, times);
  await pushAppointments(org, times);
};

test("a list returns 25 entries by default, or as many as limit says", async (t) => {
  const { org } = t.context;
  await fillLists(t.context, 101);
  for (const list of lists) {
    const countEntries = async (query: string): Promise<number> =>
      itemsOf(await org.get(`/v1/${list}${query}`)).length;
    t.is(await countEntries(""), 25, list);
    for (const limit of [1, 2, 99, 100]) t.is(await countEntries(`?limit=${limit}`), limit, list);
    const { body } = await org.get(`/v1/${list}?limit=100`);
    t.true(body.hasMore, list);
  }
});

test("a limit that isn't an integer from 1 to 100 is rejected, never corrected", async (t) => {
  const { org } = t.context;
  const limits = ["0", "101", "-1", "1.5", "1.0", "1e1", "abc", "", " 5", "5 ", "+5", "0x10", "٥"];
  const otherLimits = [
    "5,6",
    "[5]",
    "null",
    "NaN",
    "Infinity",
    "99999999999999999999",
    "5\n",
    "5\0",
    "５",
  ];
  for (const list of lists)
    for (const limit of [...limits, ...otherLimits]) {
      const answer = await org.get(`/v1/${list}?${formatQuery({ limit })}`);
      t.deepEqual(
        outcome(answer, "limit"),
        invalidField("limit"),
        `${list} ${JSON.stringify(limit)}`,
      );
    }
});

test("a repeated parameter is rejected, even with equal values", async (t) => {
  const { org } = t.context;
  for (const route of listRoutes.filter(isPaged))
    for (const name of listParameters(route)) {
      const once = formatQuery({ [name]: valid[name] ?? "any" });
      const answer = await org.get(`${route.path}?${once}&${once}`);
      t.deepEqual(outcome(answer, name), invalidField(name), `${route.path} ${name}`);
      for (const query of [`${once}&${name}=`, `${name}=&${once}`, `${name}=&${name}=`]) {
        const withEmpty = await org.get(`${route.path}?${query}`);
        t.deepEqual(outcome(withEmpty, name), invalidField(name), `${route.path} ${query}`);
      }
    }
});

test("an empty parameter is rejected, except the client list's email", async (t) => {
  const { org } = t.context;
  for (const route of listRoutes.filter(isPaged))
    for (const name of listParameters(route)) {
      if (route.emptyIsAbsent?.includes(name)) continue;
      for (const query of [`${name}=`, name]) {
        const answer = await org.get(`${route.path}?${query}`);
        t.deepEqual(outcome(answer, name), invalidField(name), `${route.path} ${query}`);
      }
    }
});

test("every parameter that isn't percent-encoded UTF-8 is rejected by name", async (t) => {
  const { org } = t.context;
  let requestCount = 0;
  for (const route of restRoutes) {
    const { method, path } = route;
    if (method !== "get") continue;
    for (const name of listParameters(route)) {
      const rest = Object.entries(requiredParameters[path] ?? {}).filter(
        ([other]) => other !== name,
      );
      const query = new URLSearchParams(rest).toString();
      for (const bad of ["%", "%ZZ", "a%2", "%ff", "x%C3%28", "%ED%A0%80", "%C0%AF"]) {
        const answer = await org.get(`${path}?${query}&${name}=${bad}`);
        t.deepEqual(outcome(answer, name), invalidField(name), `${path} ${name} ${bad}`);
        requestCount += 1;
      }
    }
  }
  t.true(requestCount > 7 * 20);
  // An encoded U+FFFD is valid UTF-8, although it is also the replacement for invalid bytes.
  t.is((await org.get("/v1/clients?email=%EF%BF%BD+%E2%82%AC")).status, 200);
  const ignored = await org.get("/v1/clients?email=ann@example.com&limit=%ff");
  t.is(ignored.status, 200, "an unused parameter is not decoded");
});

test("an empty email counts as absent and returns the client list", async (t) => {
  const { server, org } = t.context;
  await insertClients(server, org, [1, 2, 3]);
  const all = await org.get("/v1/clients?limit=2");
  const { body } = await org.get("/v1/clients?email=&limit=2");
  t.is(body.clients.length, 2);
  t.deepEqual(body, all.body);
  t.is((await org.get("/v1/clients?email=&limit=0")).status, 400);
});

test("the client list accepts its cursor under either name, but not under both", async (t) => {
  const { server, org } = t.context;
  await insertClients(server, org, [1, 2, 3]);
  const { nextCursor } = (await org.get("/v1/clients?limit=1")).body;
  const second = await org.get(`/v1/clients?limit=1&cursor=${nextCursor}`);
  t.is(second.body.clients.length, 1);
  t.deepEqual((await org.get(`/v1/clients?limit=1&startAfter=${nextCursor}`)).body, second.body);
  const both = await org.get(`/v1/clients?cursor=${nextCursor}&startAfter=${nextCursor}`);
  t.is(both.status, 400);
  t.is(both.body.code, "INVALID_FIELD");
  t.true(["cursor", "startAfter"].includes(both.body.field));
});

test("a client lookup ignores limit and cursor", async (t) => {
  const { server, org } = t.context;
  const [id] = await insertClients(server, org, [1, 2]);
  for (const query of [
    "limit=0",
    "limit=",
    "limit=1&limit=2",
    "cursor=nonsense",
    "cursor=",
    "startAfter=nonsense",
    "cursor=a&startAfter=b",
  ]) {
    const { status, body } = await org.get(`/v1/clients?crmEntityId=crm-${id}&${query}`);
    t.is(status, 200, query);
    t.deepEqual([body.clients[0].id, body.clients.length], [id, 1]);
    t.deepEqual([body.nextCursor, body.hasMore], [null, false]);
    const none = await org.get(`/v1/clients?email=nobody%40example.com&${query}`);
    t.deepEqual(none.body, { clients: [], nextCursor: null, hasMore: false });
  }
});

test("a plus sign in a parameter is a space, and %2B is a plus sign", async (t) => {
  const { org } = t.context;
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
    customer: { id: "a b", email: "ann+roof@example.com" },
  });
  const countFound = async (query: string): Promise<number> =>
    itemsOf(await org.get(`/v1/clients?${query}`)).length;
  t.is(await countFound("email=ann%2Broof@example.com"), 1);
  t.is(await countFound("email=ann+roof@example.com"), 0);
  t.is(await countFound("crmEntityId=a+b"), 1);
  t.is(await countFound("crmEntityId=a%20b"), 1);
  t.is(await countFound("crmEntityId=a%2Bb"), 0);
});
