import { buildDialerPath, postToDialer, vendorBodies } from "../helpers/dialers/dialers.js";
import { CALL_WAV, uploadForm } from "../helpers/recordings/media.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/paused-suite.js";

const UPSERT = `mutation ($input: UserInput!) { upsertUser(input: $input) { email } }`;
const RECORDINGS = `{ recordings(first: 10, filter: { status: received }) { nodes {
  id startedAt duration user { email } media { bytes } customFields
} } }`;
const CALL_ID = "freeswitch:86cfd6e2-dbda-45a3-b59d-f683ec368e8b";

const setExtension = async (org: Tenant) =>
  org.graphql(UPSERT, { input: { email: "ann@example.com", name: "Ann", extensions: ["204"] } });

const postDetails = async (server: SharedServer, org: Tenant) =>
  postToDialer(server, buildDialerPath(org, "freeswitch"), vendorBodies["freeswitch"]!);

/** Uploads the file of the call, whose name has the id alone. */
const uploadFile = async (server: SharedServer, org: Tenant, fields: object = {}) =>
  uploadForm(server, org, { call_id: CALL_ID, user_email: undefined, ...fields });

const listRecordings = async (org: Tenant) => (await org.graphql(RECORDINGS)).recordings.nodes;

test("a file that names no user belongs to the user of the details that came before", async (t) => {
  const { server, org } = t.context;
  await setExtension(org);
  const details = await postDetails(server, org);
  const { status, body, text } = await uploadFile(server, org);
  t.is(status, 200, text);
  t.is(body.recording.id, details.body.recording.id);
  const [recording] = await listRecordings(org);
  t.like(recording, {
    user: { email: "ann@example.com" },
    startedAt: "2026-03-02T10:10:21.278Z",
    media: { bytes: CALL_WAV.length },
    customFields: { direction: "outbound", extension: "204" },
  });
});

test("a file that names no user waits with its details for one", async (t) => {
  const { server, org } = t.context;
  t.is((await postDetails(server, org)).status, 400);
  const { status, body } = await uploadFile(server, org);
  t.is(status, 400);
  t.like(body, {
    code: "USER_NOT_FOUND",
    message: "extension isn't an active user's; the call waits until it is",
  });
  t.like((await org.graphql("{ unmappedNumbers { number calls } }")).unmappedNumbers, [
    { number: "204", calls: 1 },
  ]);
  await setExtension(org);
  t.is((await uploadFile(server, org)).status, 200);
  const recordings = await listRecordings(org);
  t.is(recordings.length, 1);
  t.like(recordings[0], {
    user: { email: "ann@example.com" },
    startedAt: "2026-03-02T10:10:21.278Z",
    media: { bytes: CALL_WAV.length },
    customFields: { direction: "outbound", extension: "204" },
  });
});

test("a file that names no user is refused without details, or with another organization's", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant();
  await setExtension(other);
  t.is((await postDetails(server, other)).status, 200);
  const refusal = { code: "MISSING_REQUIRED_FIELD", field: "user_email" };
  t.like((await uploadFile(server, org)).body, refusal);
});

test("a user in a later part of a call replaces the earlier one", async (t) => {
  const { server, org } = t.context;
  await setExtension(org);
  await postDetails(server, org);
  await org.createUser("rep@example.com");
  t.is((await uploadFile(server, org, { user_email: "rep@example.com" })).status, 200);
  t.like((await listRecordings(org))[0], { user: { email: "rep@example.com" } });
});
