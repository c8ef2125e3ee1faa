import { uploadRoute } from "../../rest/routes/calls.js";
import { CALL_WAV } from "../helpers/recordings/media.js";
import { buildWav } from "../helpers/recordings/media-formats.js";
import {
  beginUpload,
  createUpload,
  readOffset,
  sendPart,
  sendTus,
  type TusClient,
} from "../helpers/recordings/resumable-uploads.js";
import { test } from "../helpers/suite.js";
import type { SharedServer } from "../helpers/server.js";
import { type ConsoleSession, signInAdmin } from "../helpers/sign-in/console-session.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import type { TestResponse } from "../helpers/tenant.js";

const START = "2026-03-02T10:00:00Z";

/** Uploads a file as the console does: with the page's origin and the session's cookie. */
const upload = (
  server: SharedServer,
  page: ConsoleSession,
  fields: Record<string, string>,
  headers: Record<string, string> = { origin: new URL(server.services.publicUrl).origin },
): Promise<TestResponse> =>
  server.fetch(
    `/v1/recordings/upload?${new URLSearchParams({ call_id: "console/1", started_at: START, ...fields }).toString()}`,
    {
      method: "POST",
      headers: { "content-type": "audio/wav", cookie: page.cookie!, ...headers },
      body: new Uint8Array(buildWav(1)),
    },
  );

const tusOf = (server: SharedServer, page: ConsoleSession): TusClient => ({
  fetch: server.fetch,
  headers: { origin: new URL(server.services.publicUrl).origin, cookie: page.cookie! },
});

const USER = "query ($id: ID!) { recording(id: $id) { user { email } media { type } } }";

test("a rep uploads their own calls, a manager those of reps whom they lead, an admin each", async (t) => {
  const { server, org } = t.context;
  const [led, other, manager] = await Promise.all(
    ["led", "other", "manager"].map((name) => org.createUser(`${name}@${org.id}.example.com`)),
  );
  await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
    input: { name: "North", members: [{ email: led }], leads: [manager] },
  });
  const pages = {
    rep: await signInAs(server, org, led!, "rep"),
    manager: await signInAs(server, org, manager!, "manager"),
    admin: await signInAdmin(server, org),
  };
  const mayUpload = { rep: [led], manager: [led, manager], admin: [led, manager, other] };
  for (const [role, page] of Object.entries(pages))
    for (const email of [led!, manager!, other!]) {
      const answer = await upload(server, page, {
        call_id: `console/${role} ${email}`,
        user_email: email,
      });
      const isOwn = mayUpload[role as keyof typeof mayUpload].includes(email);
      t.is(answer.status, isOwn ? 200 : 400, `${role} ${email} ${answer.text}`);
      if (!isOwn) t.like(answer.body, { code: "USER_NOT_FOUND", field: "user_email" });
      else
        t.deepEqual((await org.graphql(USER, { id: answer.body.recording.id })).recording, {
          user: { email },
          media: { type: "audio/wav" },
        });
    }
});

test("a file that is sent again is the same call, and another person's call stays theirs", async (t) => {
  const { server, org } = t.context;
  const [ann, ben] = await Promise.all(
    ["ann", "ben"].map((name) => org.createUser(`${name}@${org.id}.example.com`)),
  );
  const page = await signInAs(server, org, ann!, "rep");
  const first = await upload(server, page, { user_email: ann! });
  const again = await upload(server, page, { user_email: ann!, name: "Another name" });
  t.is(again.body.recording.id, first.body.recording.id);
  const other = await upload(server, await signInAs(server, org, ben!, "rep"), {
    user_email: ben!,
  });
  t.is(other.status, 409, other.text);
  t.is((await org.graphql(USER, { id: first.body.recording.id })).recording.user.email, ann);
});

