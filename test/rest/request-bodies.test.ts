import { gzipSync } from "node:zlib";
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

/** Every endpoint with a JSON body, each with a body that it accepts. */
const endpointsWithBody = (org: Tenant) =>
  [
    ["POST", "/v1/scheduled-tasks", TASK],
    ["PUT", "/v1/scheduled-tasks/e-1", { title: "Roof" }],
    ["POST", "/v1/dialer", CALL],
    ["POST", new URL(org.dialerUrl).pathname, CALL],
  ] as const;

const post = (org: Tenant, body: unknown): Promise<Answer> =>
  org.send("POST", "/v1/scheduled-tasks", body);

test("a body whose content type isn't JSON in UTF-8 is rejected", async (t) => {
  const { server, org } = t.context;
  await post(org, TASK);
  const types = [
    undefined,
    "",
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "application/vnd.api+json",
    "application/json, text/plain",
    "application/json; charset=latin1",
    "application/json; charset=utf-16",
    "json",
    "garbage;;;",
  ];
  for (const [method, path, body] of endpointsWithBody(org))
    for (const type of types) {
      const answer = await server.fetch(path, {
        method,
        headers: { "x-api-key": org.apiKey, ...(type !== undefined && { "content-type": type }) },
        body: new TextEncoder().encode(JSON.stringify(body)),
      });
      t.is(answer.status, 415, `${path} ${type}`);
      t.is(answer.body.code, "UNSUPPORTED_MEDIA_TYPE");
    }
});

test("a compressed body is rejected", async (t) => {
  const { server, org } = t.context;
  for (const encoding of ["gzip", "deflate", "br", "zstd", "gzip, identity", "nonsense"]) {
    const answer = await server.fetch("/v1/scheduled-tasks", {
      method: "POST",
      headers: {
        "x-api-key": org.apiKey,
        "content-type": "application/json",
        "content-encoding": encoding,
      },
      body: gzipSync(JSON.stringify(TASK)),
    });
    t.is(answer.status, 415, encoding);
    t.is(answer.body.code, "UNSUPPORTED_MEDIA_TYPE");
  }
});

test("the JSON content type may have any case and name its charset", async (t) => {
  const { org } = t.context;
  for (const type of [
    "application/json",
    "Application/JSON",
    "application/json;charset=utf-8",
    'application/json; charset="UTF-8"',
    "application/json; charset=utf8; profile=x",
  ])
    for (const [method, path, body] of endpointsWithBody(org))
      t.is((await org.send(method, path, body, { "content-type": type })).status, 200, type);
});

test("a body that isn't a JSON object is rejected", async (t) => {
  const { org } = t.context;
  await post(org, TASK);
  const bodies = ["[]", `[${JSON.stringify(TASK)}]`, '"text"', "null", "true", "5", "", " ", "{"];
  const broken = [
    "{}}",
    "{}{}",
    "{'a':1}",
    '{"a":1,}',
    '{"a":01}',
    '{"a":NaN}',
    '{"a":"\n"}',
    "\0",
  ];
  const deep = ["[".repeat(30_000) + "]".repeat(30_000), '{"a":'.repeat(30_000)];
  for (const [method, path] of endpointsWithBody(org))
    for (const body of [...bodies, ...broken, ...deep]) {
      const answer = await org.send(method, path, body);
      t.is(answer.status, 400, `${path} ${body.slice(0, 20)}`);
      t.deepEqual(Object.keys(answer.body), ["message", "code"]);
      t.is(answer.body.code, "INVALID_JSON", body.slice(0, 20));
    }
});

test("a body that isn't UTF-8 is rejected", async (t) => {
  const { server, org } = t.context;
  for (const bytes of ["ff", "c328", "e282", "eda080", "c0af", "f5808080"]) {
    const answer = await server.fetch("/v1/scheduled-tasks", {
      method: "POST",
      headers: { "x-api-key": org.apiKey, "content-type": "application/json" },
      body: Buffer.concat([
        Buffer.from(JSON.stringify(TASK).slice(0, -1)),
        Buffer.from(',"title":"'),
        Buffer.from(bytes, "hex"),
        Buffer.from('"}'),
      ]),
    });
    t.is(answer.status, 400, bytes);
    t.is(answer.body.code, "INVALID_JSON");
  }
});

