import { adapters } from "../../graph/dialers/adapters/index.js";
import {
  createVendorUsers,
  vendorBodies,
  withChanges,
  listInboundCalls,
  buildDialerPath,
  postToDialer,
  contentTypeOf,
} from "../helpers/dialers/dialers.js";
import { test } from "../helpers/suite.js";

const REP = "?user_email=rep%40example.com";
const NUL = "\\u0000";

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

/** Field values that no phone system sends. */
const values = [
  "null",
  "[]",
  "{}",
  '""',
  '"x"',
  "-1",
  "1e308",
  "0.1",
  "true",
  '{"__proto__":{"x":1}}',
  '["__proto__"]',
  `"a${NUL}b"`,
  '"\\ud800"',
  `"${"x".repeat(9_000)}"`,
  deep(70),
];

test("hostile payloads are ingested or refused, never an internal error", async (t) => {
  const { server, org } = t.context;
  await createVendorUsers(org);
  for (const adapter of Object.keys(adapters)) {
    if (contentTypeOf(adapter) !== "application/json") continue;
    const payload = JSON.parse(vendorBodies[adapter]!);
    const path = buildDialerPath(org, adapter, REP);
    const group = ["data", "body", "variables"].find((name) => name in payload);
    const inside = group === undefined ? payload : payload[group];
    const names = Object.keys(inside);
    for (const [index, value] of values.entries())
      for (const name of names.filter((_, at) => at % values.length === index)) {
        const body = withChanges(vendorBodies[adapter]!, {
          [group === undefined ? name : `${group}.${name}`]: "@@",
        }).replace('"@@"', () => value);
        const answer = await postToDialer(server, path, body);
        t.true([200, 400].includes(answer.status), `${adapter} ${name} ${value}: ${answer.text}`);
      }
    for (const [body, status] of [
      [deep(100_000), 400],
      ["[]", 400],
      ["null", 400],
      ['"x"', 400],
      ["{", 400],
      ['{"__proto__":{"event":"call.ended","state":"hangup"}}', 400],
      ['{"constructor":{"prototype":{}}}', 400],
      [`{"event":"${NUL}"}`, 400],
      [`{"${NUL}":1}`, 400],
      ["\u0000", 400],
    ] as const) {
      const answer = await postToDialer(server, path, body);
      t.is(answer.status, status, `${adapter} ${body.slice(0, 60)}: ${answer.text.slice(0, 200)}`);
    }
    const latin = await server.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    t.is(latin.status, 400);
  }
  const long = `{"x":"${"y".repeat(10 * 1024 * 1024)}"}`;
  t.is((await postToDialer(server, buildDialerPath(org, "aircall"), long)).status, 413);
  t.is(({} as Record<string, unknown>)["event"], undefined);
  // The log can show each of them.
  t.is((await listInboundCalls(org)).length, 100);
});

test("a form's field that isn't UTF-8 is refused by its name", async (t) => {
  const { server, org } = t.context;
  await createVendorUsers(org);
  const post = (adapter: string, body: string | Buffer) =>
    server.fetch(buildDialerPath(org, adapter, REP), {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    });
  const failure = { code: "INVALID_FIELD", message: "CallSid must be UTF-8", field: "CallSid" };
  const twilio = vendorBodies["twilio"]!;
  for (const body of [
    `${twilio}&CallSid=%FF`,
    `${twilio}&CallSid=a%C3`,
    Buffer.from(`${twilio}&CallSid=M\u00FCller&RecordingTrack=both`, "latin1"),
  ]) {
    const answer = await post("twilio", body);
    t.is(answer.status, 400);
    t.deepEqual(answer.body, failure);
  }
  t.like((await listInboundCalls(org))[0], { outcome: "refused", field: "CallSid" });
  t.like((await post("asterisk", `${vendorBodies["asterisk"]}&x=1&src=%FF`)).body, {
    field: "src",
  });
  t.like((await post("freeswitch", "cdr=%FF")).body, { field: "cdr" });
  for (const text of ["100%", "%zz", "M\u00FCller", "M%C3%BCller+%F0%9F%98%80"])
    t.is((await post("twilio", `${twilio}&Note=${text}`)).status, 200, text);
});