test("a person sends nothing but a file, and changes no call of a phone system", async (t) => {
  const { server, org } = t.context;
  const email = await org.createUser(`ann@${org.id}.example.com`);
  const page = await signInAs(server, org, email, "rep");
  const values: Record<string, string> = {
    created_at: "2020-01-01T00:00:00Z",
    duration_ms: "1000",
    upsert_user: JSON.stringify({ name: "Ann" }),
    transcript: JSON.stringify([{ speaker: "A", role: "rep", text: "Hi.", start: 0, end: 1 }]),
    customer: JSON.stringify({ id: "CRM-1" }),
    custom_fields: "{}",
    consent: "refused",
  };
  const allowed = new Set(["call_id", "user_email", "started_at", "name"]);
  const fields = [...uploadRoute.operation.matchAll(/\$(\w+):/g)].map(([, name]) => name!);
  t.true(fields.length > 10);
  for (const field of new Set(fields)) {
    if (allowed.has(field)) continue;
    const sent = { user_email: email, [field]: values[field] ?? "100" };
    const { status, body } = await upload(server, page, sent);
    t.deepEqual([status, body.code], [400, "INVALID_FIELD"], field);
    t.true([field, "customer.phone", "customer"].includes(body.field), `${field}: ${body.field}`);
  }
  const waiting = await org.ingestCall({ call_id: "phone-1", user_email: email });
  const taken = await upload(server, page, {
    call_id: "phone-1",
    user_email: email,
  });
  t.deepEqual([taken.status, taken.body.field], [400, "call_id"]);
  t.is((await org.graphql(USER, { id: waiting })).recording.user.email, email);
  const { errors } = (
    await page.query("mutation ($input: CallInput!) { ingestCall(input: $input) { id } }", {
      input: {
        callId: "console/2",
        userEmail: email,
        startedAt: START,
        mediaUrl: "https://e.com/a",
      },
    })
  ).body;
  t.is(errors[0].extensions.field, "file");
});

test("no page of another origin uploads with a session, and no session reaches other routes", async (t) => {
  const { server, org } = t.context;
  const email = await org.createUser(`ann@${org.id}.example.com`);
  const page = await signInAs(server, org, email, "rep");
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example.com" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    {},
  ];
  for (const headers of foreign) {
    const { status } = await upload(server, page, { user_email: email }, headers);
    t.is(status, 401, JSON.stringify(headers));
    const client = { fetch: server.fetch, headers: { cookie: page.cookie!, ...headers } };
    const fields = { call_id: "console/1", user_email: email };
    t.is((await createUpload(client, CALL_WAV.length, fields)).status, 401);
    const path = await beginUpload(tusOf(server, page), CALL_WAV.length, fields);
    t.is((await sendPart(client, path, 0, CALL_WAV)).status, 401);
    t.is((await sendTus(client, "DELETE", path)).status, 401);
  }
  const { origin } = new URL(server.services.publicUrl);
  for (const path of ["/v1/dialer", "/v1/users", "/v1/scheduled-tasks"]) {
    const { status } = await server.fetch(path, {
      method: "POST",
      headers: { origin, cookie: page.cookie!, "content-type": "application/json" },
      body: "{}",
    });
    t.is(status, 401, path);
  }
});

test("a person sends a file in parts, which only they continue, under the rules of one request", async (t) => {
  const { server, org } = t.context;
  const [ann, ben] = await Promise.all(
    ["ann", "ben"].map((name) => org.createUser(`${name}@${org.id}.example.com`)),
  );
  const rep = tusOf(server, await signInAs(server, org, ann!, "rep"));
  const fields = { call_id: "console/1", user_email: ann };
  const refused: [object, string, string][] = [
    [{ user_email: ben }, "USER_NOT_FOUND", "user_email"],
    [{ call_id: "phone-1" }, "INVALID_FIELD", "call_id"],
    [{ duration_ms: "1000" }, "INVALID_FIELD", "duration_ms"],
    [{ custom_fields: "{}" }, "INVALID_FIELD", "custom_fields"],
  ];
  for (const [changed, code, field] of refused) {
    const { status, body } = await createUpload(rep, CALL_WAV.length, { ...fields, ...changed });
    t.deepEqual([status, body.code, body.field], [400, code, field]);
  }
  const path = await beginUpload(rep, CALL_WAV.length, fields);
  t.is((await sendPart(rep, path, 0, CALL_WAV.subarray(0, 10_000))).status, 204);
  const others = [
    tusOf(server, await signInAs(server, org, ben!, "rep")),
    tusOf(server, await signInAdmin(server, org)),
    { fetch: server.fetch, apiKey: org.apiKey },
  ];
  for (const other of others) {
    t.is((await sendTus(other, "HEAD", path)).status, 404);
    t.is((await sendPart(other, path, 10_000, CALL_WAV.subarray(10_000))).status, 404);
    t.is((await sendTus(other, "DELETE", path)).status, 404);
  }
  t.is(await readOffset(rep, path), 10_000);
  const last = await sendPart(rep, path, 10_000, CALL_WAV.subarray(10_000));
  t.is(last.status, 200, last.text);
  t.deepEqual((await org.graphql(USER, { id: last.body.recording.id })).recording, {
    user: { email: ann },
    media: { type: "audio/wav" },
  });
  const keys = await beginUpload({ fetch: server.fetch, apiKey: org.apiKey }, CALL_WAV.length, {
    user_email: ann,
  });
  t.is((await sendTus(rep, "HEAD", keys)).status, 404);
});
