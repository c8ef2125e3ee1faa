import { bodies, changed, inbound, pathOf, post, typeOf } from "./helpers/dialers.js";
import { test } from "./helpers/suite.js";

const REP = "?user_email=rep%40example.com";
const NUL = "\\u0000";

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

/** What no phone system sends, as the value of a field. */
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

test("hostile payloads are refused or taken, and never a defect", async (t) => {
  const { server, org } = t.context;
  await org.user("madelaine.dupont@aircall.io");
  await org.user("bot@fuzz-ball.com");
  for (const adapter of ["aircall", "callrail", "dialpad", "ringcentral"]) {
    const payload = JSON.parse(bodies[adapter]!);
    const path = pathOf(org, adapter, REP);
    const inside = payload.data ?? payload.body ?? payload;
    const names = Object.keys(inside);
    for (const [index, value] of values.entries())
      for (const name of names.filter((_, at) => at % values.length === index)) {
        const body = changed(bodies[adapter]!, {
          [payload.data ? `data.${name}` : payload.body ? `body.${name}` : name]: "@@",
        }).replace('"@@"', () => value);
        const answer = await post(server, path, body);
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
      const answer = await post(server, path, body);
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
  t.is((await post(server, pathOf(org, "aircall"), long)).status, 413);
  t.is(({} as Record<string, unknown>)["event"], undefined);
  // Whatever it was, it can be shown.
  t.is((await inbound(org)).length, 100);
});

test("a form is read as it is written, and nothing else is a form", async (t) => {
  const { server, org } = t.context;
  const form = (body: string, type = typeOf("twilio")) =>
    post(server, pathOf(org, "twilio", REP), body, { "content-type": type });
  const { body } = await form(`${bodies["twilio"]}&__proto__=x&RecordingTrack=both`);
  t.truthy(body.recording);
  for (const [sent, code] of [
    ["", "MISSING_REQUIRED_FIELD"],
    ["RecordingStatus=%00", "INVALID_FIELD"],
    ["RecordingStatus=completed&RecordingSid=%ff&RecordingStartTime=never", "INVALID_FIELD"],
    [bodies["twilio"]!.replace("2019", "99999"), "INVALID_FIELD"],
    [bodies["twilio"]!.replace("RecordingDuration=5", "RecordingDuration=1e9"), "INVALID_FIELD"],
    [
      bodies["twilio"]!.replace("RecordingDuration=5", "RecordingDuration=9999999999"),
      "INVALID_FIELD",
    ],
  ] as const)
    t.is((await form(sent)).body.code, code, sent.slice(0, 60));
  t.is((await form(bodies["twilio"]!, "application/json")).status, 415);
  t.is((await form(bodies["twilio"]!, "text/plain")).status, 415);
  const twice = await post(
    server,
    pathOf(org, "twilio", `${REP}&user_email=x`),
    bodies["twilio"]!,
    {
      "content-type": typeOf("twilio"),
    },
  );
  t.like(twice.body, { code: "INVALID_FIELD", field: "user_email" });
});

test("an adapter that there is not is told by those that there are, and shows in the log", async (t) => {
  const { server, org } = t.context;
  for (const name of ["air-call", "Aircall", "__proto__", "constructor", "x".repeat(2000), "%00"]) {
    const answer = await post(server, pathOf(org, name), "{}");
    t.is(answer.status, 404, name);
    t.regex(answer.body.message, /there are aircall, callrail, dialpad, ringcentral, twilio$/);
    t.true(answer.body.message.length < 200);
  }
  const entries = await inbound(org);
  t.is(entries.length, 6);
  t.like(entries.at(-1), { way: "air-call", outcome: "refused", code: "NOT_FOUND" });
  t.is((await server.fetch(pathOf(org, "aircall"))).status, 401, "and it may not be read");
});
