import { signInAdmin } from "../helpers/sign-in/console-session.js";
import { storeMedia } from "../helpers/recordings/media.js";
import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import { test } from "../helpers/own-paused-suite.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

const LOOKS = `query ($filter: AuditFilter) {
  auditLog(first: 100, filter: $filter) { nodes { action actor email ipAddress subject } }
}`;
const TRANSCRIPT = `query ($id: ID!) { recording(id: $id) { transcript { text } } }`;
const WORDS = { transcript: [{ speaker: "Robin", text: "Hello.", start: 0, end: 900 }] };

const loadContentViews = async (
  server: TestServer,
  org: Tenant,
  filter: object = { looks: true },
) => {
  await server.contentViewLog.flush();
  return (await org.graphql(LOOKS, { filter })).auditLog.nodes;
};

const buildView = (action: string, subject: string | null, by: object) => ({
  action,
  ipAddress: "127.0.0.1",
  subject,
  ...by,
});

const createCall = async (org: Tenant): Promise<{ email: string; id: string }> => {
  const email = await org.createUser(`rep@${org.id}.example.com`);
  return { email, id: await org.createProcessed({ user_email: email }, WORDS) };
};

test.serial(
  "a transcript that a person opens is in the audit log, once in ten minutes",
  async (t) => {
    const { server, org } = t.context;
    const { email, id } = await createCall(org);
    const rep = await signInAs(server, org, email, "rep");
    await rep.query(`{ recording(id: "${id}") { name } }`);
    t.deepEqual(await loadContentViews(server, org), [], "the page asked for no transcript");
    const answer = await rep.query(TRANSCRIPT, { id });
    t.is(answer.body.data.recording.transcript.length, 1);
    await rep.query(TRANSCRIPT, { id });
    const look = buildView("transcript.opened", id, { actor: "member", email });
    t.deepEqual(await loadContentViews(server, org), [look]);
    server.clock.time += 11 * 60_000;
    await rep.query(TRANSCRIPT, { id });
    t.deepEqual(await loadContentViews(server, org), [look, look]);
  },
);

test.serial(
  "playing is one look, however many ranges of the file the player asks for",
  async (t) => {
    const { server, org } = t.context;
    const { id } = await createCall(org);
    await storeMedia(server, org, id);
    const admin = await signInAdmin(server, org);
    const cookie = admin.cookie!;
    const play = async (init: RequestInit) =>
      server.fetch(`/v1/recordings/${id}/media`, {
        ...init,
        headers: { cookie, "sec-fetch-site": "same-origin", ...init.headers },
      });
    t.is((await play({ method: "HEAD" })).status, 200);
    t.deepEqual(await loadContentViews(server, org), [], "nothing was heard");
    for (const range of ["bytes=0-99", "bytes=100-199"])
      t.is((await play({ headers: { range } })).status, 206);
    const by = { actor: "admin", email: `admin@${org.id}.example.com` };
    t.deepEqual(await loadContentViews(server, org), [buildView("media.played", id, by)]);
  },
);

test.serial(
  "a key that acts as a person looks in their name; programs are not people",
  async (t) => {
    const { server, org } = t.context;
    const { email, id } = await createCall(org);
    await signInAs(server, org, email, "rep");
    const path = `/v1/recordings/${id}/transcript`;
    const { key } = await createNamedKey(org);
    t.is((await org.get(path, { "x-api-key": key })).status, 200);
    t.is((await org.get(path)).status, 200);
    await org.graphql(TRANSCRIPT, { id });
    t.deepEqual(await loadContentViews(server, org), []);
    const personal = await createNamedKey(org, { userEmail: email });
    const answer = await org.get(path, { "x-api-key": personal.key });
    t.is(answer.status, 200);
    const by = { actor: "api_key", email };
    t.deepEqual(await loadContentViews(server, org), [buildView("transcript.opened", id, by)]);
  },
);

test.serial("every export is in the audit log", async (t) => {
  const { server, org } = t.context;
  t.is((await org.get("/export")).status, 200);
  t.is((await org.get("/export")).status, 200);
  const look = buildView("organization.exported", null, { actor: "api_key", email: null });
  t.deepEqual(await loadContentViews(server, org), [look, look]);
});

test.serial("looks and changes are found apart, and looks by recording", async (t) => {
  const { server, org } = t.context;
  const { email, id } = await createCall(org);
  const rep = await signInAs(server, org, email, "rep");
  await rep.query(TRANSCRIPT, { id });
  const actions = async (filter: object) =>
    (await loadContentViews(server, org, filter)).map(({ action }: { action: string }) => action);
  const changes = await actions({ looks: false });
  t.true(changes.includes("session.signed_in"));
  t.false(changes.includes("transcript.opened"));
  t.deepEqual(await actions({ subject: id }), ["transcript.opened"]);
  t.deepEqual(await actions({}), ["transcript.opened", ...changes]);
});

test.serial("a look names its recording until that is erased", async (t) => {
  const { server, org } = t.context;
  const { email, id } = await createCall(org);
  const rep = await signInAs(server, org, email, "rep");
  await rep.query(TRANSCRIPT, { id });
  await server.contentViewLog.flush();
  const loadRecording = async () =>
    (await org.graphql("{ auditLog(filter: { looks: true }) { nodes { recording { id name } } } }"))
      .auditLog.nodes[0].recording;
  const { recording } = await org.graphql(`{ recording(id: "${id}") { id name } }`);
  t.deepEqual(await loadRecording(), recording);
  await org.graphql(`mutation { deleteRecording(id: "${id}") }`);
  t.is(await loadRecording(), null);
});

test.serial("looks wait while the database can't be written", async (t) => {
  const { server, org } = t.context;
  const { email, id } = await createCall(org);
  const rep = await signInAs(server, org, email, "rep");
  const { db } = server.services;
  await rep.query(TRANSCRIPT, { id });
  await db.raw("ALTER TABLE audit_log RENAME TO audit_log_away");
  await server.contentViewLog.flush();
  await db.raw("ALTER TABLE audit_log_away RENAME TO audit_log");
  t.true(server.log.some(({ msg }) => msg === "could not write who looked into the audit log"));
  const by = { actor: "member", email };
  t.deepEqual(await loadContentViews(server, org), [buildView("transcript.opened", id, by)]);
});