test("unknown fields are ignored at any depth", async (t) => {
  const { org } = t.context;
  const extraFields = { colour: "red", deep: { er: [1, null, { x: {} }] }, eventId: 5, id: [] };
  const task = await post(org, {
    ...extraFields,
    ...TASK,
    customer: { ...extraFields, id: "c-1", name: "Ann", phone: { mobile: 5 } },
  });
  t.is(task.status, 200, task.text);
  t.like(task.body.appointment, { event_id: "e-1", client: { id: "c-1", name: "Ann" } });
  t.false(task.text.includes("colour"));
  const put = await org.send("PUT", "/v1/scheduled-tasks/e-1", {
    ...extraFields,
    customer: { name: "Anna", phone: null },
  });
  t.like(put.body.appointment, { client: { id: "c-1", name: "Anna" } });
  const utterance = { speaker: "A", text: "Hello", start: 0, end: 9, mood: [{}] };
  const call = await org.send("POST", "/v1/dialer", {
    ...extraFields,
    ...CALL,
    transcript: [{ ...extraFields, ...utterance }],
  });
  t.is(call.status, 200, call.text);
});

test("__proto__ and similar names are ordinary field names", async (t) => {
  const { org } = t.context;
  const protoFields =
    '"__proto__":{"polluted":1,"title":"x"},"constructor":{"prototype":{"polluted":1}}';
  const extraFields = `${protoFields},"toString":1,"hasOwnProperty":null,"valueOf":[]`;
  const answer = await post(
    org,
    `{${extraFields},"event_id":"e-1","user_email":"rep@example.com","start_time":"2026-03-03T10:00:00Z",
      "customer":{${extraFields},"id":"c-1"},"metadata":{${extraFields},"a":1}}`,
  );
  t.is(answer.status, 200, answer.text);
  t.is(answer.body.appointment.title, null);
  t.is(answer.body.appointment.client.id, "c-1");
  t.deepEqual(
    JSON.stringify(answer.body.appointment.metadata),
    JSON.stringify(JSON.parse(`{${extraFields},"a":1}`)),
  );
  t.is(({} as { polluted?: number }).polluted, undefined);
  t.is((await post(org, `{${protoFields}}`)).body.field, "event_id");
  t.is((await post(org, '{"__proto__":{"event_id":"e-9"}}')).body.field, "event_id");
});

const buildDeepValues = (levels: number): [lists: string, objects: string] => [
  "[".repeat(levels) + "]".repeat(levels),
  '{"a":'.repeat(levels) + "1" + "}".repeat(levels),
];

test("JSON of 30,000 levels is rejected in any field", async (t) => {
  const { org } = t.context;
  await post(org, TASK);
  for (const value of buildDeepValues(30_000))
    for (const field of ["title", "metadata", "other"]) {
      const body = `{"${field}":${value}}`;
      const answer = await org.send("PUT", "/v1/scheduled-tasks/e-1", body);
      t.deepEqual([answer.status, answer.body.code], [400, "INVALID_JSON"]);
    }
});

test("JSON of 90 levels is rejected, or ignored in unknown fields", async (t) => {
  const { org } = t.context;
  await post(org, TASK);
  const [deep, objects] = buildDeepValues(90);
  for (const value of [deep, objects]) {
    for (const field of ["title", "metadata", "customer", "start_time"]) {
      const { status, body } = await org.send(
        "PUT",
        "/v1/scheduled-tasks/e-1",
        `{"${field}":${value}}`,
      );
      // All fields of this customer are unknown, so they are ignored.
      if (field === "customer" && value === objects) t.is(status, 200);
      else t.deepEqual([status, body.code, body.field], [400, "INVALID_FIELD", field]);
    }
    const inside = await org.send("PUT", "/v1/scheduled-tasks/e-1", `{"metadata":{"x":${value}}}`);
    t.deepEqual([inside.status, inside.body.field], [400, "metadata"]);
    const unknown = await org.send("PUT", "/v1/scheduled-tasks/e-1", `{"other":${value}}`);
    t.is(unknown.status, 200, unknown.text);
    const call = JSON.stringify(CALL).slice(0, -1);
    for (const field of ["custom_fields", "transcript"]) {
      const { status, body } = await org.send("POST", "/v1/dialer", `${call},"${field}":${value}}`);
      t.is(status, 400);
      t.is(body.field.split(".")[0], field);
    }
  }
});
