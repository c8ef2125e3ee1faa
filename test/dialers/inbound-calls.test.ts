import { bodies, changed, inbound, pathOf, post, replay } from "./helpers/dialers.js";
import { test } from "./helpers/suite.js";

const CALL = { call_id: "1", user_email: "rep@example.com", started_at: "2026-03-02T10:00:00Z" };

test("what comes in is told with what was understood of it and what was not", async (t) => {
  const { server, org } = t.context;
  await org.user("madelaine.dupont@aircall.io");
  const customer = { name: "Clara", shoe_size: 39 };
  const transcript = [{ speaker: "R", role: "rep", text: "Hello", start: 0, end: 900 }];
  const sent = { ...CALL, customer, transcript, colour: "red" };
  await org.send("POST", "/v1/dialer", sent);
  await post(server, new URL(org.dialerUrl).pathname, JSON.stringify({ ...CALL, call_id: "2" }));
  await post(server, pathOf(org, "aircall"), bodies["aircall"]!);
  const [aircall, byToken, byKey] = await inbound(org);
  t.like(byKey, {
    way: "key",
    outcome: "taken",
    message: null,
    callId: "1",
    unread: ["colour"],
    understood: {
      callId: "1",
      startedAt: "2026-03-02T10:00:00.000Z",
      customer: { name: "Clara" },
      transcript: { utterances: 1 },
    },
    payload: JSON.stringify(sent),
    payloadBytes: Buffer.byteLength(JSON.stringify(sent)),
  });
  t.truthy(byKey.recording.id);
  t.like(byToken, { way: "token", outcome: "taken", callId: "2" });
  t.like(aircall, { way: "aircall", outcome: "taken", callId: "aircall:123", replayable: true });
  t.is(aircall.understood.mediaUrl, JSON.parse(bodies["aircall"]!).data.recording);
  t.true(aircall.unread.includes("data.participants"));
  t.true(aircall.unread.includes("data.user.name"));
  t.false(aircall.unread.includes("data.user.email"));
  t.is(JSON.parse(aircall.payload).token, "***");
});

test("what is refused shows with the name of the field that the sender gave it", async (t) => {
  const { server, org } = t.context;
  const wrong: [adapter: string, body: string, code: string, field: string][] = [
    [
      "aircall",
      changed(bodies["aircall"]!, { "data.id": null }),
      "MISSING_REQUIRED_FIELD",
      "data.id",
    ],
    [
      "aircall",
      changed(bodies["aircall"]!, { "data.started_at": "soon" }),
      "INVALID_FIELD",
      "data.started_at",
    ],
    [
      "aircall",
      changed(bodies["aircall"]!, { "data.user": {} }),
      "USER_NOT_FOUND",
      "data.user.email",
    ],
    ["aircall", bodies["aircall"]!, "USER_NOT_FOUND", "data.user.email"],
    [
      "callrail",
      changed(bodies["callrail"]!, { start_time: "19.2.2018" }),
      "INVALID_FIELD",
      "start_time",
    ],
    ["callrail", changed(bodies["callrail"]!, { recording: ["x"] }), "INVALID_FIELD", "recording"],
    ["callrail", changed(bodies["callrail"]!, { id: "x".repeat(1100) }), "INVALID_FIELD", "id"],
    ["dialpad", changed(bodies["dialpad"]!, { call_id: { a: 1 } }), "INVALID_FIELD", "call_id"],
    ["dialpad", changed(bodies["dialpad"]!, { duration: -1 }), "INVALID_FIELD", "duration"],
    [
      "dialpad",
      changed(bodies["dialpad"]!, { recording_details: "x" }),
      "INVALID_FIELD",
      "recording_details",
    ],
    [
      "ringcentral",
      changed(bodies["ringcentral"]!, { "body.insights.Transcript.2.end": "x" }),
      "INVALID_FIELD",
      "body.insights.Transcript.2.end",
    ],
    [
      "ringcentral",
      changed(bodies["ringcentral"]!, { "body.insights.Transcript.2.end": 1 }),
      "INVALID_FIELD",
      "body.insights.Transcript.2.end",
    ],
    ["ringcentral", "{}", "MISSING_REQUIRED_FIELD", "event"],
  ];
  for (const [adapter, body, code, field] of wrong) {
    const query = code === "USER_NOT_FOUND" ? "" : "?user_email=REP%40example.com";
    const answer = await post(server, pathOf(org, adapter, query), body);
    t.is(answer.status, 400, answer.text);
    t.is(answer.body.code, code);
    t.is(answer.body.field, field);
    t.true(answer.body.message.startsWith(`${field} `));
    const [entry] = await inbound(org);
    const { message } = answer.body;
    t.like(entry, { way: adapter, outcome: "refused", code, field, message, recording: null });
  }
  const nobody = await post(
    server,
    pathOf(org, "callrail", "?user_email=x%40y.z"),
    bodies["callrail"]!,
  );
  t.like(nobody.body, { code: "USER_NOT_FOUND", field: "user_email" });
  const none = await post(server, pathOf(org, "callrail"), bodies["callrail"]!);
  t.is(
    none.body.message,
    "agent_email does not say whose call it was, and neither does user_email in the URL",
  );
  await org.send("POST", "/v1/dialer", { ...CALL, started_at: "now" });
  await org.send("POST", "/v1/dialer", "{");
  await org.send("POST", "/v1/dialer", "x", { "content-type": "text/plain" });
  t.deepEqual(
    (await inbound(org, { first: 3 })).map(({ code, field, callId }) => [code, field, callId]),
    [
      ["UNSUPPORTED_MEDIA_TYPE", null, null],
      ["INVALID_JSON", null, null],
      ["INVALID_FIELD", "started_at", "1"],
    ],
  );
  const before = (await inbound(org)).length;
  await post(server, "/v1/dialer/wrong/aircall", bodies["aircall"]!);
  await server.fetch("/v1/dialer", { method: "POST", body: "{}" });
  t.is((await inbound(org)).length, before, "a wrong token writes nothing");
});

