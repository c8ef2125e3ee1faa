import fc from "fast-check";
import { sendRaw, type RawResponse } from "../helpers/rest/raw-request.js";
import type { Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/suite.js";
import { anyText } from "../helpers/rest/any-text.js";

const AWKWARD = [
  "/",
  "//",
  "a/b/c/",
  "?",
  "a?b=c&d",
  "#",
  "%",
  "%2F",
  "%25",
  "%ZZ",
  "a%",
  " ",
  " a ",
  "\t",
  "\n",
  "\r\n",
  ".",
  "..",
  "../users",
  "...",
  "+",
  "a+b",
  ";",
  ":event_id",
  "*",
  "\\",
  '"',
  "'",
  "{}",
  "💡",
  "é",
  "e\u0301",
  "日本",
  "\u202E",
  "\uFEFF",
  "\u0001",
  "\u007F",
  "\uFFFF",
  "null",
  "__proto__",
  "0",
  "' OR 1=1 --",
];

const sendRequest = (
  server: SharedServer,
  org: Tenant,
  method: string,
  path: string,
  body?: object,
): Promise<RawResponse> =>
  sendRaw(server, {
    method,
    path,
    headers: { "x-api-key": org.apiKey, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Creates, reads, changes and deletes an appointment. Returns each status with the event id. */
const runLifecycle = async (
  server: SharedServer,
  org: Tenant,
  eventId: string,
): Promise<unknown[]> => {
  const path = `/v1/scheduled-tasks/${encodeURIComponent(eventId)}`;
  const answers = [
    await sendRequest(server, org, "POST", "/v1/scheduled-tasks", {
      event_id: eventId,
      user_email: "rep@example.com",
      start_time: "2026-03-03T10:00:00Z",
    }),
    await sendRequest(server, org, "GET", path),
    await sendRequest(server, org, "PUT", path, { event_id: eventId, title: "Roof" }),
    await sendRequest(server, org, "GET", `${path}/`),
    await sendRequest(server, org, "DELETE", path),
    await sendRequest(server, org, "GET", path),
  ];
  return answers.map(({ status, text }) => [status, JSON.parse(text).appointment?.event_id]);
};

const buildExpected = (id: string): unknown[] => [
  [200, id],
  [200, id],
  [200, id],
  [200, id],
  [200, undefined],
  [404, undefined],
];

test("an event id can be any text, percent-encoded in the path", async (t) => {
  const { server, org } = t.context;
  for (const id of AWKWARD)
    t.deepEqual(await runLifecycle(server, org, id), buildExpected(id), JSON.stringify(id));
});

test("an event id of any text is returned as sent", async (t) => {
  const { server, org } = t.context;
  await fc.assert(
    fc.asyncProperty(anyText(1, 30), async (id) => {
      t.deepEqual(await runLifecycle(server, org, id), buildExpected(id));
    }),
    { numRuns: 40 },
  );
  t.pass();
});

test("event ids that look alike name different appointments", async (t) => {
  const { org } = t.context;
  const ids = ["e", "E", " e", "e ", "é", "e\u0301", "%65", "e/"];
  for (const event_id of ids)
    await org.send("POST", "/v1/scheduled-tasks", {
      event_id,
      user_email: "rep@example.com",
      start_time: "2026-03-03T10:00:00Z",
      title: `of ${event_id}`,
    });
  for (const id of ids) {
    const { body } = await org.get(`/v1/scheduled-tasks/${encodeURIComponent(id)}`);
    t.is(body.appointment.title, `of ${id}`);
  }
});

test("invalid percent-encoding in a path is refused with the field's name", async (t) => {
  const { server, org } = t.context;
  for (const encoded of ["%", "%Z", "%ZZ", "a%2", "%FF", "%C3%28", "%E2%82", "%ED%A0%80", "%C0%AF"])
    for (const [method, path, field] of [
      ["GET", "/v1/scheduled-tasks/BAD", "event_id"],
      ["PUT", "/v1/scheduled-tasks/BAD", "event_id"],
      ["DELETE", "/v1/scheduled-tasks/BAD", "event_id"],
      ["GET", "/v1/clients/BAD", "id"],
      ["GET", "/v1/recordings/BAD", "id"],
      ["GET", "/v1/recordings/BAD/transcript", "id"],
    ] as const) {
      const body = method === "PUT" ? {} : undefined;
      const { status, text } = await sendRequest(
        server,
        org,
        method,
        path.replace("BAD", encoded),
        body,
      );
      t.is(status, 400, `${method} ${path} ${encoded}: ${text}`);
      const { code, field: reported } = JSON.parse(text);
      t.deepEqual({ code, reported }, { code: "INVALID_FIELD", reported: field });
    }
});

test("U+0000 in a path is refused with the field's name", async (t) => {
  const { server, org } = t.context;
  for (const [method, path, field] of [
    ["GET", "/v1/scheduled-tasks/a%00", "event_id"],
    ["PUT", "/v1/scheduled-tasks/a%00", "event_id"],
    ["DELETE", "/v1/scheduled-tasks/a%00", "event_id"],
    ["GET", "/v1/clients/%00", "id"],
    ["GET", "/v1/recordings/%00", "id"],
    ["GET", "/v1/recordings/%00/transcript", "id"],
  ] as const) {
    const { status, text } = await sendRequest(
      server,
      org,
      method,
      path,
      method === "PUT" ? {} : undefined,
    );
    t.is(status, 400, `${method} ${path}: ${text}`);
    t.like(JSON.parse(text), { code: "INVALID_FIELD", field });
  }
});

test("an unknown id of any text is not found, never an internal error", async (t) => {
  const { server, org } = t.context;
  const paths = fc.constantFrom("/v1/scheduled-tasks/ID", "/v1/clients/ID", "/v1/recordings/ID");
  await fc.assert(
    fc.asyncProperty(anyText(1, 40), paths, async (id, path) => {
      const answer = await sendRequest(
        server,
        org,
        "GET",
        path.replace("ID", () => encodeURIComponent(id)),
      );
      t.is(answer.status, 404);
    }),
    { numRuns: 100 },
  );
});
