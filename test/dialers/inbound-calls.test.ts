import {
  vendorBodies,
  withChanges,
  listInboundCalls,
  buildDialerPath,
  postToDialer,
  replayInboundCall,
} from "../helpers/dialers/dialers.js";
import { test } from "../helpers/suite.js";

const CALL = { call_id: "1", user_email: "rep@example.com", started_at: "2026-03-02T10:00:00Z" };

test("the log has a call's parsed fields and the names of ignored fields", async (t) => {
  const { server, org } = t.context;
  await org.createUser("madelaine.dupont@aircall.io");
  const customer = { name: "Clara", shoe_size: 39 };
  const transcript = [{ speaker: "R", role: "rep", text: "Hello", start: 0, end: 900 }];
  const sent = { ...CALL, customer, transcript, colour: "red" };
  await org.send("POST", "/v1/dialer", sent);
  await postToDialer(
    server,
    new URL(org.dialerUrl).pathname,
    JSON.stringify({ ...CALL, call_id: "2" }),
  );
  await postToDialer(server, buildDialerPath(org, "aircall"), vendorBodies["aircall"]!);
  const [aircall, byToken, byKey] = await listInboundCalls(org);
  t.like(byKey, {
    channel: "key",
    outcome: "ingested",
    message: null,
    callId: "1",
    ignoredFields: ["colour"],
    parsedCall: {
      callId: "1",
      startedAt: "2026-03-02T10:00:00.000Z",
      customer: { name: "Clara" },
      transcript: { utterances: 1 },
    },
    payload: JSON.stringify(sent),
    payloadBytes: Buffer.byteLength(JSON.stringify(sent)),
  });
  t.truthy(byKey.recording.id);
  t.like(byToken, { channel: "token", outcome: "ingested", callId: "2" });
  t.like(aircall, {
    channel: "aircall",
    outcome: "ingested",
    callId: "aircall:123",
    replayable: true,
  });
  t.is(aircall.parsedCall.mediaUrl, JSON.parse(vendorBodies["aircall"]!).data.recording);
  t.true(aircall.ignoredFields.includes("data.participants"));
  t.true(aircall.ignoredFields.includes("data.user.name"));
  t.false(aircall.ignoredFields.includes("data.user.email"));
  t.is(JSON.parse(aircall.payload).token, "***");
});