test("a call that was refused is read again once its user is there", async (t) => {
  const { server, org } = t.context;
  await post(server, pathOf(org, "dialpad"), bodies["dialpad"]!);
  await org.send("POST", "/v1/dialer", {
    ...CALL,
    user_email: "new@example.com",
    customer: { x: 1 },
  });
  const [own, dialpad] = await inbound(org);
  const still = await replay(org, dialpad.id);
  t.like(still, { outcome: "refused", code: "USER_NOT_FOUND", field: "target.email" });
  await org.user("bot@fuzz-ball.com");
  await org.user("new@example.com");
  const taken = await replay(org, dialpad.id);
  t.like(taken, { outcome: "taken", code: null, message: null, callId: "dialpad:1002" });
  t.like(await replay(org, own.id), { outcome: "taken", callId: "1" });
  t.is((await replay(org, dialpad.id)).recording.id, taken.recording.id, "and it is one recording");
  t.deepEqual(
    (await inbound(org)).map(({ outcome }) => outcome),
    ["taken", "taken"],
  );
  const other = await server.tenant();
  const REPLAY = `mutation ($id: ID!) { replayInboundCall(id: $id) { id } }`;
  const foreign = await other.ask(REPLAY, { id: dialpad.id });
  t.like(foreign.errors?.[0], { extensions: { code: "NOT_FOUND" } });
  t.like((await org.ask(REPLAY, { id: dialpad.id }, org.apiKey)).errors?.[0], {
    extensions: { code: "FORBIDDEN" },
  });
  t.deepEqual(await inbound(other), []);
  t.is(
    (await other.graph("query ($id: ID!) { inboundCall(id: $id) { id } }", { id: own.id }))
      .inboundCall,
    null,
  );
});

test("of a call that is too long to be kept the first part is, and it cannot be read again", async (t) => {
  const { org } = t.context;
  const text = "ü".repeat(20_000);
  const utterance = (start: number) => ({ speaker: "R", role: "rep", text, start, end: start + 1 });
  const sent = { ...CALL, transcript: [utterance(1), utterance(2)] };
  await org.send("POST", "/v1/dialer", sent);
  const [entry] = await inbound(org);
  t.like(entry, { outcome: "taken", replayable: false });
  t.is(entry.payloadBytes, Buffer.byteLength(JSON.stringify(sent)));
  t.true(Buffer.byteLength(entry.payload) <= 65_536 && Buffer.byteLength(entry.payload) > 65_530);
  t.true(JSON.stringify(sent).startsWith(entry.payload));
  const again = await org.ask(`mutation ($id: ID!) { replayInboundCall(id: $id) { id } }`, {
    id: entry.id,
  });
  t.like(again.errors?.[0], { extensions: { code: "CONFLICT" } });
});

test("an erased recording leaves that its call came in, each time that it did", async (t) => {
  const { server, org } = t.context;
  const path = pathOf(org, "callrail", "?user_email=new%40example.com");
  await post(server, path, bodies["callrail"]!);
  await org.user("new@example.com");
  const { body } = await post(server, path, bodies["callrail"]!);
  await org.call({ call_id: "another" });
  await org.graph("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: body.recording.id });
  const [other, ...erased] = await inbound(org);
  t.truthy(other.payload);
  t.is(erased.length, 2);
  for (const entry of erased)
    t.like(entry, {
      payload: null,
      understood: null,
      unread: [],
      userEmail: null,
      recording: null,
      replayable: false,
    });
  const rows = await server.services.db("inbound_calls").where("organization_id", org.id);
  t.false(JSON.stringify(rows).includes("Kaylah"));
});

test("a call is taken with as many statements as before, and one more", async (t) => {
  const { server, org } = t.context;
  const statements: string[] = [];
  server.services.db.on("query", ({ sql, bindings }: { sql: string; bindings?: unknown[] }) => {
    if (bindings?.includes(org.id)) statements.push(sql);
  });
  await org.send("POST", "/v1/dialer", CALL);
  t.is(statements.filter((sql) => sql.includes("inbound_calls")).length, 1);
});

test("of the names of what was not read, some are told, and the beginning of each", async (t) => {
  const { org } = t.context;
  const others = Array.from({ length: 60 }, (_, n) => [`${n}${"x".repeat(5_000)}`, 1]);
  await org.send("POST", "/v1/dialer", { ...CALL, ...Object.fromEntries(others) });
  const [{ outcome, unread }] = await inbound(org);
  t.is(outcome, "taken");
  t.is(unread.length, 50);
  t.true(unread.every((name: string) => name.length === 100));
});

test("of a body of a phone system that cannot be read nothing is kept", async (t) => {
  const { server, org } = t.context;
  const { status } = await post(server, pathOf(org, "callrail"), '{"id": "words of anybody');
  t.is(status, 400);
  t.like((await inbound(org))[0], { outcome: "refused", code: "INVALID_JSON", payload: "" });
});
