import "reflect-metadata";
import { createMediaCheck } from "../../src/upkeep/jobs/media-checks.js";
import { createLog } from "../../src/base/log/log.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { listFiles, uploadForm } from "../helpers/recordings/media.js";
import { runAttempt } from "../helpers/analysis/run-attempt.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { loadColumns } from "../helpers/retention/stored-bytes.js";
import { test } from "../helpers/suite.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

const SET = "mutation ($refused: RefusedConsent!) { setRefusedConsent(refused: $refused) }";
const GET = `query ($id: ID!) { recording(id: $id) { status consent mediaUrl transcript { text } media { type } } }`;
const COMPLETE = `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "Done" }) { id } }`;
const HIDDEN = "{ recordings(filter: { hidden: true }) { nodes { id } } }";

const TRANSCRIPT = [{ speaker: "Customer", text: "No recording please", start: 0, end: 900 }];
const call = (more: object = {}): Record<string, unknown> => ({
  call_id: "call-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
  consent: "refused",
  transcript: TRANSCRIPT,
  ...more,
});

const send = async (org: Tenant, more: object = {}) => org.send("POST", "/v1/dialer", call(more));
const ingest = async (org: Tenant, more: object = {}): Promise<string> =>
  (await send(org, more)).body.recording.id;

const checkMedia = async ({ services }: SharedServer, { id }: Tenant): Promise<void> => {
  const log = createLog("silent", { write: () => {} });
  await runAsProgram(() => createMediaCheck({ services, log })(id, new AbortController().signal));
};

const findWithKey = async (org: Tenant, query: string, variables: object) =>
  (await org.sendGraphql(query, variables, org.apiKey)).data;

test("a recording has the consent that was sent, and unknown without one", async (t) => {
  const { org } = t.context;
  for (const consent of ["announced", "given", undefined, null]) {
    const id = await ingest(org, { call_id: String(consent), consent });
    await org.graphql(COMPLETE, { id });
    t.is((await org.get(`/v1/recordings/${id}`)).body.recording.consent, consent ?? "unknown");
  }
  const { status, body } = await send(org, { consent: "maybe" });
  t.is(status, 400);
  t.is(body.field, "consent");
});

test("a refused call is hidden: only admins and internal tokens see it, and nothing analyses it", async (t) => {
  const { server, org } = t.context;
  const { body } = await uploadForm(server, org, call());
  const { id } = body.recording;
  await runAttempt(server, org, id);
  const { errors } = await org.sendGraphql(COMPLETE, { id });
  t.is(errors?.[0]?.extensions.code, "CONFLICT");
  for (const path of ["", "/transcript", "/media"])
    t.is((await org.get(`/v1/recordings/${id}${path}`)).status, 404, path);
  t.deepEqual((await org.get("/v1/recordings")).body.recordings, []);
  t.is(
    (await findWithKey(org, "query ($id: ID!) { recording(id: $id) { id } }", { id })).recording,
    null,
  );
  const { recording } = await org.graphql(GET, { id });
  t.like(recording, { status: "received", consent: "refused" });
  t.deepEqual((await org.graphql(HIDDEN)).recordings.nodes, [{ id }]);
  t.is((await org.sendGraphql(HIDDEN, {}, org.apiKey)).errors?.[0]?.extensions.code, "FORBIDDEN");
});

test("managers and reps don't see a hidden call, and see their other unprocessed ones", async (t) => {
  const { server, org } = t.context;
  const email = await org.createUser("lead@example.com");
  const id = await ingest(org, { user_email: email });
  const shown = await ingest(org, { user_email: email, call_id: "call-2", consent: undefined });
  const member = await signInAs(server, org, email, "rep");
  const run = async (query: string) => (await member.query(query)).body;
  t.is((await run(`{ recording(id: "${id}") { id } }`)).data.recording, null);
  const list = await run("{ recordings(filter: { status: received }) { nodes { id } } }");
  t.deepEqual(list.data.recordings.nodes, [{ id: shown }]);
  t.is((await run(HIDDEN)).errors[0].extensions.code, "FORBIDDEN");
});

test("a hidden call that its appointment has is not read through the appointment", async (t) => {
  const { org } = t.context;
  const appointment = {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-02T10:00:00Z",
  };
  await org.send("POST", "/v1/scheduled-tasks", appointment);
  await ingest(org, { event_id: "e-1" });
  const query = '{ appointment(eventId: "e-1") { matchStatus recording { name } } }';
  const expected = { matchStatus: "matched", recording: null };
  t.deepEqual((await findWithKey(org, query, {})).appointment, expected);
  t.truthy((await org.graphql(query)).appointment.recording);
});

