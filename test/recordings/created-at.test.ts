import "reflect-metadata";
import { createContext } from "../../graph/context/context.js";
import { replayUnmappedCalls } from "../../graph/dialers/replay-unmapped.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { uploadForm, uploadRaw } from "../helpers/recordings/media.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/paused-suite.js";

const STARTED_AT = "2024-05-03T09:00:00.000Z";
const CREATED_AT = "2024-05-03T09:12:00.000Z";

let calls = 0;
const buildCall = (fields: object = {}) => ({
  call_id: `backfill-${(calls += 1)}`,
  user_email: "rep@example.com",
  started_at: STARTED_AT,
  ...fields,
});

const push = async (org: Tenant, fields: object = {}) =>
  org.send("POST", "/v1/dialer", buildCall(fields));

const INGEST = `mutation ($input: CallInput!) { ingestCall(input: $input) { id createdAt } }`;

test("a call with created_at lands in its own time on every surface", async (t) => {
  const { server, org } = t.context;
  const pushed = await push(org, { created_at: CREATED_AT });
  t.is(pushed.status, 200, JSON.stringify(pushed.body));
  t.is(pushed.body.recording.createdAt, CREATED_AT);
  for (const upload of [uploadForm, uploadRaw]) {
    const { body } = await upload(server, org, buildCall({ created_at: CREATED_AT }));
    t.is(body.recording?.createdAt, CREATED_AT, JSON.stringify(body));
  }
  const input = { callId: "g-1", userEmail: "rep@example.com", startedAt: STARTED_AT };
  const { ingestCall } = await org.graphql(INGEST, { input: { ...input, createdAt: CREATED_AT } });
  t.is(ingestCall.createdAt, CREATED_AT);
});

test("without created_at, or with null, a recording's time is its arrival", async (t) => {
  const { server, org } = t.context;
  for (const fields of [{}, { created_at: null }]) {
    const before = server.services.now();
    const { createdAt } = (await push(org, fields)).body.recording;
    t.true(Date.parse(createdAt) >= before, createdAt);
  }
});

test("a recording keeps the time of its first send", async (t) => {
  const { org } = t.context;
  const call = buildCall({ created_at: CREATED_AT });
  await org.send("POST", "/v1/dialer", call);
  for (const created_at of ["2024-06-01T00:00:00Z", null, undefined]) {
    const again = await org.send("POST", "/v1/dialer", { ...call, created_at });
    t.is(again.body.recording.createdAt, CREATED_AT, String(created_at));
  }
  const live = buildCall();
  const [first, later] = [
    await org.send("POST", "/v1/dialer", live),
    await org.send("POST", "/v1/dialer", { ...live, created_at: CREATED_AT }),
  ];
  t.is(later.body.recording.createdAt, first.body.recording.createdAt);
});

test("a call that waits for its user keeps the time of its first send", async (t) => {
  const { server, org } = t.context;
  const call = { ...buildCall(), user_email: undefined, extension: "777" };
  for (const created_at of [CREATED_AT, "2024-06-01T00:00:00Z", undefined])
    t.is((await org.send("POST", "/v1/dialer", { ...call, created_at })).body.field, "extension");
  await org.createUser("late@example.com", { extensions: ["777"] });
  const credential = { role: "internal", organizationId: org.id } as const;
  const context = createContext(server.services, credential, "test");
  t.is((await runAsProgram(async () => replayUnmappedCalls(context))).replayed, 1);
  const row = await server.services.db("recordings").where("call_id", call.call_id).first();
  t.is(Number(row.position) / 1000, Date.parse(CREATED_AT));
});

test("an invalid created_at is 400 with its name, and makes no recording", async (t) => {
  const { server, org } = t.context;
  const future = new Date(server.services.now() + 3_600_000).toISOString();
  for (const [created_at, reason] of [
    [future, "must not be in the future"],
    ["9999-12-31T23:59:59Z", "must not be in the future"],
    ["1970-01-01T00:00:00Z", "must be after 1970-01-01T00:00:00Z"],
    ["1969-12-31T23:59:59.999Z", "must be after 1970-01-01T00:00:00Z"],
    ["2024-05-03", "must be a time"],
    ["2024-05-03T09:12:00+02:00", "must be a time"],
    [1_714_727_520, "must be a time"],
    ["soon", "must be a time"],
  ] as const) {
    const call = buildCall({ created_at });
    const answers = [await org.send("POST", "/v1/dialer", call)];
    for (const upload of [uploadForm, uploadRaw]) answers.push(await upload(server, org, call));
    for (const { status, body } of answers) {
      t.is(status, 400, JSON.stringify(body));
      t.like(body, { code: "INVALID_FIELD", field: "created_at" });
      t.true(body.message.startsWith(`created_at ${reason}`), body.message);
    }
    t.is(await server.services.db("recordings").where("call_id", call.call_id).first(), undefined);
  }
});

test("calls of one millisecond take consecutive places in it, however many", async (t) => {
  const { server, org } = t.context;
  const sent: string[] = [];
  for (let index = 0; index < 450; index += 1)
    sent.push((await push(org, { created_at: CREATED_AT })).body.recording.id);
  const rows = await server.services
    .db("recordings")
    .where("organization_id", org.id)
    .whereIn("id", sent)
    .orderBy("position")
    .select("id", "position");
  t.deepEqual(
    rows.map(({ id }) => id),
    sent,
  );
  const [first] = rows;
  t.deepEqual(
    rows.map(({ position }) => Number(position) - Number(first.position)),
    sent.map((_, index) => index),
  );
});
