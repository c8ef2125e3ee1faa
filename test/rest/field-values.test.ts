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

const post = (org: Tenant, body: unknown): Promise<Answer> =>
  org.send("POST", "/v1/scheduled-tasks", body);
const put = (org: Tenant, body: unknown): Promise<Answer> =>
  org.send("PUT", "/v1/scheduled-tasks/e-1", body);
const dial = (org: Tenant, body: unknown): Promise<Answer> => org.send("POST", "/v1/dialer", body);

const outcome = ({ status, body }: Answer): unknown[] => [status, body.code, body.field];

const missing = (field: string): unknown[] => [400, "MISSING_REQUIRED_FIELD", field];
const invalid = (field: string): unknown[] => [400, "INVALID_FIELD", field];

/** The object with the value at the dotted path. */
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

/** Every field of a body that holds text, each with the rest of an acceptable body. */
const textFields = (org: Tenant): [string, (value: unknown) => Promise<Answer>][] => [
  ...["event_id", "user_email", ...taskTexts].map(
    (path) => [path, (value: unknown) => post(org, withValue(TASK, path, value))] as never,
  ),
  ...["user_email", ...taskTexts].map(
    (path) => [path, (value: unknown) => put(org, withValue({}, path, value))] as never,
  ),
  ...["call_id", "user_email", ...callTexts].map((path) => {
    const call = { ...CALL, transcript: [UTTERANCE] };
    return [path, (value: unknown) => dial(org, withValue(call, path, value))] as never;
  }),
];

test("the first required field that is missing is named, in the contract's order", async (t) => {
  const { org } = t.context;
  t.deepEqual(outcome(await post(org, {})), missing("event_id"));
  t.deepEqual(outcome(await post(org, { event_id: "e-1" })), missing("user_email"));
  t.deepEqual(outcome(await post(org, { ...TASK, start_time: undefined })), missing("start_time"));
  t.deepEqual(outcome(await dial(org, {})), missing("call_id"));
  t.deepEqual(outcome(await dial(org, { call_id: "c-1" })), missing("user_email"));
  t.deepEqual(outcome(await dial(org, { ...CALL, started_at: undefined })), missing("started_at"));
  const required = { event_id: "e-1", started_at: "x", start_time: "x" };
  t.deepEqual(outcome(await post(org, { start_time: "x" })), missing("event_id"));
  t.deepEqual(outcome(await post(org, required)), missing("user_email"));
});

test("what is missing is named before anything that is wrong", async (t) => {
  const { org } = t.context;
  const wrong = { title: 5, customer: "x", metadata: [], end_time: "x" };
  t.deepEqual(
    outcome(await post(org, { ...wrong, event_id: 5, user_email: [] })),
    missing("start_time"),
  );
  t.deepEqual(
    outcome(await dial(org, { call_id: "", user_email: "nobody", duration_ms: "x" })),
    missing("started_at"),
  );
});

test("null for a required field is as if it was missing", async (t) => {
  const { org } = t.context;
  for (const field of ["event_id", "user_email", "start_time"])
    t.deepEqual(outcome(await post(org, { ...TASK, [field]: null })), missing(field));
  for (const field of ["call_id", "user_email", "started_at"])
    t.deepEqual(outcome(await dial(org, { ...CALL, [field]: null })), missing(field));
  await post(org, TASK);
  for (const field of ["event_id", "user_email", "start_time"])
    t.deepEqual(outcome(await put(org, { [field]: null })), missing(field));
});