test("a refused call is logged with the field name that the sender used", async (t) => {
  const { server, org } = t.context;
  const refused: [adapter: string, body: string, code: string, field: string][] = [
    [
      "aircall",
      withChanges(vendorBodies["aircall"]!, { "data.id": null }),
      "MISSING_REQUIRED_FIELD",
      "data.id",
    ],
    [
      "aircall",
      withChanges(vendorBodies["aircall"]!, { "data.started_at": "soon" }),
      "INVALID_FIELD",
      "data.started_at",
    ],
    [
      "aircall",
      withChanges(vendorBodies["aircall"]!, { "data.user": {} }),
      "USER_NOT_FOUND",
      "data.user.email",
    ],
    ["aircall", vendorBodies["aircall"]!, "USER_NOT_FOUND", "data.user.email"],
    [
      "callrail",
      withChanges(vendorBodies["callrail"]!, { start_time: "19.2.2018" }),
      "INVALID_FIELD",
      "start_time",
    ],
    [
      "callrail",
      withChanges(vendorBodies["callrail"]!, { recording: ["x"] }),
      "INVALID_FIELD",
      "recording",
    ],
    [
      "callrail",
      withChanges(vendorBodies["callrail"]!, { id: "x".repeat(1100) }),
      "INVALID_FIELD",
      "id",
    ],
    [
      "dialpad",
      withChanges(vendorBodies["dialpad"]!, { call_id: { a: 1 } }),
      "INVALID_FIELD",
      "call_id",
    ],
    [
      "dialpad",
      withChanges(vendorBodies["dialpad"]!, { duration: -1 }),
      "INVALID_FIELD",
      "duration",
    ],
    [
      "dialpad",
      withChanges(vendorBodies["dialpad"]!, { recording_details: "x" }),
      "INVALID_FIELD",
      "recording_details",
    ],
    [
      "ringcentral",
      withChanges(vendorBodies["ringcentral"]!, { "body.insights.Transcript.2.end": "x" }),
      "INVALID_FIELD",
      "body.insights.Transcript.2.end",
    ],
    [
      "ringcentral",
      withChanges(vendorBodies["ringcentral"]!, { "body.insights.Transcript.2.end": 1 }),
      "INVALID_FIELD",
      "body.insights.Transcript.2.end",
    ],
    ["ringcentral", "{}", "MISSING_REQUIRED_FIELD", "event"],
  ];
  for (const [adapter, body, code, field] of refused) {
    const query = code === "USER_NOT_FOUND" ? "" : "?user_email=REP%40example.com";
    const answer = await postToDialer(server, buildDialerPath(org, adapter, query), body);
    t.is(answer.status, 400, answer.text);
    t.is(answer.body.code, code);
    t.is(answer.body.field, field);
    t.true(answer.body.message.startsWith(`${field} `));
    const [entry] = await listInboundCalls(org);
    const { message } = answer.body;
    t.like(entry, { channel: adapter, outcome: "refused", code, field, message, recording: null });
  }
  const unknownUser = await postToDialer(
    server,
    buildDialerPath(org, "callrail", "?user_email=x%40y.z"),
    vendorBodies["callrail"]!,
  );
  t.like(unknownUser.body, { code: "USER_NOT_FOUND", field: "user_email" });
  const withoutUser = await postToDialer(
    server,
    buildDialerPath(org, "callrail"),
    vendorBodies["callrail"]!,
  );
  t.is(
    withoutUser.body.message,
    "agent_email doesn't identify the user, and neither does user_email in the URL",
  );
  await org.send("POST", "/v1/dialer", { ...CALL, started_at: "now" });
  await org.send("POST", "/v1/dialer", "{");
  await org.send("POST", "/v1/dialer", "x", { "content-type": "text/plain" });
  t.deepEqual(
    (await listInboundCalls(org, { first: 3 })).map(({ code, field, callId }) => [
      code,
      field,
      callId,
    ]),
    [
      ["UNSUPPORTED_MEDIA_TYPE", null, null],
      ["INVALID_JSON", null, null],
      ["INVALID_FIELD", "started_at", "1"],
    ],
  );
  const before = (await listInboundCalls(org)).length;
  await postToDialer(server, "/v1/dialer/wrong/aircall", vendorBodies["aircall"]!);
  await server.fetch("/v1/dialer", { method: "POST", body: "{}" });
  t.is((await listInboundCalls(org)).length, before, "a wrong token writes nothing");
});

test("a refused call can be replayed once its user exists", async (t) => {
  const { server, org } = t.context;
  await postToDialer(server, buildDialerPath(org, "dialpad"), vendorBodies["dialpad"]!);
  await org.send("POST", "/v1/dialer", {
    ...CALL,
    user_email: "new@example.com",
    customer: { x: 1 },
  });
  const [own, dialpad] = await listInboundCalls(org);
  const stillRefused = await replayInboundCall(org, dialpad.id);
  t.like(stillRefused, { outcome: "refused", code: "USER_NOT_FOUND", field: "target.email" });
  await org.createUser("bot@fuzz-ball.com");
  await org.createUser("new@example.com");
  const ingested = await replayInboundCall(org, dialpad.id);
  t.like(ingested, { outcome: "ingested", code: null, message: null, callId: "dialpad:1002" });
  t.like(await replayInboundCall(org, own.id), { outcome: "ingested", callId: "1" });
  t.is(
    (await replayInboundCall(org, dialpad.id)).recording.id,
    ingested.recording.id,
    "a second replay creates no second recording",
  );
  t.deepEqual(
    (await listInboundCalls(org)).map(({ outcome }) => outcome),
    ["ingested", "ingested"],
  );
  const other = await server.createTenant();
  const REPLAY = `mutation ($id: ID!) { replayInboundCall(id: $id) { id } }`;
  const foreign = await other.sendGraphql(REPLAY, { id: dialpad.id });
  t.like(foreign.errors?.[0], { extensions: { code: "NOT_FOUND" } });
  t.like((await org.sendGraphql(REPLAY, { id: dialpad.id }, org.apiKey)).errors?.[0], {
    extensions: { code: "FORBIDDEN" },
  });
  t.deepEqual(await listInboundCalls(other), []);
  t.is(
    (await other.graphql("query ($id: ID!) { inboundCall(id: $id) { id } }", { id: own.id }))
      .inboundCall,
    null,
  );
});

