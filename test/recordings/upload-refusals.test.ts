import { beginRawRequest, sendRaw } from "../helpers/rest/raw-request.js";
import {
  CALL_FIELDS,
  CALL_WAV,
  listFiles,
  loadMediaRows,
  UPLOAD_PATH,
  uploadForm,
  uploadRaw,
} from "../helpers/recordings/media.js";
import { type SharedServer, type Tenant, MAX_UPLOAD_BYTES } from "../helpers/server.js";
import { test } from "../helpers/paused-suite.js";

type Refusal = [status: number, code: string, field: string | undefined];

const BOUNDARY = "x".repeat(30);
const TOO_LONG = "x".repeat(10 * 1024 * 1024 + 1);
const FILE = ['name="file"; filename="call.wav"', CALL_WAV.toString("latin1")] as const;

/** Builds a form from its parts, with or without an end, as bytes in latin1. */
const buildForm = (
  parts: (readonly [disposition: string, content: string])[],
  end = "--",
): string =>
  `${parts
    .map(
      ([name, text]) =>
        `--${BOUNDARY}\r\ncontent-disposition: form-data; ${name}\r\n\r\n${text}\r\n`,
    )
    .join("")}--${BOUNDARY}${end}\r\n`;

const fields = Object.entries(CALL_FIELDS).map(([name, text]) => [`name="${name}"`, text] as const);

const buildHeaders = (org: Tenant, more: object = {}) => ({
  "x-api-key": org.apiKey,
  "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
  ...more,
});

const sendForm = async (server: SharedServer, org: Tenant, text: string, more: object = {}) => {
  const { request, answer } = beginRawRequest(server, {
    method: "POST",
    path: UPLOAD_PATH,
    headers: buildHeaders(org, more),
  });
  request.end(Buffer.from(text, "latin1"));
  const { status, text: body } = await answer;
  return { status, body: JSON.parse(body) };
};

test("an invalid form is refused by field, and its file isn't kept", async (t) => {
  const { server, org } = t.context;
  const buildFull = (...more: (readonly [string, string])[]) =>
    buildForm([...fields, FILE, ...more]);
  const cases: [text: string, ...Refusal][] = [
    [buildForm([FILE]), 400, "MISSING_REQUIRED_FIELD", "call_id"],
    [buildForm(fields), 400, "MISSING_REQUIRED_FIELD", "file"],
    [
      buildForm([...fields, ['name="other"; filename="x"', FILE[1]]]),
      400,
      "MISSING_REQUIRED_FIELD",
      "file",
    ],
    [buildForm([...fields, ['name="file"', FILE[1]]]), 400, "INVALID_FIELD", "file"],
    [buildFull(FILE), 400, "INVALID_FIELD", "file"],
    [buildFull(['name="name"', "\xff"]), 400, "INVALID_FIELD", "name"],
    // These may be blank, but bytes that aren't UTF-8 aren't blank.
    [buildFull(['name="event_id"', "E\xe9"]), 400, "INVALID_FIELD", "event_id"],
    [buildFull(['name="customer"', '{"id":"J\xf6rg"}']), 400, "INVALID_FIELD", "customer"],
    [
      buildFull([
        'name="transcript"; filename="call.vtt"',
        "WEBVTT\n\n00:01.000 --> 00:02.000\nCaf\xe9\n",
      ]),
      400,
      "INVALID_FIELD",
      "transcript",
    ],
    [buildFull(['name="call_id"', "again"]), 400, "INVALID_FIELD", "call_id"],
    [buildFull(['name="duration_ms"', "1.5"]), 400, "INVALID_FIELD", "duration_ms"],
    [buildFull(['name="customer"', "Ann"]), 400, "INVALID_FIELD", "customer"],
    [buildFull(['name="customer"', '{"id":7}']), 400, "INVALID_FIELD", "customer.id"],
    [buildFull(['name="custom_fields"', "[]"]), 400, "INVALID_FIELD", "custom_fields"],
    [buildFull(['name="transcript"', '{"speaker":"A"}']), 400, "INVALID_FIELD", "transcript"],
    [
      buildFull(['name="transcript"', '[{"speaker":"A"}]']),
      400,
      "MISSING_REQUIRED_FIELD",
      "transcript.0.text",
    ],
    [
      buildForm([...fields, ['name="file"; filename="x"', "<html>"]]),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      "file",
    ],
    [
      buildForm([...fields, ['name="file"; filename="x"', ""]]),
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      "file",
    ],
    [buildForm([...fields, FILE], ""), 400, "INVALID_FIELD", undefined],
    ["", 400, "INVALID_FIELD", undefined],
    ["no form at all", 400, "INVALID_FIELD", undefined],
    [
      buildFull(...Array.from({ length: 100 }, () => ['name="a"', "b"] as const)),
      400,
      "INVALID_FIELD",
      undefined,
    ],
    [buildFull(['name="name"', TOO_LONG]), 413, "PAYLOAD_TOO_LARGE", undefined],
    [buildFull(['name="audio"; filename="x"', TOO_LONG]), 413, "PAYLOAD_TOO_LARGE", "audio"],
  ];
  for (const [text, status, code, field] of cases) {
    const answer = await sendForm(server, org, text);
    const { message, ...rest } = answer.body;
    t.deepEqual(
      { status: answer.status, ...rest },
      { status, code, ...(field && { field }) },
      text.slice(-300),
    );
    t.is(typeof message, "string");
  }
  const type = { "content-type": "multipart/form-data" };
  t.is((await sendForm(server, org, buildFull(), type)).status, 400);
  t.deepEqual(await listFiles(server, org), []);
});