test("a value of the wrong type is refused by its field's name", async (t) => {
  const { org } = t.context;
  await post(org, TASK);
  for (const [path, send] of textFields(org))
    for (const value of [5, true, [], ["a"], {}])
      t.deepEqual(outcome(await send(value)), invalid(path), `${path} ${JSON.stringify(value)}`);
  for (const value of ["x", 5, true, [], [{ id: "c-1" }]])
    for (const send of [post, put, dial]) {
      const base = send === dial ? CALL : send === post ? TASK : {};
      t.deepEqual(outcome(await send(org, { ...base, customer: value })), invalid("customer"));
    }
  for (const value of ["x", 5, {}, UTTERANCE])
    t.deepEqual(outcome(await dial(org, { ...CALL, transcript: value })), invalid("transcript"));
  for (const value of ["x", 5, []])
    t.deepEqual(
      outcome(await dial(org, { ...CALL, transcript: [UTTERANCE, value] })),
      invalid("transcript.1"),
    );
  for (const value of ["5", 1.5, true, [5], 2 ** 31, -1])
    t.deepEqual(outcome(await dial(org, { ...CALL, duration_ms: value })), invalid("duration_ms"));
});

test("text with U+0000 or half a surrogate pair is refused by its field's name", async (t) => {
  const { org } = t.context;
  await post(org, TASK);
  for (const [path, send] of textFields(org))
    for (const text of ["a\0b", "\0", "\uD83D", "\uDCA1a"])
      t.deepEqual(outcome(await send(text)), invalid(path), `${path} ${JSON.stringify(text)}`);
});

test("kept JSON with text that cannot be kept, or a number that is none, is refused", async (t) => {
  const { org } = t.context;
  await post(org, TASK);
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
    t.deepEqual(outcome(await post(org, `${task},"metadata":${json}}`)), invalid("metadata"));
    t.deepEqual(outcome(await put(org, `{"metadata":${json}}`)), invalid("metadata"));
    t.deepEqual(
      outcome(await dial(org, `${call},"custom_fields":${json}}`)),
      invalid("custom_fields"),
    );
  }
});

test("a number beyond all numbers is refused by its field's name", async (t) => {
  const { org } = t.context;
  const call = JSON.stringify(CALL).slice(0, -1);
  for (const [field, json] of [
    ["duration_ms", "1e999"],
    ["duration_ms", "-1e999"],
    ["duration_ms", "1e15"],
    ["call_id", "1e999"],
  ] as const) {
    const base = JSON.stringify({ ...CALL, [field]: undefined }).slice(0, -1);
    t.deepEqual(outcome(await dial(org, `${base},"${field}":${json}}`)), invalid(field));
  }
  const transcript = '[{"speaker":"A","text":"x","start":0,"end":1e999}]';
  t.deepEqual(
    outcome(await dial(org, `${call},"transcript":${transcript}}`)),
    invalid("transcript.0.end"),
  );
});

test("U+0000 in a parameter is refused by its name", async (t) => {
  const { org } = t.context;
  for (const [path, name] of [
    ["/v1/scheduled-tasks", "user_email"],
    ["/v1/clients", "crmEntityId"],
    ["/v1/clients", "email"],
    ["/v1/recordings", "fromDate"],
  ] as const)
    t.deepEqual(outcome(await org.get(`${path}?${name}=a%00b`)), invalid(name), `${path} ${name}`);
});

test("what is refused leaves everything as it was", async (t) => {
  const { org } = t.context;
  await post(org, { ...TASK, title: "Roof", customer: { id: "c-1", name: "Ann" } });
  const before = await org.get("/v1/scheduled-tasks/e-1");
  const refused = [
    await post(org, { ...TASK, title: "New", customer: { id: "c-2", name: 5 } }),
    await put(org, { title: "New", customer: { id: "c-3" }, user_email: "nobody@example.com" }),
    await put(org, { title: "New", customer: { id: "c-4" }, end_time: "2020-01-01T00:00:00Z" }),
    await put(org, { title: "New", event_id: "e-2" }),
  ];
  for (const answer of refused) t.is(answer.status, 400, answer.text);
  t.is((await org.get("/v1/scheduled-tasks/e-1")).text, before.text);
  t.is((await org.get("/v1/clients")).body.clients.length, 1);
});