test("a payload beyond the size limit is truncated and can't be replayed", async (t) => {
  const { org } = t.context;
  const text = "ü".repeat(20_000);
  const utterance = (start: number) => ({ speaker: "R", role: "rep", text, start, end: start + 1 });
  const sent = { ...CALL, transcript: [utterance(1), utterance(2)] };
  await org.send("POST", "/v1/dialer", sent);
  const [entry] = await listInboundCalls(org);
  t.like(entry, { outcome: "ingested", replayable: false });
  t.is(entry.payloadBytes, Buffer.byteLength(JSON.stringify(sent)));
  t.true(Buffer.byteLength(entry.payload) <= 65_536 && Buffer.byteLength(entry.payload) > 65_530);
  t.true(JSON.stringify(sent).startsWith(entry.payload));
  const again = await org.sendGraphql(`mutation ($id: ID!) { replayInboundCall(id: $id) { id } }`, {
    id: entry.id,
  });
  t.like(again.errors?.[0], { extensions: { code: "CONFLICT" } });
});

test("erasing a recording empties every log entry of its call", async (t) => {
  const { server, org } = t.context;
  const path = buildDialerPath(org, "callrail", "?user_email=new%40example.com");
  await postToDialer(server, path, vendorBodies["callrail"]!);
  await org.createUser("new@example.com");
  const { body } = await postToDialer(server, path, vendorBodies["callrail"]!);
  await org.ingestCall({ call_id: "another" });
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: body.recording.id });
  const [other, ...erased] = await listInboundCalls(org);
  t.truthy(other.payload);
  t.is(erased.length, 2);
  for (const entry of erased)
    t.like(entry, {
      payload: null,
      parsedCall: null,
      ignoredFields: [],
      userEmail: null,
      recording: null,
      replayable: false,
    });
  const rows = await server.services.db("inbound_calls").where("organization_id", org.id);
  t.false(JSON.stringify(rows).includes("Kaylah"));
});

test("the log of received calls costs a call one statement", async (t) => {
  const { server, org } = t.context;
  const statements: string[] = [];
  server.services.db.on("query", ({ sql, bindings }: { sql: string; bindings?: unknown[] }) => {
    if (bindings?.includes(org.id)) statements.push(sql);
  });
  await org.send("POST", "/v1/dialer", CALL);
  t.is(statements.filter((sql) => sql.includes("inbound_calls")).length, 1);
});

test("the log has at most 50 ignored field names of at most 100 characters", async (t) => {
  const { org } = t.context;
  const unknownFields = Array.from({ length: 60 }, (_, n) => [`${n}${"x".repeat(5_000)}`, 1]);
  await org.send("POST", "/v1/dialer", { ...CALL, ...Object.fromEntries(unknownFields) });
  const [{ outcome, ignoredFields }] = await listInboundCalls(org);
  t.is(outcome, "ingested");
  t.is(ignoredFields.length, 50);
  t.true(ignoredFields.every((name: string) => name.length === 100));
});

test("the log doesn't store an adapter's unreadable payload", async (t) => {
  const { server, org } = t.context;
  const { status } = await postToDialer(
    server,
    buildDialerPath(org, "callrail"),
    '{"id": "words of anybody',
  );
  t.is(status, 400);
  t.like((await listInboundCalls(org))[0], {
    outcome: "refused",
    code: "INVALID_JSON",
    payload: "",
  });
});