test("a call of an unknown user is refused, and its file is deleted", async (t) => {
  const { server, org } = t.context;
  for (const upload of [uploadForm, uploadRaw]) {
    const { status, body } = await upload(server, org, { user_email: "nobody@example.com" });
    t.is(status, 400);
    t.like(body, { code: "USER_NOT_FOUND", field: "user_email" });
  }
  t.deepEqual(await listFiles(server, org), []);
  t.deepEqual(await loadMediaRows(server, org), []);
});

test("a body that is neither a form nor audio is refused", async (t) => {
  const { server, org } = t.context;
  for (const headers of [
    { "content-type": "application/json" },
    { "content-type": "text/plain" },
    { "content-type": "" },
    { "content-type": "audio/wav", "content-encoding": "gzip" },
  ])
    t.like(await uploadRaw(server, org, {}, CALL_WAV, headers as never), {
      status: 415,
      body: { code: "UNSUPPORTED_MEDIA_TYPE" },
    });
  const zip = Buffer.from("504b03040a000000", "hex");
  const tag = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\x14", "latin1"), Buffer.alloc(20)]);
  for (const content of [
    zip,
    tag,
    Buffer.concat([tag, tag]),
    Buffer.from("<html></html>"),
    Buffer.from("%PDF-1.7"),
    Buffer.alloc(9),
  ])
    t.like((await uploadRaw(server, org, {}, content)).body, {
      code: "UNSUPPORTED_MEDIA_TYPE",
      field: "file",
    });
  // The content decides, not the header.
  for (const type of ["video/mp4", "application/octet-stream"]) {
    const { body } = await uploadRaw(server, org, {}, CALL_WAV, { "content-type": type });
    t.is(body.recording.status, "received");
  }
  t.deepEqual(
    (await loadMediaRows(server, org)).map(({ type }) => type),
    ["audio/wav"],
  );
});

test("an invalid query is refused before the file is read", async (t) => {
  const { server, org } = t.context;
  const { request, answer } = beginRawRequest(server, {
    method: "POST",
    path: `${UPLOAD_PATH}?call_id=c-1`,
    headers: { "x-api-key": org.apiKey, "content-type": "audio/wav", "content-length": 1000 },
  });
  request.flushHeaders();
  const { status, text } = await answer;
  t.is(status, 400);
  t.like(JSON.parse(text), { code: "MISSING_REQUIRED_FIELD", field: "started_at" });
  request.destroy();
});