test("a call that comes again with consent is a recording as any other", async (t) => {
  const { server, org } = t.context;
  const id = await ingest(org);
  await ingest(org, { consent: "given" });
  await runAttempt(server, org, id);
  t.is((await org.get(`/v1/recordings/${id}`)).body.recording.consent, "given");
  t.deepEqual((await org.graphql(HIDDEN)).recordings.nodes, []);
});

test("only the transcript of a refused call is kept, once there is one", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { refused: "transcript_only" });
  const { body } = await uploadForm(server, org, { ...call(), transcript: undefined });
  const { id } = body.recording;
  await checkMedia(server, org);
  t.is((await listFiles(server, org)).length, 1);
  t.is((await org.get(`/v1/recordings/${id}/media`)).status, 404);
  await ingest(org, { consent: undefined, recording_url: "https://pbx.example.com/1.wav" });
  await org.graphql(COMPLETE, { id });
  await checkMedia(server, org);
  t.deepEqual(await listFiles(server, org), []);
  const { recording } = await org.graphql(GET, { id });
  t.deepEqual(recording, {
    status: "processed",
    consent: "refused",
    mediaUrl: null,
    media: null,
    transcript: [{ text: "No recording please" }],
  });
});

test("a refused call is erased at once, and not taken again", async (t) => {
  const { server, org } = t.context;
  await org.graphql(SET, { refused: "erased" });
  const words = { name: "qzerasedname", transcript: [{ ...TRANSCRIPT[0], text: "qzerasedtext" }] };
  const { status, body } = await uploadForm(server, org, { ...call(), ...words });
  t.is(status, 200);
  await send(org, { ...words, call_id: "call-2" });
  await send(org, { ...words, call_id: "call-3", user_email: undefined, extension: "777" });
  await send(org, { ...words, call_id: "call-4", user_email: "unknown@example.com" });
  t.is((await org.graphql(GET, { id: body.recording.id })).recording, null);
  const customer = { id: "crm-erased", name: "qzerasedname", phone: "+1 202 555 0142" };
  t.is((await send(org, { ...words, call_id: "call-5", customer })).status, 200);
  t.deepEqual((await org.get("/v1/clients")).body.clients, []);
  t.deepEqual(await listFiles(server, org), []);
  const stored = [...(await loadColumns(server.services.db)).values()].join("\n");
  t.false(/qzerased/.test(stored));
  const again = await send(org);
  t.is(again.status, 409);
  t.is(again.body.field, "call_id");
  const { auditLog } = await org.graphql("{ auditLog { nodes { action subject } } }");
  t.true(
    auditLog.nodes.some(
      ({ action, subject }: { action: string; subject: string }) =>
        action === "recording.deleted" && subject === body.recording.id,
    ),
  );
});

test("what happens to refused calls is a setting in the audit log", async (t) => {
  const { org } = t.context;
  t.is((await org.graphql("{ refusedConsent }")).refusedConsent, "hidden");
  await org.graphql(SET, { refused: "erased" });
  t.is((await org.graphql("{ refusedConsent }")).refusedConsent, "erased");
  const { auditLog } = await org.graphql("{ auditLog { nodes { action fields } } }");
  t.true(auditLog.nodes.some(({ action }: { action: string }) => action === "consent.updated"));
});

test("a change returns no content of a hidden call to those from whom it is hidden", async (t) => {
  const { server, org } = t.context;
  const id = await ingest(org);
  const again = `mutation ($input: CallInput!) { ingestCall(input: $input) { id status FIELDS } }`;
  const input = {
    callId: "call-1",
    userEmail: "rep@example.com",
    startedAt: "2026-03-02T10:00:00Z",
  };
  const ask = async (fields: string, token?: string) =>
    org.sendGraphql(again.replace("FIELDS", fields), { input }, token);
  for (const fields of [
    "transcript { text }",
    "summary",
    "...on Recording { notes }",
    "client { id }",
  ])
    t.is((await ask(fields, org.apiKey)).errors?.[0]?.extensions.code, "NOT_FOUND", fields);
  t.deepEqual((await ask("name", org.apiKey)).data.ingestCall, {
    id,
    status: "received",
    name: "",
  });
  t.is((await send(org)).body.recording.name, "");
  t.is((await ask("consent")).data.ingestCall.consent, "refused");
  const page = await signInAs(server, org, "rep@example.com", "rep");
  const review = `mutation { addReview(recordingId: "${id}", reviewerEmail: "rep@example.com", durationMs: 1) {
    transcript { text } } }`;
  t.is((await page.query(review)).body.errors[0].extensions.code, "NOT_FOUND");
});
