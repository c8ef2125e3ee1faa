import { isKeyOnly } from "../helpers/rest/key-only-routes.js";
import { randomUUIDv7 } from "node:crypto";
import { restRoutes } from "../../rest/routes/index.js";
import {
  type Expectation,
  expectations,
  type KnownIds,
} from "../helpers/rest/contract-expectations.js";
import { createFullData, createSparseData } from "../helpers/rest/contract-data.js";
import { test } from "./black-box-suite.js";
import { findShapeDifferences } from "../helpers/rest/shape.js";
import type { TestResponse, RemoteServer } from "../helpers/tenant.js";

const WRONG_KEY = `dbk_${"0".repeat(49)}`;

// uploads.test.ts covers the upload, whose body isn't JSON.
const endpoints = restRoutes
  .filter((route) => !isKeyOnly(route))
  .filter(({ isUpload }) => !isUpload)
  .map(({ method, path }) => `${method.toUpperCase()} ${path}`);

test("contract-expectations lists exactly the endpoints of /v1", (t) => {
  t.deepEqual(endpoints.toSorted(), Object.keys(expectations).toSorted());
});

const sendExpected = (
  server: RemoteServer,
  key: string | undefined,
  endpoint: string,
  ids: KnownIds,
  data: "full" | "sparse",
): Promise<TestResponse> => {
  const { path, body } = expectations[endpoint] as Expectation;
  return server.fetch(path(ids, data), {
    method: endpoint.split(" ")[0]!,
    headers: {
      "content-type": "application/json",
      ...(key !== undefined && { "x-api-key": key }),
    },
    ...(body && { body: JSON.stringify(body(ids, data)) }),
  });
};

const comparableParts = (answer: TestResponse) => ({
  status: answer.status,
  text: answer.text,
  type: answer.headers.get("content-type"),
});

const createUnknownIds = (): KnownIds => ({
  recordingId: randomUUIDv7(),
  clientId: randomUUIDv7(),
  eventId: randomUUIDv7(),
  freeEventId: randomUUIDv7(),
  actionItemId: randomUUIDv7(),
  dialerToken: "0".repeat(43),
  refusingUrl: "http://127.0.0.1:1/",
});

for (const endpoint of Object.keys(expectations)) {
  const expected = expectations[endpoint]!;

  for (const [data, prepare] of [
    ["full", createFullData],
    ["sparse", createSparseData],
  ] as const)
    test(`${endpoint} returns exactly the contract's fields (${data} data)`, async (t) => {
      const { server, org } = t.context;
      const ids = await prepare(server, org);
      const answer = await sendExpected(server, org.apiKey, endpoint, ids, data);
      t.is(answer.status, 200, answer.text);
      t.is(answer.headers.get("content-type"), "application/json; charset=utf-8");
      t.truthy(answer.headers.get("x-request-id"));
      t.deepEqual(findShapeDifferences(answer.body, expected.shape, expected.data ?? data), []);
      if (Object.hasOwn(answer.body, "hasMore")) t.is(answer.body.hasMore, data === "full");
    });

  test(`${endpoint} returns the same 401 for a missing and a wrong credential`, async (t) => {
    const { server, org } = t.context;
    const ids = await createFullData(server, org);
    // The dialer's credential is in the path.
    const withWrongToken = { ...ids, dialerToken: createUnknownIds().dialerToken };
    for (const key of [undefined, WRONG_KEY, ""]) {
      const answer = await sendExpected(server, key, endpoint, withWrongToken, "full");
      t.is(answer.status, 401);
      t.is(answer.text, '{"message":"Invalid Api Key"}');
      t.is(answer.headers.get("content-type"), "application/json; charset=utf-8");
      t.truthy(answer.headers.get("x-request-id"));
    }
  });

  if (expected.missing !== undefined)
    test(`${endpoint} returns the same 404 for foreign and unknown IDs`, async (t) => {
      const { server, org } = t.context;
      const other = await server.createTenant("Another organization");
      await other.createUser();
      const ids = await createFullData(server, other);
      const foreign = await sendExpected(server, org.apiKey, endpoint, ids, "full");
      t.deepEqual(comparableParts(foreign), {
        status: 404,
        text: JSON.stringify({ message: expected.missing, code: "NOT_FOUND" }),
        type: "application/json; charset=utf-8",
      });
      const unknownAnswer = await sendExpected(
        server,
        org.apiKey,
        endpoint,
        createUnknownIds(),
        "full",
      );
      t.deepEqual(comparableParts(unknownAnswer), comparableParts(foreign));
      const own = await sendExpected(server, other.apiKey, endpoint, ids, "full");
      t.is(own.status, 200, "its owner still reads it");
    });
}

test("a client created from a customer ID alone has null in all other fields", async (t) => {
  const { org } = t.context;
  const { body } = await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
    customer: { id: "c-1" },
  });
  t.deepEqual(body.appointment.client, { id: "c-1", name: null, email: null, location: null });
});

test("an action item without an assignee has a null assignee", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({}, { actionItems: [{ kind: "client", text: "Sign" }] });
  const { body } = await org.get(`/v1/recordings/${id}`);
  t.deepEqual(body.recording.actionItems, [
    { kind: "client", text: "Sign", assignee: null, completed: false },
  ]);
});
