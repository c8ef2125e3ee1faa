import { createRedactionRunner } from "../../src/base/workers/redaction-runner.js";
import { readDatabaseBytes } from "../helpers/retention/stored-bytes.js";
import { listInboundCalls } from "../helpers/dialers/dialers.js";
import { test } from "../helpers/own-suite.js";

const SET = `mutation { setRedaction(input: { cardNumbers: true,
  patterns: [{ name: "slow", pattern: "q(?:.*[0-9])?" }] }) { cardNumbers } }`;
const TRANSCRIPT = `query ($id: ID!) { recording(id: $id) { duration transcript { speaker role text start end } } }`;
const LEFT_OUT = "[left out: it takes too long to redact]";
const SLOW_TEXT = "q".repeat(60_000);
const MAX_CPU_MS = 1_000;

test.serial("a call over the budget is stored without its text, and says so", async (t) => {
  const { server, org } = t.context;
  server.services.runRedaction = createRedactionRunner(MAX_CPU_MS);
  await org.createUser();
  await org.graphql(SET);
  const transcript = [
    { speaker: "Quentin", role: "rep", text: SLOW_TEXT, start: 0, end: 900 },
    { speaker: "Ann", role: "client", text: "Hello.", start: 900, end: 1_500 },
    { speaker: "Quentin", role: "rep", text: "Bye.", start: 1_500, end: 2_000 },
  ];
  const id = await org.createProcessed({ call_id: "c-1", transcript });
  t.deepEqual((await org.graphql(TRANSCRIPT, { id })).recording, {
    duration: 2_000,
    transcript: [
      { speaker: "Robin Rep", role: "rep", text: LEFT_OUT, start: 0, end: 900 },
      { speaker: "Speaker 2", role: "client", text: LEFT_OUT, start: 900, end: 1_500 },
      { speaker: "Robin Rep", role: "rep", text: LEFT_OUT, start: 1_500, end: 2_000 },
    ],
  });
  const [logged] = await listInboundCalls(org);
  t.like(logged, { outcome: "ingested", replayable: false, payload: "" });
  t.regex(logged.message, /takes too long to redact/);
  const bytes = await readDatabaseBytes(server);
  for (const text of ["qqqqqqqq", "Quentin"]) t.false(bytes.includes(text), text);
});

test.serial(
  "another change over the budget is refused with the field, and stores nothing",
  async (t) => {
    const { server, org } = t.context;
    const id = await org.createProcessed();
    await org.graphql(SET);
    server.services.runRedaction = createRedactionRunner(MAX_CPU_MS);
    const { errors } = await org.sendGraphql(
      `mutation ($id: ID!, $input: AnalysisInput!) { completeAnalysis(recordingId: $id, input: $input) { id } }`,
      { id, input: { summary: "short", notes: SLOW_TEXT } },
    );
    t.like(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "notes" });
    t.regex(errors![0]!.message, /takes too long to redact/);
    t.false((await readDatabaseBytes(server)).includes("qqqqqqqq"));
  },
);

test.serial("a call of many long lines with numbers is stored", async (t) => {
  const { org } = t.context;
  await org.createUser();
  await org.graphql("mutation { setRedaction(input: { cardNumbers: true }) { cardNumbers } }");
  const transcript = Array.from({ length: 50 }, (_, start) => ({
    speaker: "Ann",
    role: "client",
    text: "4111 1111 1111 1111 ".repeat(4_000),
    start,
    end: start + 1,
  }));
  const { status } = await org.send("POST", "/v1/dialer", {
    call_id: "c-1",
    user_email: "rep@example.com",
    started_at: "2026-03-02T10:00:00Z",
    transcript,
  });
  t.is(status, 200);
});