test("the start of 1970 is no start", async (t) => {
  const { server, org } = t.context;
  await createVendorUsers(org);
  for (const [name, { fieldPaths }] of Object.entries(adapters)) {
    const field = fieldPaths["startedAt"]!;
    const isForm = contentTypeOf(name) !== "application/json" && name !== "dialpad";
    const zeros =
      name === "twilio"
        ? ["Thu, 01 Jan 1970 00:00:00 +0000"]
        : ["callrail", "ringcentral"].includes(name)
          ? ["1970-01-01T00:00:00Z", "1970-01-01T01:00:00+01:00"]
          : isForm
            ? ["0"]
            : [0, "0"];
    for (const zero of zeros) {
      const form = new URLSearchParams(vendorBodies[name]);
      form.set(field, String(zero));
      const body = isForm ? String(form) : withChanges(vendorBodies[name]!, { [field]: zero });
      const answer = await postToDialer(server, buildDialerPath(org, name, REP), body, {
        "content-type": isForm ? contentTypeOf(name) : "application/json",
      });
      t.is(answer.status, 400, `${name} ${zero}: ${answer.text}`);
      t.like(answer.body, { code: "MISSING_REQUIRED_FIELD", field });
    }
  }
});

test("only a well-formed form with a form's content type is read", async (t) => {
  const { server, org } = t.context;
  const form = (body: string, type = contentTypeOf("twilio")) =>
    postToDialer(server, buildDialerPath(org, "twilio", REP), body, { "content-type": type });
  const { body } = await form(`${vendorBodies["twilio"]}&__proto__=x&RecordingTrack=both`);
  t.truthy(body.recording);
  for (const [sent, code] of [
    ["", "MISSING_REQUIRED_FIELD"],
    ["RecordingStatus=%00", "INVALID_FIELD"],
    ["RecordingStatus=completed&RecordingSid=%ff&RecordingStartTime=never", "INVALID_FIELD"],
    [vendorBodies["twilio"]!.replace("2019", "99999"), "INVALID_FIELD"],
    [
      vendorBodies["twilio"]!.replace("RecordingDuration=5", "RecordingDuration=1e9"),
      "INVALID_FIELD",
    ],
    [
      vendorBodies["twilio"]!.replace("RecordingDuration=5", "RecordingDuration=9999999999"),
      "INVALID_FIELD",
    ],
  ] as const)
    t.is((await form(sent)).body.code, code, sent.slice(0, 60));
  t.is((await form(vendorBodies["twilio"]!, "application/json")).status, 415);
  t.is((await form(vendorBodies["twilio"]!, "text/plain")).status, 415);
  const twice = await postToDialer(
    server,
    buildDialerPath(org, "twilio", `${REP}&user_email=x`),
    vendorBodies["twilio"]!,
    {
      "content-type": contentTypeOf("twilio"),
    },
  );
  t.like(twice.body, { code: "INVALID_FIELD", field: "user_email" });
});

test("an unknown adapter is refused with the list of adapters, and logged", async (t) => {
  const { server, org } = t.context;
  for (const name of ["air-call", "Aircall", "__proto__", "constructor", "x".repeat(2000), "%00"]) {
    const answer = await postToDialer(server, buildDialerPath(org, name), "{}");
    t.is(answer.status, 404, name);
    t.true(answer.body.message.endsWith(`; there are ${Object.keys(adapters).join(", ")}`));
    t.true(answer.body.message.length < 200);
  }
  const entries = await listInboundCalls(org);
  t.is(entries.length, 6);
  t.like(entries.at(-1), { channel: "air-call", outcome: "refused", code: "NOT_FOUND" });
  t.is((await server.fetch(buildDialerPath(org, "aircall"))).status, 401, "the URL can't be read");
});
