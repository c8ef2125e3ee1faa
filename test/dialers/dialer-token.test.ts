import { sendRaw } from "../helpers/rest/raw-request.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const REFUSED = '{"message":"Invalid Api Key"}';

const dialerPath = (org: Tenant): string => new URL(org.dialerUrl).pathname;

const CALL = JSON.stringify({
  call_id: "c-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
});

test("a dialer token can only send calls", async (t) => {
  const { server, org } = t.context;
  const path = dialerPath(org);
  const token = path.split("/").at(-1)!;
  const json = { "content-type": "application/json" };
  const sent = await sendRaw(server, { method: "POST", path, headers: json, body: CALL });
  t.is(sent.status, 200);
  t.is(JSON.parse(sent.text).recording.status, "received");
  for (const request of [
    { path: "/v1/users", headers: { "x-api-key": token } },
    { path: "/v1/users", headers: { authorization: `Bearer ${token}` } },
    { path: `${path}/users` },
    { path: `${path}/../users` },
    { path: `${path}/../../users` },
    { path: `/v1/users/${token}` },
    { path: `/v1/recordings?dialerToken=${token}` },
  ]) {
    const answer = await sendRaw(server, request);
    t.is(answer.status, 401, request.path);
    t.is(answer.text, REFUSED);
  }
  t.is((await sendRaw(server, { path })).status, 405, "the token can't read calls");
  const graph = await org.sendGraphql("{ viewer { role } }", {}, token);
  t.like(graph.errors?.[0], { message: "Invalid Api Key" });
});

test("the dialer URL accepts no credential but its token", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant("Other");
  await other.createUser();
  const wrong = await other.send("POST", "/v1/dialer/wrong", CALL);
  t.is(wrong.text, REFUSED);
  const sent = await other.send("POST", dialerPath(org), CALL);
  t.is(sent.status, 200);
  const id: string = sent.body.recording.id;
  t.is((await org.get(`/v1/recordings/${id}/transcript`)).status, 200);
  t.is((await other.get(`/v1/recordings/${id}/transcript`)).status, 404);
});