test("a file has a maximum size, with or without a content length", async (t) => {
  const { server, org } = t.context;
  const full = Buffer.concat([CALL_WAV, Buffer.alloc(MAX_UPLOAD_BYTES - CALL_WAV.length)]);
  const tooLong = Buffer.concat([full, Buffer.alloc(1)]);
  for (const upload of [uploadForm, uploadRaw]) {
    const [call_id] = [upload.name];
    t.is((await upload(server, org, { call_id }, full)).status, 200);
    const { status, body } = await upload(server, org, { call_id: "over" }, tooLong);
    t.is(status, 413);
    t.like(body, { code: "PAYLOAD_TOO_LARGE", field: "file" });
  }
  const query = new URLSearchParams({ ...CALL_FIELDS, call_id: "over" }).toString();
  const chunked = beginRawRequest(server, {
    method: "POST",
    path: `${UPLOAD_PATH}?${query}`,
    headers: { "x-api-key": org.apiKey, "content-type": "audio/wav" },
  });
  chunked.request.write(tooLong);
  const { status } = await chunked.answer;
  t.is(status, 413);
  chunked.request.destroy();
  t.is((await listFiles(server, org)).length, 2);
});

test("an aborted upload leaves neither a recording nor a file", async (t) => {
  const { server, org } = t.context;
  const query = new URLSearchParams(CALL_FIELDS).toString();
  const long = Buffer.concat([CALL_WAV, CALL_WAV]);
  for (const [path, headers, body] of [
    [`${UPLOAD_PATH}?${query}`, { "content-type": "audio/wav", "content-length": 500_000 }, long],
    [
      UPLOAD_PATH,
      { "content-type": buildHeaders(org)["content-type"], "content-length": 500_000 },
      Buffer.from(buildForm([...fields, [FILE[0], long.toString("latin1")]], ""), "latin1"),
    ],
  ] as const) {
    const { request, answer } = beginRawRequest(server, {
      method: "POST",
      path,
      headers: { "x-api-key": org.apiKey, ...headers },
    });
    request.write(body);
    while ((await listFiles(server, org)).length === 0);
    request.destroy();
    await t.throwsAsync(answer);
    while ((await listFiles(server, org)).length > 0);
  }
  t.is(
    (await org.graphql("{ recordings(filter: { status: received }) { nodes { id } } }")).recordings
      .nodes.length,
    0,
  );
  t.is((await uploadForm(server, org)).status, 200);
});

test("an organization can run four uploads at once, independently of others", async (t) => {
  const { server, org } = t.context;
  const query = new URLSearchParams(CALL_FIELDS).toString();
  const held = Array.from({ length: 4 }, () =>
    beginRawRequest(server, {
      method: "POST",
      path: `${UPLOAD_PATH}?${query}`,
      headers: { "x-api-key": org.apiKey, "content-type": "audio/wav" },
    }),
  );
  const long = Buffer.concat([CALL_WAV, CALL_WAV]);
  for (const { request } of held) request.write(long);
  while ((await listFiles(server, org)).length < 4);
  const { status, headers, body } = await uploadForm(server, org);
  t.is(status, 429);
  t.is(headers.get("retry-after"), "10");
  t.is(body.code, "RATE_LIMITED");
  const other = await server.createTenant();
  await other.createUser();
  t.is((await uploadForm(server, other)).status, 200);
  for (const { request, answer } of held) {
    request.end();
    t.is((await answer).status, 200);
  }
  t.is((await uploadForm(server, org)).status, 200);
});

test("an upload requires the organization's API key", async (t) => {
  const { server, org } = t.context;
  for (const apiKey of ["", org.internalToken, "dbk_wrong"])
    t.is((await uploadForm(server, { apiKey })).status, 401);
  const { status, headers } = await sendRaw(server, {
    method: "PUT",
    path: UPLOAD_PATH,
    headers: { "x-api-key": org.apiKey },
  });
  t.is(status, 405);
  t.is(headers["allow"], "GET, HEAD, OPTIONS, POST");
});
