import { randomUUIDv7 } from "node:crypto";
import { restRoutes } from "../../rest/routes.js";
import { type Expectation, expectations, type KnownIds } from "../helpers/contract-expectations.js";
import { createFullData, createSparseData } from "../helpers/contract-data.js";
import { test } from "../helpers/black-box-suite.js";
import { findShapeDifferences } from "../helpers/shape.js";
import type { TestResponse, RemoteServer } from "../helpers/tenant.js";

const WRONG_KEY = `dbk_${"0".repeat(49)}`;

// An upload is no JSON: uploads.test.ts.
const endpoints = restRoutes
  .filter(({ isUpload }) => !isUpload)
  .map(({ method, path }) => `${method.toUpperCase()} ${path}`);

test("every endpoint is expected, and every expected endpoint is there", (t) => {
  t.deepEqual(endpoints.toSorted(), Object.keys(expectations).toSorted());
});

const request = (
  server: RemoteServer,
  key: string | undefined,
  endpoint: string,
  known: KnownIds,
  data: "full" | "sparse",
): Promise<TestResponse> => {
  const { path, body } = expectations[endpoint] as Expectation;
  return server.fetch(path(known, data), {
    method: endpoint.split(" ")[0]!,
    headers: {
      "content-type": "application/json",
      ...(key !== undefined && { "x-api-key": key }),
    },
    ...(body && { body: JSON.stringify(body(known, data)) }),
  });
};

const seen = (answer: TestResponse) => ({
  status: answer.status,
  text: answer.text,
  type: answer.headers.get("content-type"),
});

const unknown = (): KnownIds => ({
  recordingId: randomUUIDv7(),
  clientId: randomUUIDv7(),
  eventId: randomUUIDv7(),
  freeEventId: randomUUIDv7(),
  dialerToken: "0".repeat(43),
  refusingUrl: "http://127.0.0.1:1/",
});

for (const endpoint of Object.keys(expectations)) {
  const expected = expectations[endpoint]!;

  for (const [data, prepare] of [
    ["full", createFullData],
    ["sparse", createSparseData],
  ] as const)
    test(`${endpoint} answers with exactly the contract's fields where the data are ${data}`, async (t) => {
      const { server, org } = t.context;
      const known = await prepare(server, org);
      const answer = await request(server, org.apiKey, endpoint, known, data);
      t.is(answer.status, 200, answer.text);
      t.is(answer.headers.get("content-type"), "application/json; charset=utf-8");
      t.truthy(answer.headers.get("x-request-id"));
      t.deepEqual(findShapeDifferences(answer.body, expected.shape, data), []);
      if (Object.hasOwn(answer.body, "hasMore")) t.is(answer.body.hasMore, data === "full");
    });

  test(`${endpoint} refuses a missing and a wrong credential in the same words`, async (t) => {
    const { server, org } = t.context;
    const known = await createFullData(server, org);
    // The dialer's credential is in the path.
    const stranger = { ...known, dialerToken: unknown().dialerToken };
    for (const key of [undefined, WRONG_KEY, ""]) {
      const answer = await request(server, key, endpoint, stranger, "full");
      t.is(answer.status, 401);
      t.is(answer.text, '{"message":"Invalid Api Key"}');
      t.is(answer.headers.get("content-type"), "application/json; charset=utf-8");
      t.truthy(answer.headers.get("x-request-id"));
    }
  });

  if (expected.missing !== undefined)
    test(`${endpoint} knows no difference between what another organization has and what nobody has`, async (t) => {
      const { server, org } = t.context;
      const other = await server.createTenant("Another organization");
      await other.createUser();
      const known = await createFullData(server, other);
      const foreign = await request(server, org.apiKey, endpoint, known, "full");
      t.deepEqual(seen(foreign), {
        status: 404,
        text: JSON.stringify({ message: expected.missing, code: "NOT_FOUND" }),
        type: "application/json; charset=utf-8",
      });
      const nobodys = await request(server, org.apiKey, endpoint, unknown(), "full");
      t.deepEqual(seen(nobodys), seen(foreign));
      const own = await request(server, other.apiKey, endpoint, known, "full");
      t.is(own.status, 200, "it is still there for its owner");
    });
}

test("a customer of whom only the id was sent has all fields of a client, the others null", async (t) => {
  const { org } = t.context;
  const { body } = await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
    customer: { id: "c-1" },
  });
  t.deepEqual(body.appointment.client, { id: "c-1", name: null, email: null, location: null });
});

test("an action item that names nobody has a null assignee", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({}, { actionItems: [{ kind: "client", text: "Sign" }] });
  const { body } = await org.get(`/v1/recordings/${id}`);
  t.deepEqual(body.recording.actionItems, [
    { kind: "client", text: "Sign", assignee: null, completed: false },
  ]);
});
