import type { Answer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const TASK = {
  event_id: "e-1",
  user_email: "rep@example.com",
  start_time: "2026-03-03T10:00:00Z",
};
const CALL = {
  call_id: "c-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
};
const UTTERANCE = { speaker: "A", text: "Hello", start: 0, end: 9 };

const postTask = (org: Tenant, body: unknown): Promise<Answer> =>
  org.send("POST", "/v1/scheduled-tasks", body);
const putTask = (org: Tenant, body: unknown): Promise<Answer> =>
  org.send("PUT", "/v1/scheduled-tasks/e-1", body);
const postCall = (org: Tenant, body: unknown): Promise<Answer> =>
  org.send("POST", "/v1/dialer", body);

const outcome = ({ status, body }: Answer): unknown[] => [status, body.code, body.field];

const missingField = (field: string): unknown[] => [400, "MISSING_REQUIRED_FIELD", field];
const invalidField = (field: string): unknown[] => [400, "INVALID_FIELD", field];

/** Returns the object with the value at the dotted path. */
const withValue = (object: object, path: string, value: unknown): object => {
  const [first, ...rest] = path.split(".");
  const inner = (object as Record<string, object>)[first!] ?? {};
  const changed = rest.length > 0 ? withValue(inner, rest.join("."), value) : value;
  return Array.isArray(object)
    ? object.with(Number(first), changed)
    : { ...object, [first!]: changed };
};

const taskTexts = ["title", "customer.id", "customer.name", "customer.email", "customer.location"];
const callTexts = [
  "name",
  "recording_url",
  "event_id",
  "customer.id",
  "customer.name",
  "customer.email",
  "customer.location",
  "transcript.0.speaker",
  "transcript.0.text",
];

/**
 * Lists the text fields of every body, each with a function that sends a value in an otherwise
 * valid body.
 */
const textFields = (org: Tenant): [string, (value: unknown) => Promise<Answer>][] => [
  ...["event_id", "user_email", ...taskTexts].map(
    (path) => [path, (value: unknown) => postTask(org, withValue(TASK, path, value))] as never,
  ),
  ...["user_email", ...taskTexts].map(
    (path) => [path, (value: unknown) => putTask(org, withValue({}, path, value))] as never,
  ),
  ...["call_id", "user_email", ...callTexts].map((path) => {
    const call = { ...CALL, transcript: [UTTERANCE] };
    return [path, (value: unknown) => postCall(org, withValue(call, path, value))] as never;
  }),
];

test("the error names the first missing required field in contract order", async (t) => {
  const { org } = t.context;
  t.deepEqual(outcome(await postTask(org, {})), missingField("event_id"));
  t.deepEqual(outcome(await postTask(org, { event_id: "e-1" })), missingField("user_email"));
  t.deepEqual(
    outcome(await postTask(org, { ...TASK, start_time: undefined })),
    missingField("start_time"),
  );
  t.deepEqual(outcome(await postCall(org, {})), missingField("call_id"));
  t.deepEqual(outcome(await postCall(org, { call_id: "c-1" })), missingField("user_email"));
  t.deepEqual(
    outcome(await postCall(org, { ...CALL, started_at: undefined })),
    missingField("started_at"),
  );
  const required = { event_id: "e-1", started_at: "x", start_time: "x" };
  t.deepEqual(outcome(await postTask(org, { start_time: "x" })), missingField("event_id"));
  t.deepEqual(outcome(await postTask(org, required)), missingField("user_email"));
});

test("a missing field is reported before an invalid one", async (t) => {
  const { org } = t.context;
  const invalidFields = { title: 5, customer: "x", metadata: [], end_time: "x" };
  t.deepEqual(
    outcome(await postTask(org, { ...invalidFields, event_id: 5, user_email: [] })),
    missingField("start_time"),
  );
  t.deepEqual(
    outcome(await postCall(org, { call_id: "", user_email: "nobody", duration_ms: "x" })),
    missingField("started_at"),
  );
});

test("null in a required field counts as missing", async (t) => {
  const { org } = t.context;
  for (const field of ["event_id", "user_email", "start_time"])
    t.deepEqual(outcome(await postTask(org, { ...TASK, [field]: null })), missingField(field));
  for (const field of ["call_id", "user_email", "started_at"])
    t.deepEqual(outcome(await postCall(org, { ...CALL, [field]: null })), missingField(field));
  await postTask(org, TASK);
  for (const field of ["event_id", "user_email", "start_time"])
    t.deepEqual(outcome(await putTask(org, { [field]: null })), missingField(field));
});

test("a value of the wrong type is rejected by field name", async (t) => {
  const { org } = t.context;
  await postTask(org, TASK);
  for (const [path, send] of textFields(org))
    for (const value of [5, true, [], ["a"], {}])
      t.deepEqual(
        outcome(await send(value)),
        invalidField(path),
        `${path} ${JSON.stringify(value)}`,
      );
  for (const value of ["x", 5, true, [], [{ id: "c-1" }]])
    for (const send of [postTask, putTask, postCall]) {
      const base = send === postCall ? CALL : send === postTask ? TASK : {};
      t.deepEqual(outcome(await send(org, { ...base, customer: value })), invalidField("customer"));
    }
  for (const value of ["x", 5, {}, UTTERANCE])
    t.deepEqual(
      outcome(await postCall(org, { ...CALL, transcript: value })),
      invalidField("transcript"),
    );
  for (const value of ["x", 5, []])
    t.deepEqual(
      outcome(await postCall(org, { ...CALL, transcript: [UTTERANCE, value] })),
      invalidField("transcript.1"),
    );
  for (const value of ["5", 1.5, true, [5], 2 ** 31, -1])
    t.deepEqual(
      outcome(await postCall(org, { ...CALL, duration_ms: value })),
      invalidField("duration_ms"),
    );
});

test("text with U+0000 or half a surrogate pair is rejected by field name", async (t) => {
  const { org } = t.context;
  await postTask(org, TASK);
  for (const [path, send] of textFields(org))
    for (const text of ["a\0b", "\0", "\uD83D", "\uDCA1a"])
      t.deepEqual(outcome(await send(text)), invalidField(path), `${path} ${JSON.stringify(text)}`);
});

test("metadata with unstorable text or an infinite number is rejected", async (t) => {
  const { org } = t.context;
  await postTask(org, TASK);
  for (const json of [
    '{"a":"\\u0000"}',
    '{"\\u0000":1}',
    '{"a":{"b":["x\\u0000"]}}',
    '{"a":"\\ud83d"}',
    '{"\\udca1":1}',
    '{"a":1e999}',
    '{"a":[-1e999]}',
  ]) {
    const task = JSON.stringify(TASK).slice(0, -1);
    const call = JSON.stringify(CALL).slice(0, -1);
    t.deepEqual(
      outcome(await postTask(org, `${task},"metadata":${json}}`)),
      invalidField("metadata"),
    );
    t.deepEqual(outcome(await putTask(org, `{"metadata":${json}}`)), invalidField("metadata"));
    t.deepEqual(
      outcome(await postCall(org, `${call},"custom_fields":${json}}`)),
      invalidField("custom_fields"),
    );
  }
});

test("a number outside the range is rejected by field name", async (t) => {
  const { org } = t.context;
  const call = JSON.stringify(CALL).slice(0, -1);
  for (const [field, json] of [
    ["duration_ms", "1e999"],
    ["duration_ms", "-1e999"],
    ["duration_ms", "1e15"],
    ["call_id", "1e999"],
  ] as const) {
    const base = JSON.stringify({ ...CALL, [field]: undefined }).slice(0, -1);
    t.deepEqual(outcome(await postCall(org, `${base},"${field}":${json}}`)), invalidField(field));
  }
  const transcript = '[{"speaker":"A","text":"x","start":0,"end":1e999}]';
  t.deepEqual(
    outcome(await postCall(org, `${call},"transcript":${transcript}}`)),
    invalidField("transcript.0.end"),
  );
});

test("U+0000 in a parameter is rejected by parameter name", async (t) => {
  const { org } = t.context;
  for (const [path, name] of [
    ["/v1/scheduled-tasks", "user_email"],
    ["/v1/clients", "crmEntityId"],
    ["/v1/clients", "email"],
    ["/v1/recordings", "fromDate"],
  ] as const)
    t.deepEqual(
      outcome(await org.get(`${path}?${name}=a%00b`)),
      invalidField(name),
      `${path} ${name}`,
    );
});

test("a rejected request changes nothing", async (t) => {
  const { org } = t.context;
  await postTask(org, { ...TASK, title: "Roof", customer: { id: "c-1", name: "Ann" } });
  const before = await org.get("/v1/scheduled-tasks/e-1");
  const refused = [
    await postTask(org, { ...TASK, title: "New", customer: { id: "c-2", name: 5 } }),
    await putTask(org, { title: "New", customer: { id: "c-3" }, user_email: "nobody@example.com" }),
    await putTask(org, { title: "New", customer: { id: "c-4" }, end_time: "2020-01-01T00:00:00Z" }),
    await putTask(org, { title: "New", event_id: "e-2" }),
  ];
  for (const answer of refused) t.is(answer.status, 400, answer.text);
  t.is((await org.get("/v1/scheduled-tasks/e-1")).text, before.text);
  t.is((await org.get("/v1/clients")).body.clients.length, 1);
});
